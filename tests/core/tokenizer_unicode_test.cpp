// Every predicate asked about every scalar value, against the ranges measured on the reference.

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/text/normalized_text.h"
#include "core/text/normalizer.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

Json measured_ranges() {
    std::ifstream file(HEADSCOPE_SOURCE_DIR "/core/text/unicode_ranges.json");
    return Json::parse(file);
}

struct NamedClass {
    const char* name;
    bool (*holds)(char32_t);
};

class UnicodeClass : public testing::TestWithParam<NamedClass> {};

TEST_P(UnicodeClass, HoldsExactlyTheMeasuredCharacters) {
    std::vector<bool> expected(0x110000, false);
    const Json ranges = measured_ranges()[GetParam().name];
    ASSERT_FALSE(ranges.empty());
    for (const Json& range : ranges)
        for (std::size_t c = range[0].get<std::size_t>(); c <= range[1].get<std::size_t>(); ++c) expected[c] = true;
    std::size_t wrong = 0;
    for (char32_t c = 0; c < 0x110000; ++c)
        if (GetParam().holds(c) != expected[c] && ++wrong <= 5)
            ADD_FAILURE() << "U+" << std::hex << static_cast<std::uint32_t>(c);
    EXPECT_EQ(wrong, 0u);
}

INSTANTIATE_TEST_SUITE_P(
    All, UnicodeClass,
    testing::Values(NamedClass{"bert_removed", is_removed_by_bert}, NamedClass{"bert_space", is_space_for_bert},
                    NamedClass{"bert_accent", is_accent}, NamedClass{"bert_punctuation", is_bert_punctuation},
                    NamedClass{"bert_cjk", is_cjk_for_bert}, NamedClass{"white_space", is_white_space},
                    NamedClass{"word", is_word_character}, NamedClass{"numeric", is_numeric},
                    NamedClass{"combining_mark", is_combining_mark}, NamedClass{"regex_word", is_lone_regex_word},
                    NamedClass{"alphabetic", is_alphabetic}, NamedClass{"uppercase", is_uppercase},
                    NamedClass{"lowercase", is_lowercase}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Unicode, CategoriesAreThoseOfTheReference) {
    const char* const names[] = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps",
                                 "Pe", "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Co"};
    std::vector<std::uint8_t> expected(0x110000, 0);
    const Json ranges = measured_ranges();
    std::uint8_t number = 0;
    for (const char* name : names) {
        ++number;
        for (const Json& range : ranges[std::string("category_") + name])
            for (std::size_t c = range[0].get<std::size_t>(); c <= range[1].get<std::size_t>(); ++c)
                expected[c] = number;
    }
    for (char32_t c = 0; c < 0x110000; ++c) {
        ASSERT_EQ(static_cast<std::uint8_t>(general_category(c)), expected[c]) << static_cast<std::uint32_t>(c);
        ASSERT_EQ(is_letter(c), expected[c] >= 1 && expected[c] <= 5) << static_cast<std::uint32_t>(c);
        ASSERT_EQ(is_number(c), expected[c] >= 9 && expected[c] <= 11) << static_cast<std::uint32_t>(c);
    }
    EXPECT_EQ(general_category(U'a'), Category::Ll);
    EXPECT_EQ(general_category(U'\U0001F600'), Category::So);
    EXPECT_EQ(general_category(0x110000), Category::Cn);
    EXPECT_FALSE(is_letter(U'\U000323B0'));  // of Unicode 17
}

TEST(Unicode, LatinFractionsAreWordCharactersOutsideBracketsOnly) {
    EXPECT_TRUE(is_lone_regex_word(U'\u00BD'));
    EXPECT_FALSE(is_regex_word(U'\u00BD'));
    EXPECT_TRUE(is_regex_word(U'_'));
    EXPECT_TRUE(is_regex_word(U'\u00E9'));
    EXPECT_FALSE(is_regex_word(U'\u200D'));  // a joiner is \w for single_word alone
    EXPECT_TRUE(is_word_character(U'\u200D'));
}

std::u32string text_of(const Expansion& expansion) {
    return {expansion.values.data(), expansion.size};
}

// FNV-1a over every scalar value's expansion: a digest to compare with the reference's, measured by
// make_unicode_tables.py.
std::uint64_t digest_of(Expansion (*expand)(char32_t)) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (char32_t c = 0; c < 0x110000; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        for (const char32_t value : text_of(expand(c)) + U'\n') hash = (hash ^ value) * 0x100000001B3;
    }
    return hash;
}

TEST(Unicode, LowerCaseOfEveryCharacterIsThatOfTheReference) {
    EXPECT_EQ(digest_of(lowercase), measured_ranges()["lowercase_digest"].get<std::uint64_t>());
    EXPECT_EQ(text_of(lowercase(U'A')), U"a");
    EXPECT_EQ(text_of(lowercase(U'\u03A3')), U"\u03C3");   // Σ, never ς
    EXPECT_EQ(text_of(lowercase(U'\u0130')), U"i\u0307");  // İ
    EXPECT_EQ(text_of(lowercase(U'\u1C89')), U"\u1C8A");   // of Unicode 16
    EXPECT_EQ(text_of(lowercase(U'\u1E9E')), U"\u00DF");   // ẞ
}

TEST(Unicode, DecompositionOfEveryCharacterIsThatOfTheReference) {
    EXPECT_EQ(digest_of(decompose), measured_ranges()["nfd_digest"].get<std::uint64_t>());
    EXPECT_EQ(text_of(decompose(U'\u00E9')), U"e\u0301");
    EXPECT_EQ(text_of(decompose(U'\uAC01')), U"\u1100\u1161\u11A8");  // a Hangul syllable
    EXPECT_EQ(text_of(decompose(U'\u1F82')), U"\u03B1\u0313\u0300\u0345");
    EXPECT_EQ(text_of(decompose(U'\U00011938')), U"\U00011938");  // of Unicode 13, unknown to the reference
}

TEST(Unicode, MarksThatMoveAreThoseOfTheReference) {
    std::vector<bool> expected(0x110000, false);
    const Json ranges = measured_ranges()["moving_marks"];
    for (const Json& range : ranges)
        for (std::size_t c = range[0].get<std::size_t>(); c <= range[1].get<std::size_t>(); ++c) expected[c] = true;
    for (char32_t c = 0; c < 0x110000; ++c) {
        const bool is_decomposed = decompose(c).size > 1 || decompose(c).values[0] != c;
        if (is_decomposed) continue;
        ASSERT_EQ(combining_class(c) != 0, expected[c]) << "U+" << std::hex << static_cast<std::uint32_t>(c);
    }
    EXPECT_EQ(combining_class(U'\u0301'), 230);
    EXPECT_EQ(combining_class(U'\u0327'), 202);
}

TEST(NormalizedText, StartsWithEveryCharacterComingFromItself) {
    const NormalizedText text("a日\U0001F642");
    ASSERT_EQ(text.size(), 3u);
    EXPECT_EQ(text.origin(1), (ByteSpan{1, 4}));
    EXPECT_EQ(text.origin({0, 3}), (ByteSpan{0, 8}));
    EXPECT_EQ(text.utf8({1, 3}), "日\U0001F642");
    const NormalizedText part(text, {1, 2});
    EXPECT_EQ(part.size(), 1u);
    EXPECT_EQ(part.origin(0), (ByteSpan{1, 4}));
}

TEST(NormalizedText, ChangesKeepOriginsByPlace) {
    NormalizedText text("abcd");
    // + is inserted at the start, x takes the place of a, y is inserted, z takes the place of b and removes c.
    text.transform({{U'+', 1}, {U'x', 0}, {U'y', 1}, {U'z', -1}, {U'd', 0}});
    EXPECT_EQ(text.utf8(text.all()), "+xyzd");
    EXPECT_EQ(text.origin(0), (ByteSpan{0, 0}));
    EXPECT_EQ(text.origin(1), (ByteSpan{0, 1}));
    EXPECT_EQ(text.origin(2), (ByteSpan{0, 1}));
    EXPECT_EQ(text.origin(3), (ByteSpan{1, 2}));
    EXPECT_EQ(text.origin(4), (ByteSpan{3, 4}));
}

TEST(NormalizedText, RemovalAtTheStartLeavesTheRestInPlace) {
    NormalizedText text("abc");
    text.transform({{U'c', 0}}, 2);
    EXPECT_EQ(text.origin(0), (ByteSpan{2, 3}));
    NormalizedText filtered("a1b2");
    filtered.filter([](char32_t c) { return c >= U'a'; });
    EXPECT_EQ(filtered.utf8(filtered.all()), "ab");
    EXPECT_EQ(filtered.origin(1), (ByteSpan{2, 3}));
}

TEST(BertNormalizer, ReordersMarksBeforeTheyAreTakenByPlace) {
    NormalizedText text("a\u0301\u0323b");  // acute (230) before dot below (220)
    ASSERT_TRUE(make_bert_normalizer({false, false, false, false})->apply(text).is_ok());
    EXPECT_EQ(text.utf8(text.all()), "a\u0301\u0323b");  // nothing is switched on
    ASSERT_TRUE(make_bert_normalizer({false, false, true, false})->apply(text).is_ok());
    EXPECT_EQ(text.utf8(text.all()), "ab");
    EXPECT_EQ(text.origin(1), (ByteSpan{5, 6}));
}

}  // namespace
}  // namespace headscope
