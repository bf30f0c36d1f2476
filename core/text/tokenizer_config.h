#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/normalizer.h"

namespace headscope {

// Puts do_lower_case, strip_accents and tokenize_chinese_chars of a tokenizer_config.json, where they are given, in
// place of the switches of `normalizer`, the value of "normalizer" in a tokenizer.json, if that is a BertNormalizer.
// Each change is told in `warnings`. `name` is the config's, for messages.
Status override_bert_switches(const nlohmann::json& config, const std::string& name, nlohmann::json& normalizer,
                              std::vector<std::string>& warnings);

// The switches for a vocab.txt: those given, else BERT's defaults.
Result<BertNormalizerSwitches> read_bert_switches(const nlohmann::json& config, const std::string& name);

// The special token config[key], a string or an object with "content"; `fallback` where there is none.
Result<std::string> read_special_token(const nlohmann::json& config, const char* key, const std::string& fallback,
                                       const std::string& name);

}  // namespace headscope
