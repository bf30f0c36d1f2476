// Every predicate asked about every scalar value, against the ranges measured on the reference.

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/utf8.h"
#include "core/text/normalization.h"
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
template <class F>
std::uint64_t digest_of(F expand) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (char32_t c = 0; c < 0x110000; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        for (const char32_t value : expand(c) + U'\n') hash = (hash ^ value) * 0x100000001B3;
    }
    return hash;
}

TEST(Unicode, LowerCaseOfEveryCharacterIsThatOfTheReference) {
    EXPECT_EQ(digest_of([](char32_t c) { return text_of(lowercase(c)); }),
              measured_ranges()["lowercase_digest"].get<std::uint64_t>());
    EXPECT_EQ(text_of(lowercase(U'A')), U"a");
    EXPECT_EQ(text_of(lowercase(U'\u03A3')), U"\u03C3");   // Σ, never ς
    EXPECT_EQ(text_of(lowercase(U'\u0130')), U"i\u0307");  // İ
    EXPECT_EQ(text_of(lowercase(U'\u1C89')), U"\u1C8A");   // of Unicode 16
    EXPECT_EQ(text_of(lowercase(U'\u1E9E')), U"\u00DF");   // ẞ
}

std::u32string normalized(const std::u32string& text, NormalizationForm form) {
    std::string bytes;
    for (const char32_t c : text) append_utf8(bytes, c);
    NormalizedText rewritten(bytes);
    normalize(rewritten, form);
    return {rewritten.values().begin(), rewritten.values().end()};
}

TEST(Unicode, NormalizationOfEveryCharacterIsThatOfTheReference) {
    const Json ranges = measured_ranges();
    const std::pair<const char*, NormalizationForm> forms[] = {{"nfc_digest", NormalizationForm::kNfc},
                                                               {"nfd_digest", NormalizationForm::kNfd},
                                                               {"nfkc_digest", NormalizationForm::kNfkc},
                                                               {"nfkd_digest", NormalizationForm::kNfkd}};
    for (const auto& [key, form] : forms)
        EXPECT_EQ(digest_of([form = form](char32_t c) { return normalized({c}, form); }),
                  ranges[key].get<std::uint64_t>())
            << key;
    EXPECT_EQ(normalized(U"\u00E9", NormalizationForm::kNfd), U"e\u0301");
    EXPECT_EQ(normalized(U"\uAC01", NormalizationForm::kNfd), U"\u1100\u1161\u11A8");  // a Hangul syllable
    EXPECT_EQ(normalized(U"\u1F82", NormalizationForm::kNfd), U"\u03B1\u0313\u0300\u0345");
    EXPECT_EQ(normalized(U"\uFB01\uFDFA", NormalizationForm::kNfkd).size(), 20u);
    EXPECT_EQ(normalized(U"\u212B\u0958", NormalizationForm::kNfc), U"\u00C5\u0915\u093C");
}

TEST(Unicode, NormalizationLeavesCharactersLaterThanTheReferenceAlone) {
    for (const NormalizationForm form :
         {NormalizationForm::kNfc, NormalizationForm::kNfd, NormalizationForm::kNfkc, NormalizationForm::kNfkd}) {
        EXPECT_EQ(normalized(U"\U00011938", form), U"\U00011938");                      // of Unicode 13
        EXPECT_EQ(normalized(U"\U00011935\U00011930", form), U"\U00011935\U00011930");  // its parts
        EXPECT_EQ(normalized(U"\U0001FBF0\u32FF", form), U"\U0001FBF0\u32FF");
    }
}

TEST(Unicode, CompositionOfEveryPairIsThatOfItsDecomposition) {
    for (char32_t c = 0; c < 0x110000; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        const std::u32string apart = normalized({c}, NormalizationForm::kNfd);
        const std::u32string again = normalized(apart, NormalizationForm::kNfc);
        ASSERT_EQ(again, normalized({c}, NormalizationForm::kNfc)) << static_cast<std::uint32_t>(c);
    }
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
