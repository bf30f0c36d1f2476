#include "core/text/role_template.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace headscope {
namespace {

using Json = nlohmann::json;

// The items as a tokenizer.json has them.
Json items_of(std::string_view words, const RoleTokens& roles, Json& special_tokens) {
    Json items = Json::array();
    std::istringstream in{std::string(words)};
    for (std::string word; in >> word;) {
        int type_id = 0;
        if (const std::size_t colon = word.find(':'); colon != std::string::npos) {
            type_id = std::stoi(word.substr(colon + 1));
            word.resize(colon);
        }
        if (word == "A" || word == "B") {
            items.push_back({{"Sequence", {{"id", word}, {"type_id", type_id}}}});
            continue;
        }
        const auto role = roles.find(word);
        if (role == roles.end()) continue;
        const auto& [piece, id] = role->second;
        special_tokens[piece] = {{"id", piece}, {"ids", Json::array({id})}, {"tokens", Json::array({piece})}};
        items.push_back({{"SpecialToken", {{"id", piece}, {"type_id", type_id}}}});
    }
    return items;
}

}  // namespace

Result<PostProcessor> make_role_template(std::string_view single, std::string_view pair, const RoleTokens& roles,
                                         const std::string& name) {
    Json special_tokens = Json::object();
    Json value = {{"type", "TemplateProcessing"}};
    value["single"] = items_of(single, roles, special_tokens);
    value["pair"] = items_of(pair, roles, special_tokens);
    value["special_tokens"] = std::move(special_tokens);
    return parse_post_processor(value, name);
}

}  // namespace headscope
