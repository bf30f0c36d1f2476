#include "core/text/tokenizer_config.h"

#include <array>

#include "core/text/json_part.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

struct Switch {
    const char* config_key;
    const char* normalizer_key;
    bool may_be_null;
};
constexpr std::array<Switch, 3> kSwitches{{{"do_lower_case", "lowercase", false},
                                           {"strip_accents", "strip_accents", true},
                                           {"tokenize_chinese_chars", "handle_chinese_chars", false}}};

// The switch in tokenizer_config.json; a null pointer where it says nothing.
Result<const Json*> find_switch(const Json& config, const Switch& which, const std::string& name) {
    const auto found = config.find(which.config_key);
    if (found == config.end() || (found->is_null() && !which.may_be_null)) return nullptr;
    if (!found->is_boolean() && !found->is_null())
        return invalid(name + ": " + which.config_key + ": found " + shown_json(*found) + ", expected true or false");
    return &*found;
}

}  // namespace

Status override_bert_switches(const Json& config, const std::string& name, Json& normalizer,
                              std::vector<std::string>& warnings) {
    if (!normalizer.is_object() || normalizer.value("type", Json()) != "BertNormalizer") return {};
    for (const Switch& which : kSwitches) {
        const Result<const Json*> found = find_switch(config, which, name);
        if (!found.has_value()) return found.error();
        const auto current = normalizer.find(which.normalizer_key);
        if (!found.value() || current == normalizer.end() || *current == *found.value()) continue;
        warnings.push_back(name + ": " + which.config_key + " is " + found.value()->dump() +
                           ", where tokenizer.json has " + which.normalizer_key + " " + shown_json(*current) +
                           ": the former is used");
        *current = *found.value();
    }
    return {};
}

Result<BertNormalizerSwitches> read_bert_switches(const Json& config, const std::string& name) {
    // As a tokenizer.json has them.
    Json switches = {{"lowercase", true}, {"strip_accents", nullptr}, {"handle_chinese_chars", true}};
    for (const Switch& which : kSwitches) {
        const Result<const Json*> found = find_switch(config, which, name);
        if (!found.has_value()) return found.error();
        if (found.value()) switches[which.normalizer_key] = *found.value();
    }
    BertNormalizerSwitches out;
    out.lowercase = switches["lowercase"].get<bool>();
    out.handle_chinese_chars = switches["handle_chinese_chars"].get<bool>();
    out.strip_accents = switches["strip_accents"].is_null() ? out.lowercase : switches["strip_accents"].get<bool>();
    return out;
}

Result<std::string> read_special_token(const Json& config, const char* key, const std::string& fallback,
                                       const std::string& name) {
    const auto found = config.find(key);
    if (found == config.end() || found->is_null()) return fallback;
    if (found->is_string()) return found->get<std::string>();
    if (found->is_object()) return read_string(*found, "content", name + ": " + key);
    return invalid(name + ": " + key + ": found " + shown_json(*found) + ", expected a token");
}

}  // namespace headscope
