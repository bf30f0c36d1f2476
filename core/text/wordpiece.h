#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "core/base/result.h"
#include "core/text/token_model.h"
#include "core/text/vocabulary.h"

namespace headscope {

struct WordPieceOptions {
    std::string unk_token = "[UNK]";
    std::string continuing_subword_prefix = "##";
    std::string word_prefix = "";  // of a word's first piece, as the vocabulary has it
    std::uint64_t max_input_chars_per_word = 100;
};

// Greedy longest match from the left; all but a word's first piece are looked up with the prefix. A word that cannot be
// spelled, or is longer than the limit (in code points), becomes one unknown token. `where` ("FILE: model")
// begins the error where one is needed and unk_token is not in the vocabulary.
std::unique_ptr<const TokenModel> make_wordpiece(Vocabulary vocabulary, WordPieceOptions options,
                                                 const std::string& where);

// The options in the "model" of a tokenizer.json.
Result<WordPieceOptions> parse_wordpiece_options(const nlohmann::json& model, const std::string& where);

}  // namespace headscope
