#include "app/cli/inputs.h"

#include <CLI/CLI.hpp>

#include "app/cli/messages.h"
#include "core/io/json_read.h"
#include "core/io/shown.h"

namespace headscope {

void Inputs::add_options(Arguments& arguments, CLI::App& app, bool with_ids) {
    arguments.add_text(app, "--text", text_, "The text");
    arguments.add_text(app, "--pair", pair_, "A second text, read together with the first");
    arguments
        .add_text(app, "--input", file_,
                  "A file of texts, one a line; .jsonl: a string or an object with `text` and perhaps `pair` a line; "
                  "- is standard input")
        ->type_name("FILE");
    app.add_flag("--specials-as-text", encode_.specials_as_text,
                 "Special tokens such as [MASK], where a text holds them, are words like any other; a .jsonl line may "
                 "say otherwise with `encode_special_tokens`");
    if (!with_ids) return;
    arguments.add_text(app, "--ids", ids_, "Token ids for the model itself, such as 101,2158,102")->type_name("LIST");
    arguments.add_text(app, "--type-ids", type_ids_, "With --ids: their types, as many")->type_name("LIST");
    arguments.add_text(app, "--mask", mask_, "With --ids: 1, or 0 to hide a token from all others, as many")
        ->type_name("LIST");
    arguments.add_text(app, "--target", target_, "Encoder-decoder models, with --text: the text for the decoder");
    arguments
        .add_text(app, "--target-ids", target_ids_,
                  "Encoder-decoder models, with --ids: what the decoder reads, its start token first")
        ->type_name("LIST");
}

std::optional<int> Inputs::open() {
    const int given = (text_ ? 1 : 0) + (file_ ? 1 : 0) + (ids_ ? 1 : 0);
    if (given != 1)
        return report_usage(given == 0 ? "no input: give --text, --input or --ids"
                                       : "more than one input: give only one of --text, --input and --ids");
    if (pair_ && !text_) return report_usage("--pair: goes with --text");
    if ((type_ids_ || mask_) && !ids_) return report_usage("--type-ids and --mask: go with --ids");
    if (target_ && !text_) return report_usage("--target: goes with --text");
    if (target_ids_ && !ids_) return report_usage("--target-ids: goes with --ids");
    if (ids_) return open_ids();
    if (text_) {
        single_ = Input{.place = {}, .text = *text_, .pair = pair_, .encode = encode_, .ids = {}, .target = target_};
        return std::nullopt;
    }
    Result<LineReader> lines = LineReader::open(*file_);
    if (!lines.has_value()) return report(lines.error());
    lines_ = std::make_unique<LineReader>(std::move(lines).value());
    is_json_ = file_->ends_with(".jsonl");
    return std::nullopt;
}

std::optional<int> Inputs::open_ids() {
    ModelInput ids;
    for (const auto& [name, text] : {std::pair("--ids", &ids_), std::pair("--type-ids", &type_ids_),
                                     std::pair("--mask", &mask_), std::pair("--target-ids", &target_ids_)}) {
        if (!*text) continue;
        const auto values = parse_id_list(**text);
        if (!values)
            return report_usage(std::string(name) + ": \"" + shown_text(**text, 60) +
                                "\", expected whole numbers with commas between them");
        if (text == &ids_) ids.ids = *values;
        if (text == &type_ids_) ids.type_ids = *values;
        if (text == &target_ids_) ids.decoder_ids = *values;
        if (text == &mask_) {
            for (const std::int32_t value : *values) {
                if (value != 0 && value != 1)
                    return report_usage("--mask: " + std::to_string(value) + ", expected 0 or 1");
                ids.attention_mask.push_back(static_cast<unsigned char>(value));
            }
        }
    }
    for (const auto& [name, count] :
         {std::pair("--type-ids", ids.type_ids.size()), std::pair("--mask", ids.attention_mask.size())})
        if (count != 0 && count != ids.ids.size())
            return report_usage(std::string(name) + ": " + std::to_string(count) + " numbers, expected " +
                                std::to_string(ids.ids.size()) + " as --ids has");
    single_ = Input{.place = "--ids", .text = {}, .pair = {}, .encode = {}, .ids = std::move(ids), .target = {}};
    return std::nullopt;
}

std::optional<Result<Input>> Inputs::next() {
    if (is_over_) return std::nullopt;
    if (single_) {
        is_over_ = true;
        place_ = single_->place;
        return std::move(*single_);
    }
    std::string line;
    do {
        const Result<bool> more = lines_->next(line);
        ++line_;
        place_ = (*file_ == "-" ? "standard input" : shown_text(*file_)) + ":" + std::to_string(line_);
        is_over_ = !more.has_value() || !more.value();
        if (!more.has_value()) return more.error();
        if (!more.value()) return std::nullopt;
    } while (is_json_ && line.find_first_not_of(" \t") == std::string::npos);
    if (is_json_) return parse_json_line(line);
    return Input{.place = place_, .text = std::move(line), .pair = {}, .encode = encode_, .ids = {}, .target = {}};
}

Result<Input> Inputs::parse_json_line(const std::string& line) const {
    const Result<nlohmann::json> parsed = parse_json(line, "JSON");
    if (!parsed.has_value()) return parsed.error();
    const nlohmann::json& value = parsed.value();
    Input input{.place = place_, .text = {}, .pair = {}, .encode = encode_, .ids = {}, .target = {}};
    if (value.is_string()) {
        input.text = value.get<std::string>();
        return input;
    }
    if (!value.is_object())
        return invalid(std::string("JSON: ") + value.type_name() + ", expected a string or an object");
    const auto text = value.find("text");
    if (text == value.end() || !text->is_string()) return invalid("JSON: text: missing or not a string, expected one");
    input.text = text->get<std::string>();
    if (const auto pair = value.find("pair"); pair != value.end() && !pair->is_null()) {
        if (!pair->is_string()) return invalid("JSON: pair: not a string, expected one");
        input.pair = pair->get<std::string>();
    }
    for (const auto& [key, target] : {std::pair("add_special_tokens", &input.encode.add_special_tokens),
                                      std::pair("encode_special_tokens", &input.encode.specials_as_text)}) {
        const auto flag = value.find(key);
        if (flag == value.end()) continue;
        if (!flag->is_boolean()) return invalid(std::string("JSON: ") + key + ": expected true or false");
        *target = flag->get<bool>();
    }
    return input;
}

}  // namespace headscope
