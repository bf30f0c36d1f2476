#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"

namespace headscope {

// A tokenizer.json of nine pieces, WordPiece with BERT's parts, for a test to change. It asks for truncation to 4
// tokens.
nlohmann::json small_tokenizer();

// An entry of "added_tokens".
nlohmann::json special_token(int id, const std::string& content);

// A tokenizer_config.json that lies beside the tokenizer.
TokenizerSiblings siblings_with(const nlohmann::json& config);

// What opening a file comes to: refused, opened with a word, or opened as if nothing were wrong.
enum class Outcome { kError, kWarning, kSilent };

// Expects this outcome, and the mentions in what is told, in one line that begins with "T.json: " or "V.txt: ".
void expect_outcome(const Result<LoadedTokenizer>& loaded, Outcome outcome, const std::vector<std::string>& mentions);

// The pieces of a text with a space between them.
std::string pieces_of(const LoadedTokenizer& loaded, std::string_view text);

}  // namespace headscope
