#include "app/cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "app/cli/messages.h"
#include "core/trace/ablation.h"

namespace headscope {
namespace {

// A whole number that takes up all of `text`.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number value{};
    const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec != std::errc() || result.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

// "4:7" as a head, with one of the characters `between` its numbers; none if it is not so.
std::optional<HeadRef> parse_head(std::string_view text, std::string_view between = ":") {
    const std::size_t middle = text.find_first_of(between);
    if (middle == std::string_view::npos) return std::nullopt;
    const auto layer = parse_number<std::uint32_t>(text.substr(0, middle));
    const auto head = parse_number<std::uint32_t>(text.substr(middle + 1));
    if (!layer || !head) return std::nullopt;
    return HeadRef{*layer, *head};
}

// Calls use(part) for the parts between commas until one is refused.
template <class Use>
bool for_each_part(std::string_view text, Use use) {
    for (;;) {
        const std::size_t comma = text.find(',');
        if (!use(text.substr(0, comma))) return false;
        if (comma == std::string_view::npos) return true;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

Arguments::Arguments(std::string verb, std::vector<std::string> words)
    : verb_(std::move(verb)), words_(std::move(words)) {}

CLI::Option* Arguments::add_raw(CLI::App& app, const std::string& name, std::function<void(const std::string&)> take,
                                const std::string& description) {
    raw_names_.push_back(name);
    return app
        .add_option_function<std::string>(
            name, [this, take = std::move(take)](const std::string& at) { take(raw_values_[std::stoul(at)]); },
            description)
        ->type_name("TEXT");
}

CLI::Option* Arguments::add_text(CLI::App& app, const std::string& name, std::string& value,
                                 const std::string& description) {
    return add_raw(
        app, name, [&value](const std::string& text) { value = text; }, description);
}

CLI::Option* Arguments::add_text(CLI::App& app, const std::string& name, std::optional<std::string>& value,
                                 const std::string& description) {
    return add_raw(
        app, name, [&value](const std::string& text) { value = text; }, description);
}

void Arguments::add_model(CLI::App& app, std::string& model) {
    app.add_option("MODEL", model, "A model folder, or a name that `headscope models` lists; else the shipped model");
}

std::optional<int> Arguments::parse(CLI::App& app) {
    std::vector<std::string> words;
    bool is_literal = false;  // behind "--"
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const std::string& word = words_[i];
        is_literal = is_literal || word == "--";
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const bool is_raw = !is_literal && std::find(raw_names_.begin(), raw_names_.end(), name) != raw_names_.end();
        if (!is_raw || (equals == std::string::npos && i + 1 == words_.size())) {
            words.push_back(word);
            continue;
        }
        words.push_back(name + "=" + std::to_string(raw_values_.size()));
        raw_values_.push_back(equals == std::string::npos ? words_[++i] : word.substr(equals + 1));
    }
    std::reverse(words.begin(), words.end());  // the order that CLI11 takes them in
    try {
        app.parse(std::move(words));
    } catch (const CLI::CallForHelp&) {
        return print(app.help());
    } catch (const CLI::ParseError& error) {
        return report_usage(verb_ + ": " + error.what() + " (headscope " + verb_ + " --help tells more)");
    }
    return std::nullopt;
}

std::optional<std::vector<Index>> parse_index_list(const std::string& text) {
    std::set<Index> values;
    const bool is_list = for_each_part(text, [&](std::string_view part) {
        const std::size_t dash = part.find('-');
        const auto first = parse_number<std::uint32_t>(part.substr(0, dash));
        const auto last = dash == std::string_view::npos ? first : parse_number<std::uint32_t>(part.substr(dash + 1));
        if (!first || !last || *last < *first || *last > 1'000'000) return false;
        for (Index i = *first; i <= Index{*last}; ++i) values.insert(i);
        return true;
    });
    if (!is_list) return std::nullopt;
    return std::vector<Index>(values.begin(), values.end());
}

std::optional<std::vector<HeadRef>> parse_head_list(const std::string& text, std::string_view between) {
    std::vector<HeadRef> heads;
    const bool is_list = for_each_part(text, [&](std::string_view part) {
        const std::optional<HeadRef> head = parse_head(part, between);
        if (head) heads.push_back(*head);
        return head.has_value();
    });
    if (!is_list) return std::nullopt;
    return heads;
}

std::optional<Ablation> parse_ablation(const std::string& text) {
    Ablation ablation;
    const bool is_list = for_each_part(text, [&](std::string_view part) {
        std::vector<HeadRef>* heads = &ablation.heads;
        for (const auto& [prefix, set] : {std::pair(std::string_view("encoder:"), MapSet::kEncoder),
                                          std::pair(std::string_view("decoder:"), MapSet::kDecoder),
                                          std::pair(std::string_view("cross:"), MapSet::kCross)}) {
            if (!part.starts_with(prefix)) continue;
            part.remove_prefix(prefix.size());
            heads = &heads_off(ablation, set);
            break;
        }
        const std::optional<HeadRef> head = parse_head(part);
        if (head) heads->push_back(*head);
        return head.has_value();
    });
    if (!is_list) return std::nullopt;
    return ablation;
}

std::optional<std::vector<std::int32_t>> parse_id_list(const std::string& text) {
    std::vector<std::int32_t> ids;
    const bool is_list = for_each_part(text, [&](std::string_view part) {
        const auto id = parse_number<std::int32_t>(part);
        if (id) ids.push_back(*id);
        return id.has_value();
    });
    if (!is_list) return std::nullopt;
    return ids;
}

}  // namespace headscope
