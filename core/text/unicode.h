#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace headscope {

// What the tokenizers' reference holds about single characters. Each fact belongs to a Unicode version of its own (see
// make_unicode_tables.py and unicode.cpp), so that texts are cut the same whichever version the system's ICU knows.
// Every class is a look-up in a constant table; a value beyond U+10FFFF is none of them.

bool is_removed_by_bert(char32_t c);   // dropped by BertNormalizer's clean_text: controls, formats, private use
bool is_space_for_bert(char32_t c);    // made a plain space by clean_text
bool is_accent(char32_t c);            // a nonspacing mark: dropped with the accents, once decomposed
bool is_bert_punctuation(char32_t c);  // a word of its own for BertPreTokenizer
bool is_cjk_for_bert(char32_t c);      // surrounded by spaces by handle_chinese_chars
bool is_white_space(char32_t c);       // White_Space; also \s of the reference's regular expressions
bool is_word_character(char32_t c);    // \w for single_word and the Whitespace pre-tokenizer
bool is_numeric(char32_t c);           // a word of its own for the Digits pre-tokenizer
bool is_combining_mark(char32_t c);    // dropped by the StripAccents normalizer

// General_Category in the regular expressions of the reference (Unicode 16).
enum class Category : std::uint8_t {
    Cn,
    Lu,
    Ll,
    Lt,
    Lm,
    Lo,
    Mn,
    Mc,
    Me,
    Nd,
    Nl,
    No,
    Pc,
    Pd,
    Ps,
    Pe,
    Pi,
    Pf,
    Po,
    Sm,
    Sc,
    Sk,
    So,
    Zs,
    Zl,
    Zp,
    Cc,
    Cf,
    Co
};
Category general_category(char32_t c);

bool is_letter(char32_t c);      // \p{L} there
bool is_number(char32_t c);      // \p{N} there
bool is_alphabetic(char32_t c);  // [[:alpha:]] and \p{Alphabetic} there; [[:alnum:]] has the category Nd too
bool is_uppercase(char32_t c);   // [[:upper:]] there
bool is_lowercase(char32_t c);   // [[:lower:]] there
bool is_regex_word(char32_t c);  // \w inside brackets there, and [[:word:]]
// A \w outside brackets there: as is_regex_word, and ² ³ ¹ ¼ ½ ¾, which only the table for Latin-1 has.
bool is_lone_regex_word(char32_t c);

// How characters join into grapheme clusters (Unicode Standard Annex 29, the reference's version).
enum class GraphemeClass : std::uint8_t {
    kOther,
    kCr,
    kLf,
    kControl,
    kExtend,          // joins what is before it, and interrupts a conjunct
    kConjunctExtend,  // joins what is before it
    kConjunctLinker,  // the same, and joins two consonants
    kZwj,
    kRegionalIndicator,
    kPrepend,  // joins what is behind it
    kSpacingMark,
    kL,  // Hangul: leading consonants, vowels, trailing consonants, syllables without and with such
    kV,
    kT,
    kLv,
    kLvt,
    kPictograph,
    kConjunctConsonant
};
GraphemeClass grapheme_class(char32_t c);

// What one character becomes: `size` values.
struct Expansion {
    static constexpr std::size_t kMost = 18;  // U+FDFA
    std::array<char32_t, kMost> values{};
    std::uint32_t size = 0;
};

// Unicode's normalization forms, as the reference knows them: characters later than Unicode 9 stay as they are.
enum class NormalizationForm : std::uint8_t { kNfc, kNfd, kNfkc, kNfkd };

// True if the form leaves the character alone whatever stands around it.
bool is_settled(char32_t c, NormalizationForm form);
// The full decomposition before reordering, canonical (NFC, NFD) or compatible (NFKC, NFKD); the character itself where
// it has none.
Expansion decompose(char32_t c, NormalizationForm form);
// Canonical_Combining_Class, 0 to 254. Marks of a run are reordered by it, starters are 0.
std::uint8_t combining_class(char32_t c);
// The character that NFC makes of two, 0 if they stay two.
char32_t compose(char32_t first, char32_t second);

// Lower case of a character by itself, without regard to its neighbours: final sigma is σ, İ is i and U+0307.
Expansion lowercase(char32_t c);

}  // namespace headscope
