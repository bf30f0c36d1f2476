#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/text/vocabulary.h"

namespace headscope {

// A tokenizer.json taken apart, nothing of it interpreted yet.
struct TokenizerJson {
    nlohmann::json root;                   // everything but model.vocab where that is an object
    std::optional<Vocabulary> vocabulary;  // model.vocab where it is an object of ids
};

// Strict JSON as parse_json reads it, except that the vocabulary, most of the file, goes straight into its own compact
// form. Ids are whole numbers from 0 to 2^31 − 1, no piece and no id comes twice. `name` begins every message.
Result<TokenizerJson> parse_tokenizer_json(std::string_view text, const std::string& name);

}  // namespace headscope
