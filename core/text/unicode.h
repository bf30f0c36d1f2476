#pragma once

#include <array>
#include <cstdint>

namespace headscope {

// What the tokenizers' reference holds about single characters. Each fact belongs to a Unicode version of its own (see
// make_unicode_tables.py and unicode.cpp), so that texts are cut the same whichever version the system's ICU knows.

bool is_removed_by_bert(char32_t c);   // dropped by BertNormalizer's clean_text: controls, formats, private use
bool is_space_for_bert(char32_t c);    // made a plain space by clean_text
bool is_accent(char32_t c);            // a nonspacing mark: dropped with the accents, once decomposed
bool is_bert_punctuation(char32_t c);  // a word of its own for BertPreTokenizer
bool is_cjk_for_bert(char32_t c);      // surrounded by spaces by handle_chinese_chars
bool is_white_space(char32_t c);       // White_Space; also \s of the reference's regular expressions
bool is_word_character(char32_t c);    // \w of the reference's regular expressions

// What one character becomes: `size` values.
struct Expansion {
    std::array<char32_t, 4> values{};
    std::uint32_t size = 0;
};

// The full canonical decomposition (NFD), before reordering; the character itself where it has none.
Expansion decompose(char32_t c);

// Canonical_Combining_Class, 0 to 254. Marks of a run are reordered by it, starters are 0.
std::uint8_t combining_class(char32_t c);

// Lower case of a character by itself, without regard to its neighbours: final sigma is σ, İ is i and U+0307.
Expansion lowercase(char32_t c);

}  // namespace headscope
