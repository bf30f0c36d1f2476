#pragma once

#include <string_view>
#include <vector>

#include "core/trace/attention_trace.h"

namespace headscope {

// A word of a text, as people see words: its pieces and where it stands.
struct TextWord {
    int segment = 0;           // as Token::segment
    std::uint32_t number = 0;  // as Token::word
    ByteSpan span;
    std::vector<Index> pieces;  // positions, ascending
};

// The words of a trace's tokens, in order. Tokens that belong to no word, such as [SEP], are in none.
std::vector<TextWord> words_of(const AttentionTrace& trace);

// The text from the first word to the last, which must be of the same segment.
std::string_view text_between(const AttentionTrace& trace, const TextWord& first, const TextWord& last);

}  // namespace headscope
