#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <utility>
#include <variant>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/json_part.h"
#include "core/text/post_processing_steps.h"

namespace headscope {
namespace {

using Json = nlohmann::json;
using Kind = TemplateItem::Kind;
using Place = TemplateStep::Place;

constexpr std::int64_t kMaxId = std::numeric_limits<TokenId>::max();
// Far more than any real file has; what is put together from a file of some kilobytes stays small.
constexpr std::size_t kMaxParts = 64;
constexpr std::size_t kMaxSpecials = 65536;

struct SpecialToken {
    std::vector<TokenId> ids;
    std::vector<std::string> pieces;
};
using SpecialTokens = std::map<std::string, SpecialToken>;

Result<SpecialTokens> read_special_tokens(const Json& value, const std::string& where) {
    const auto found = value.find("special_tokens");
    if (found == value.end() || !found->is_object())
        return invalid(where + ": special_tokens: " +
                       (found == value.end() ? "missing" : "found " + shown_json(*found)) + ", expected an object");
    SpecialTokens out;
    for (const auto& [key, special] : found->items()) {
        const std::string here = where + ": special_tokens: \"" + shown_text(key, 60) + "\"";
        const auto ids = special.is_object() ? special.find("ids") : special.end();
        if (!special.is_object() || ids == special.end() || !ids->is_array())
            return invalid(here + ": found " + shown_json(special) + ", expected an object with a list of ids");
        SpecialToken& token = out[key];
        for (const Json& id : *ids) {
            const Result<std::int64_t> read = get_integer(Json{{"ids", id}}, "ids", 0, kMaxId, here);
            if (!read.has_value()) return read.error();
            token.ids.push_back(static_cast<TokenId>(read.value()));
        }
        const auto pieces = special.find("tokens");
        if (pieces == special.end() || !pieces->is_array())
            return invalid(here + ": no list of tokens, expected one beside its ids");
        for (const Json& piece : *pieces) {
            if (!piece.is_string())
                return invalid(here + ": tokens: found " + shown_json(piece) + ", expected a string");
            token.pieces.push_back(piece.get<std::string>());
        }
    }
    return out;
}

Result<Place> read_place(const Json& value, const SpecialTokens& specials, const std::string& where) {
    const bool is_one_member = value.is_object() && value.size() == 1 && value.front().is_object();
    const std::string kind = is_one_member ? value.begin().key() : "";
    if (kind != "Sequence" && kind != "SpecialToken")
        return invalid(where + ": found " + shown_json(value) +
                       ", expected {\"Sequence\": …} or {\"SpecialToken\": …}");
    const Json& content = value.front();
    const Result<std::string> id = read_string(content, "id", where);
    if (!id.has_value()) return id.error();
    const Result<std::int64_t> type_id =
        get_integer(content, "type_id", 0, std::numeric_limits<std::int32_t>::max(), where);
    if (!type_id.has_value()) return type_id.error();
    Place place;
    place.type_id = static_cast<std::int32_t>(type_id.value());
    if (kind == "Sequence") {
        if (id.value() != "A" && id.value() != "B")
            return invalid(where + ": sequence \"" + shown_text(id.value(), 60) + "\", expected A or B");
        place.chunk = id.value() == "A" ? 0 : 1;
        return place;
    }
    const auto special = specials.find(id.value());
    if (special == specials.end())
        return invalid(where + ": \"" + shown_text(id.value(), 60) + "\" is not among special_tokens");
    place.special = {Kind::kSpecial, place.type_id, special->second.ids, special->second.pieces};
    return place;
}

Result<std::vector<Place>> read_template(const Json& value, const char* key, const SpecialTokens& specials,
                                         const std::string& where) {
    const auto found = value.find(key);
    const std::string here = where + ": " + key;
    if (found == value.end()) return invalid(here + ": missing, expected a list");
    if (!found->is_array()) return invalid(here + ": found " + shown_json(*found) + ", expected a list");
    std::vector<Place> out;
    std::size_t count = 0;
    for (std::size_t i = 0; i < found->size(); ++i) {
        Result<Place> place = read_place((*found)[i], specials, here + "[" + std::to_string(i) + "]");
        if (!place.has_value()) return place.error();
        count += 1 + place.value().special.ids.size();
        if (count > kMaxSpecials)
            return invalid(here + ": more than " + std::to_string(kMaxSpecials) + " tokens, expected a few");
        out.push_back(std::move(place).value());
    }
    return out;
}

Result<TemplateStep> read_template_step(const Json& value, const std::string& where) {
    const Result<SpecialTokens> specials = read_special_tokens(value, where);
    if (!specials.has_value()) return specials.error();
    Result<std::vector<Place>> single = read_template(value, "single", specials.value(), where);
    if (!single.has_value()) return single.error();
    Result<std::vector<Place>> pair = read_template(value, "pair", specials.value(), where);
    if (!pair.has_value()) return pair.error();
    for (const Place& place : single.value())
        if (place.chunk == 1)
            return invalid(where + ": single: the second text in the template for one, expected A only");
    return TemplateStep{std::move(single).value(), std::move(pair).value()};
}

// "sep": ["[SEP]", 102]
Result<TemplateItem> read_named_id(const Json& value, const char* key, const std::string& where) {
    const auto found = value.find(key);
    if (found == value.end() || !found->is_array() || found->size() != 2 || !(*found)[0].is_string())
        return invalid(where + ": " + key + ": " + (found == value.end() ? "missing" : "found " + shown_json(*found)) +
                       ", expected a token and its id");
    const Result<std::int64_t> id = get_integer(Json{{key, (*found)[1]}}, key, 0, kMaxId, where);
    if (!id.has_value()) return id.error();
    return TemplateItem{Kind::kSpecial, 0, {static_cast<TokenId>(id.value())}, {(*found)[0].get<std::string>()}};
}

Result<BertStep> read_bert_step(const Json& value, const std::string& where) {
    Result<TemplateItem> sep = read_named_id(value, "sep", where);
    if (!sep.has_value()) return sep.error();
    Result<TemplateItem> cls = read_named_id(value, "cls", where);
    if (!cls.has_value()) return cls.error();
    return BertStep{std::move(cls).value(), std::move(sep).value()};
}

Result<RobertaStep> read_roberta_step(const Json& value, const std::string& where) {
    Result<BertStep> names = read_bert_step(value, where);
    if (!names.has_value()) return names.error();
    const Result<bool> trims = read_bool(value, "trim_offsets", where);
    if (!trims.has_value()) return trims.error();
    const Result<bool> spares = read_bool(value, "add_prefix_space", where);
    if (!spares.has_value()) return spares.error();
    return RobertaStep{std::move(names.value().cls), std::move(names.value().sep), trims.value(), spares.value()};
}

struct ByteLevelStep {
    bool trims = false;
    bool spares_prefix_space = false;
};

Result<ByteLevelStep> read_byte_level_step(const Json& value, const std::string& where) {
    const Result<bool> trims = read_bool(value, "trim_offsets", where);
    if (!trims.has_value()) return trims.error();
    const Result<bool> spares = read_bool(value, "add_prefix_space", where);
    if (!spares.has_value()) return spares.error();
    if (value.contains("use_regex"))
        if (const Result<bool> unused = read_bool(value, "use_regex", where); !unused.has_value())
            return unused.error();
    return ByteLevelStep{trims.value(), spares.value()};
}

struct Step {
    std::variant<ByteLevelStep, TemplateStep, BertStep, RobertaStep> what;
    std::string where;
};

// A Result of one kind of step as one of any kind.
template <class T>
Result<Step> as_step(Result<T> read, const std::string& where) {
    if (!read.has_value()) return read.error();
    return Step{std::move(read).value(), where};
}

Result<Step> read_step(const Json& value, const std::string& type, const std::string& where) {
    if (type == "ByteLevel") return as_step(read_byte_level_step(value, where), where);
    if (type == "TemplateProcessing") return as_step(read_template_step(value, where), where);
    if (type == "BertProcessing") return as_step(read_bert_step(value, where), where);
    if (type == "RobertaProcessing") return as_step(read_roberta_step(value, where), where);
    return unknown_part_type(type, where,
                             "TemplateProcessing, BertProcessing, RobertaProcessing, ByteLevel or Sequence");
}

// The steps of a part in order, those of a sequence in its place, however deep it lies.
Result<std::vector<Step>> read_steps(const Json& value, const std::string& where) {
    struct Pending {
        const Json* value;
        std::string where;
    };
    std::vector<Step> out;
    std::vector<Pending> pending{{&value, where}};
    for (std::size_t parts = 1; !pending.empty();) {
        const Pending next = std::move(pending.back());
        pending.pop_back();
        const Result<std::string> type = read_part_type(*next.value, next.where);
        if (!type.has_value()) return type.error();
        if (type.value() != "Sequence") {
            Result<Step> step = read_step(*next.value, type.value(), next.where);
            if (!step.has_value()) return step.error();
            out.push_back(std::move(step).value());
            continue;
        }
        const auto list = next.value->find("processors");
        if (list == next.value->end() || !list->is_array())
            return invalid(next.where +
                           ": processors: " + (list == next.value->end() ? "missing" : "found " + shown_json(*list)) +
                           ", expected a list");
        parts += list->size();
        if (parts > kMaxParts)
            return invalid(where + ": more than " + std::to_string(kMaxParts) + " parts, expected a few");
        for (std::size_t i = list->size(); i-- > 0;)
            pending.push_back({&(*list)[i], next.where + ".processors[" + std::to_string(i) + "]"});
    }
    return out;
}

Result<PostProcessor::Items> run_steps(const std::vector<Step>& steps, bool is_pair, bool add_special_tokens) {
    Chunks chunks{{{Kind::kFirstText, 0}}};
    if (is_pair) chunks.push_back({{Kind::kSecondText, 1}});
    for (const Step& step : steps) {
        if (const auto* trim = std::get_if<ByteLevelStep>(&step.what); trim && trim->trims)
            trim_spans(chunks, trim->spares_prefix_space);
        if (const auto* bert = std::get_if<BertStep>(&step.what)) bert->apply(chunks, add_special_tokens);
        if (const auto* roberta = std::get_if<RobertaStep>(&step.what)) roberta->apply(chunks, add_special_tokens);
        if (const auto* items = std::get_if<TemplateStep>(&step.what))
            if (Status status = items->apply(chunks, add_special_tokens, step.where); !status.is_ok())
                return status.error();
    }
    PostProcessor::Items out;
    for (Chunk& chunk : chunks)
        out.insert(out.end(), std::make_move_iterator(chunk.begin()), std::make_move_iterator(chunk.end()));
    return out;
}

}  // namespace

Result<PostProcessor> parse_post_processor(const Json& value, const std::string& name) {
    if (value.is_null()) return PostProcessor();
    const Result<std::vector<Step>> steps = read_steps(value, name + ": post_processor");
    if (!steps.has_value()) return steps.error();
    PostProcessor::Items items[2][2];
    for (const bool is_pair : {false, true})
        for (const bool add_special_tokens : {false, true}) {
            Result<PostProcessor::Items> run = run_steps(steps.value(), is_pair, add_special_tokens);
            if (!run.has_value()) return run.error();
            items[is_pair][add_special_tokens] = std::move(run).value();
        }
    return PostProcessor(std::move(items[false][true]), std::move(items[true][true]), std::move(items[false][false]),
                         std::move(items[true][false]));
}

}  // namespace headscope
