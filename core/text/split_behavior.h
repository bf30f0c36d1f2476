#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/normalized_text.h"

namespace headscope {

// What becomes of the places where a pre-tokenizer's pattern matches.
enum class SplitBehavior { kRemoved, kIsolated, kMergedWithPrevious, kMergedWithNext, kContiguous };

// A stretch between or in matches; may be empty.
struct SplitPiece {
    CharRange chars;
    bool is_match = false;
};

// Appends the words that a stretch of text makes of its pieces, which follow one another and cover it. Empty words are
// left out.
void append_words(const std::vector<SplitPiece>& pieces, SplitBehavior behavior, std::vector<CharRange>& words);

// Appends the pieces that matches make of a range of characters: each match, and what lies between them. `matches` are
// counted from the range's beginning, in order and without overlap.
void append_pieces(CharRange range, const std::vector<CharRange>& matches, bool invert, std::vector<SplitPiece>& out);

// object["behavior"]. `where` is "FILE: pre_tokenizer: Split".
Result<SplitBehavior> read_split_behavior(const nlohmann::json& object, const std::string& where);

}  // namespace headscope
