#include "core/text/special_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/json_part.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 7> kRoles{"bos_token", "eos_token", "unk_token", "sep_token",
                                            "pad_token", "cls_token", "mask_token"};

// A string, or an object with content and flags. Flags that are missing are false.
Result<AddedToken> read_token(const Json& value, const std::string& where) {
    AddedToken out;
    if (value.is_string()) {
        out.content = value.get<std::string>();
        out.special = true;
        return out;
    }
    if (!value.is_object()) return invalid(where + ": found " + shown_json(value) + ", expected a token");
    Result<std::string> content = read_string(value, "content", where);
    if (!content.has_value()) return content.error();
    out.content = std::move(content).value();
    const std::pair<const char*, bool*> flags[] = {{"single_word", &out.single_word},
                                                   {"lstrip", &out.lstrip},
                                                   {"rstrip", &out.rstrip},
                                                   {"normalized", &out.normalized},
                                                   {"special", &out.special}};
    for (const auto& [key, target] : flags) {
        if (!value.contains(key)) continue;
        const Result<bool> flag = read_bool(value, key, where);
        if (!flag.has_value()) return flag.error();
        *target = flag.value();
    }
    return out;
}

class Collector {
  public:
    explicit Collector(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {
        vocabulary_.for_each_by_id([&](TokenId id, std::string_view) { last_id_ = id; });
    }

    // Adds a token with the id asked for if it is free; one that is there already stays as it is, but becomes special.
    Status add(AddedToken token, std::optional<TokenId> id, const std::string& where) {
        if (token.content.empty()) return {};
        if (token.content.size() > Vocabulary::kMaxPieceBytes)
            return invalid(where + ": \"" + shown_text(token.content, 60) +
                           "\": " + std::to_string(token.content.size()) + " bytes long, expected at most " +
                           std::to_string(Vocabulary::kMaxPieceBytes));
        const auto [place, is_new] = places_.emplace(token.content, out_.size());
        if (!is_new) {
            out_[place->second].special = out_[place->second].special || token.special;
            return {};
        }
        if (const std::optional<TokenId> known = vocabulary_.find(token.content)) {
            token.id = *known;
        } else if (id && !vocabulary_.find_piece(*id) && !ids_.contains(*id)) {
            token.id = *id;
        } else {
            if (last_id_ == std::numeric_limits<TokenId>::max())
                return invalid(where + ": the ids would go beyond " + std::to_string(last_id_) + ", the largest");
            token.id = last_id_ + 1;
        }
        last_id_ = std::max(last_id_, token.id);
        ids_.insert(token.id);
        out_.push_back(std::move(token));
        return {};
    }

    std::vector<AddedToken> take() { return std::move(out_); }

  private:
    const Vocabulary& vocabulary_;
    std::vector<AddedToken> out_;
    std::map<std::string, std::size_t> places_;
    std::set<TokenId> ids_;
    TokenId last_id_ = -1;
};

// {"50256": {"content": …}, …}, by rising id.
Status add_decoder(const Json& config, const std::string& name, Collector& out) {
    const auto decoder = config.find("added_tokens_decoder");
    if (decoder == config.end() || decoder->is_null()) return {};
    const std::string where = name + ": added_tokens_decoder";
    if (!decoder->is_object()) return invalid(where + ": found " + shown_json(*decoder) + ", expected an object");
    std::map<TokenId, const Json*> by_id;
    for (const auto& [key, value] : decoder->items()) {
        TokenId id = 0;
        const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
        if (error != std::errc() || end != key.data() + key.size() || id < 0)
            return invalid(where + ": found the id \"" + shown_text(key, 60) + "\", expected a whole number");
        by_id.emplace(id, &value);
    }
    for (const auto& [id, value] : by_id) {
        const std::string here = where + ": " + std::to_string(id);
        Result<AddedToken> token = read_token(*value, here);
        if (!token.has_value()) return token.error();
        if (Status status = out.add(std::move(token).value(), id, here); !status.is_ok()) return status;
    }
    return {};
}

// {"<mask>": 50264, …}, by rising id.
Status add_added_tokens_json(const Json& tokens, const std::string& name, Collector& out) {
    if (!tokens.is_object()) return invalid(name + ": found " + shown_json(tokens) + ", expected an object");
    std::map<std::int64_t, std::string> by_id;
    for (const auto& [content, value] : tokens.items()) {
        const Result<std::int64_t> id =
            get_integer(tokens, content.c_str(), 0, std::numeric_limits<TokenId>::max(), name);
        if (!id.has_value()) return id.error();
        by_id.emplace(id.value(), content);
    }
    for (const auto& [id, content] : by_id) {
        AddedToken token;
        token.content = content;
        if (Status status = out.add(std::move(token), static_cast<TokenId>(id), name); !status.is_ok()) return status;
    }
    return {};
}

// Lists of further special tokens.
Status add_lists(const Json& config, const std::string& name, Collector& out) {
    for (const char* key : {"additional_special_tokens", "extra_special_tokens"}) {
        const auto list = config.find(key);
        if (list == config.end() || !list->is_array()) continue;
        for (const Json& value : *list) {
            Result<AddedToken> token = read_token(value, name + ": " + key);
            if (!token.has_value()) return token.error();
            token.value().special = true;
            if (Status status = out.add(std::move(token).value(), std::nullopt, name + ": " + key); !status.is_ok())
                return status;
        }
    }
    return {};
}

}  // namespace

Result<NamedTokens> read_named_tokens(const TokenizerSiblings& siblings, const Vocabulary& vocabulary,
                                      bool mask_takes_space) {
    static const Json nothing = Json::object();
    const Json& config = siblings.config ? *siblings.config : nothing;
    const Json& map = siblings.special_tokens_map ? *siblings.special_tokens_map : nothing;
    NamedTokens out;
    Collector collector(vocabulary);
    if (Status status = add_decoder(config, siblings.config_name, collector); !status.is_ok()) return status.error();
    if (siblings.added_tokens)
        if (Status status = add_added_tokens_json(*siblings.added_tokens, siblings.added_tokens_name, collector);
            !status.is_ok())
            return status.error();
    for (const char* role : kRoles) {
        const bool is_in_config = config.contains(role) && !config[role].is_null();
        const Json& source = is_in_config ? config : map;
        const auto value = source.find(role);
        if (value == source.end() || value->is_null()) continue;
        const std::string where =
            (is_in_config ? siblings.config_name : siblings.special_tokens_map_name) + ": " + role;
        Result<AddedToken> read = read_token(*value, where);
        if (!read.has_value()) return read.error();
        AddedToken& token = read.value();
        token.special = true;
        if (value->is_string() && mask_takes_space && std::string_view(role) == "mask_token") token.lstrip = true;
        out.roles[role] = token.content;
        if (Status status = collector.add(std::move(token), std::nullopt, where); !status.is_ok())
            return status.error();
    }
    for (const auto& [json, name] :
         {std::pair{&config, &siblings.config_name}, std::pair{&map, &siblings.special_tokens_map_name}})
        if (Status status = add_lists(*json, *name, collector); !status.is_ok()) return status.error();
    out.added = collector.take();
    return out;
}

}  // namespace headscope
