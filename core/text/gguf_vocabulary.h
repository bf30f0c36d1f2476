#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/io/gguf_metadata.h"
#include "core/text/added_tokens.h"
#include "core/text/sentencepiece_model.h"
#include "core/text/vocabulary.h"

namespace headscope {

// The vocabulary in the metadata of a GGUF file ("tokenizer.ggml.…"), checked: valid UTF-8 throughout, as many types
// and scores as tokens, known types, finite scores, ids within the vocabulary. Refers to the metadata.
struct GgufVocabulary {
    const GgufMetadata* metadata = nullptr;
    const GgufStrings* tokens = nullptr;   // the place is the id
    std::vector<SentencepieceType> types;  // of each token; all normal where the file has none
    std::vector<float> scores;             // of each token; empty where the file has none

    // "FILE: tokenizer.ggml.tokens[3]".
    std::string place(std::size_t id) const;
    // The token that tokenizer.ggml.KEY names, if it names one.
    Result<std::optional<TokenId>> find_id(const char* key) const;
    Result<bool> find_switch(const char* key, bool fallback) const;
};
Result<GgufVocabulary> read_gguf_vocabulary(const GgufMetadata& metadata);

// Strings and ids both ways. Of a token that comes twice the first counts, which is told.
Vocabulary make_vocabulary(const GgufVocabulary& gguf, std::vector<std::string>& warnings);

// The tokens that are found in raw text: control and unknown ones as special tokens, and user-defined ones if asked
// for.
std::vector<AddedToken> find_added_tokens(const GgufVocabulary& gguf, bool with_user_defined);

// "tokenizer.ggml.KEY".
std::string gguf_key(std::string_view key);

}  // namespace headscope
