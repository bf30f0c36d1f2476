#include "core/text/post_processor.h"

#include <cstdint>
#include <limits>
#include <map>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/json_part.h"

namespace headscope {
namespace {

using Json = nlohmann::json;
using Kind = TemplateItem::Kind;

constexpr std::int64_t kMaxId = std::numeric_limits<TokenId>::max();

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

Result<TemplateItem> read_item(const Json& value, const SpecialTokens& specials, const std::string& where) {
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
    TemplateItem item;
    item.type_id = static_cast<std::int32_t>(type_id.value());
    if (kind == "Sequence") {
        if (id.value() != "A" && id.value() != "B")
            return invalid(where + ": sequence \"" + shown_text(id.value(), 60) + "\", expected A or B");
        item.kind = id.value() == "A" ? Kind::kFirstText : Kind::kSecondText;
        return item;
    }
    const auto special = specials.find(id.value());
    if (special == specials.end())
        return invalid(where + ": \"" + shown_text(id.value(), 60) + "\" is not among special_tokens");
    item.kind = Kind::kSpecial;
    item.ids = special->second.ids;
    item.pieces = special->second.pieces;
    return item;
}

Result<std::vector<TemplateItem>> read_template(const Json& value, const char* key, const SpecialTokens& specials,
                                                const std::string& where) {
    const auto found = value.find(key);
    const std::string here = where + ": " + key;
    if (found == value.end()) return invalid(here + ": missing, expected a list");
    if (!found->is_array()) return invalid(here + ": found " + shown_json(*found) + ", expected a list");
    std::vector<TemplateItem> out;
    for (std::size_t i = 0; i < found->size(); ++i) {
        Result<TemplateItem> item = read_item((*found)[i], specials, here + "[" + std::to_string(i) + "]");
        if (!item.has_value()) return item.error();
        out.push_back(std::move(item).value());
    }
    return out;
}

Result<PostProcessor> parse_template_processing(const Json& value, const std::string& where) {
    const Result<SpecialTokens> specials = read_special_tokens(value, where);
    if (!specials.has_value()) return specials.error();
    Result<std::vector<TemplateItem>> single = read_template(value, "single", specials.value(), where);
    if (!single.has_value()) return single.error();
    Result<std::vector<TemplateItem>> pair = read_template(value, "pair", specials.value(), where);
    if (!pair.has_value()) return pair.error();
    for (const TemplateItem& item : single.value())
        if (item.kind == Kind::kSecondText)
            return invalid(where + ": single: the second text in the template for one, expected A only");
    return PostProcessor{std::move(single).value(), std::move(pair).value()};
}

// {"sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}
Result<SpecialToken> read_named_id(const Json& value, const char* key, const std::string& where) {
    const auto found = value.find(key);
    if (found == value.end() || !found->is_array() || found->size() != 2 || !(*found)[0].is_string())
        return invalid(where + ": " + key + ": " + (found == value.end() ? "missing" : "found " + shown_json(*found)) +
                       ", expected a token and its id");
    const Result<std::int64_t> id = get_integer(Json{{key, (*found)[1]}}, key, 0, kMaxId, where);
    if (!id.has_value()) return id.error();
    return SpecialToken{{static_cast<TokenId>(id.value())}, {(*found)[0].get<std::string>()}};
}

Result<PostProcessor> parse_bert_processing(const Json& value, const std::string& where) {
    const Result<SpecialToken> sep = read_named_id(value, "sep", where);
    if (!sep.has_value()) return sep.error();
    const Result<SpecialToken> cls = read_named_id(value, "cls", where);
    if (!cls.has_value()) return cls.error();
    return make_bert_post_processor(cls.value().ids[0], cls.value().pieces[0], sep.value().ids[0],
                                    sep.value().pieces[0]);
}

}  // namespace

std::size_t PostProcessor::specials(bool is_pair) const {
    std::size_t count = 0;
    for (const TemplateItem& item : is_pair ? pair : single) count += item.ids.size();
    return count;
}

PostProcessor make_plain_post_processor() {
    return {{{Kind::kFirstText, 0}}, {{Kind::kFirstText, 0}, {Kind::kSecondText, 1}}};
}

PostProcessor make_bert_post_processor(TokenId cls, const std::string& cls_piece, TokenId sep,
                                       const std::string& sep_piece) {
    const TemplateItem first{Kind::kFirstText, 0};
    const TemplateItem second{Kind::kSecondText, 1};
    const TemplateItem begin{Kind::kSpecial, 0, {cls}, {cls_piece}};
    const TemplateItem end{Kind::kSpecial, 0, {sep}, {sep_piece}};
    TemplateItem second_end = end;
    second_end.type_id = 1;
    return {{begin, first, end}, {begin, first, end, second, second_end}};
}

Result<PostProcessor> parse_post_processor(const Json& value, const std::string& name) {
    if (value.is_null()) return make_plain_post_processor();
    const std::string where = name + ": post_processor";
    const Result<std::string> type = read_part_type(value, where);
    if (!type.has_value()) return type.error();
    if (type.value() == "TemplateProcessing") return parse_template_processing(value, where);
    if (type.value() == "BertProcessing") return parse_bert_processing(value, where);
    return unknown_part_type(type.value(), where, "TemplateProcessing or BertProcessing");
}

}  // namespace headscope
