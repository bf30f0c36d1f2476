#include "core/trace/token_match.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace headscope {
namespace {

// Words between [CLS] and [SEP], as typed.
Encoding words_between_specials(const std::vector<std::string>& words) {
    Encoding encoding;
    const auto add_special = [&](const char* piece) {
        Token token;
        token.piece = piece;
        token.is_template = token.is_special = true;
        encoding.tokens.push_back(token);
    };
    add_special("[CLS]");
    for (const std::string& word : words) {
        Token token;
        token.piece = "piece of " + word;
        if (!encoding.text.empty()) encoding.text += ' ';
        token.span.begin = static_cast<std::uint32_t>(encoding.text.size());
        encoding.text += word;
        token.span.end = static_cast<std::uint32_t>(encoding.text.size());
        encoding.tokens.push_back(token);
    }
    add_special("[SEP]");
    return encoding;
}

TokenMatch match(const Encoding& first, const Encoding& second) {
    return match_tokens({first.tokens, first}, {second.tokens, second});
}

using Pairs = std::vector<TokenMatch::Pair>;

TEST(TokenMatch, AnInsertedWordLeavesTheOthersMatched) {
    const TokenMatch found =
        match(words_between_specials({"the", "man", "saw"}), words_between_specials({"the", "old", "man", "saw"}));
    EXPECT_EQ(found.pairs(), (Pairs{{0, 0}, {1, 1}, {2, 3}, {3, 4}, {4, 5}}));
    EXPECT_EQ(found.in_second(2), 3);
    EXPECT_EQ(found.in_first(3), 2);
    EXPECT_EQ(found.in_first(2), std::nullopt);
    EXPECT_EQ(found.in_second(99), std::nullopt);
}

TEST(TokenMatch, AnExchangedWordIsMatchedToNothing) {
    const TokenMatch found =
        match(words_between_specials({"he", "saw", "her"}), words_between_specials({"she", "saw", "him"}));
    EXPECT_EQ(found.pairs(), (Pairs{{0, 0}, {2, 2}, {4, 4}}));
}

TEST(TokenMatch, CaseAndSpacesDoNotCountButSpecialsGoByTheirPieces) {
    Encoding first = words_between_specials({"The", "man"});
    Encoding second = words_between_specials({"the", "MAN"});
    second.tokens[2].span.begin -= 1;  // takes the space along, as byte-level pieces do
    second.tokens[0].piece = "<s>";
    EXPECT_EQ(match(first, second).pairs(), (Pairs{{1, 1}, {2, 2}, {3, 3}}));
}

TEST(TokenMatch, OfRepeatedWordsTheLongestCommonPartIsFound) {
    const TokenMatch found =
        match(words_between_specials({"a", "b", "c", "a", "b"}), words_between_specials({"c", "a", "b", "a", "d"}));
    // c a b
    EXPECT_EQ(found.pairs(), (Pairs{{0, 0}, {3, 1}, {4, 2}, {5, 3}, {6, 6}}));
}

TEST(TokenMatch, TextsWithNothingInCommonMatchTheirTemplateAlone) {
    const TokenMatch found = match(words_between_specials({"x"}), words_between_specials({}));
    EXPECT_EQ(found.pairs(), (Pairs{{0, 0}, {2, 1}}));
}

TEST(MatchedMaps, DifferenceAndDistanceFollowTheirFormulas) {
    // Three tokens against four, of which the third is new.
    const std::vector<float> a = {0.5F, 0.3F, 0.2F, 0, 1, 0, 0.1F, 0.1F, 0.8F};
    const std::vector<float> b = {0.2F, 0.3F, 0.4F, 0.1F, 0, 1, 0, 0, 1, 0, 0, 0, 0.1F, 0.1F, 0, 0.8F};
    const ConstMatrixView first{a.data(), 3, 3, 3};
    const ConstMatrixView second{b.data(), 4, 4, 4};
    const TokenMatch same({{0, 0}, {1, 1}, {2, 3}}, 3, 4);
    const MatchedDifference difference = matched_difference(first, second, same, same);
    ASSERT_EQ(difference.rows, 3);
    ASSERT_EQ(difference.cols, 3);
    EXPECT_FLOAT_EQ(difference.view()(0, 0), -0.3F);
    EXPECT_FLOAT_EQ(difference.view()(0, 2), -0.1F);
    EXPECT_FLOAT_EQ(difference.view()(1, 1), 0);
    EXPECT_FLOAT_EQ(difference.view()(2, 2), 0);
    // Row 0: ½ (0.3 + 0 + 0.1 + 0.4 on the new key); the others do not differ.
    EXPECT_NEAR(matched_distance(first, second, same, same), 0.4 / 3, 1e-7);
}

TEST(MatchedMaps, RowsWithNothingInCommonAreOneApart) {
    const std::vector<float> a = {1, 0};
    const std::vector<float> b = {0, 1};
    const TokenMatch queries({{0, 0}}, 1, 1);
    const TokenMatch keys({{0, 0}, {1, 1}}, 2, 2);
    EXPECT_EQ(matched_distance({a.data(), 1, 2, 2}, {b.data(), 1, 2, 2}, queries, keys), 1);
    EXPECT_TRUE(std::isnan(matched_distance({a.data(), 1, 2, 2}, {b.data(), 1, 2, 2}, TokenMatch(), keys)));
}

}  // namespace
}  // namespace headscope
