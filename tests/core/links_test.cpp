#include "core/trace/links.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/core/sample_trace.h"

namespace headscope {
namespace {

using Places = std::vector<std::vector<Index>>;

// The sample with every weight 0 but those that a test sets.
struct EmptySample : SampleTrace {
    EmptySample() {
        for (Index l = 0; l < 2; ++l)
            for (Index h = 0; h < 3; ++h)
                for (Index q = 0; q < n(); ++q)
                    for (Index k = 0; k < n(); ++k) maps->head(l, h)(q, k) = 0;
    }
};

TEST(TopTarget, TakesTheStrongestAndAmongEqualsTheFirst) {
    const EmptySample sample;
    const MatrixView map = sample.maps->head(1, 2);
    map(2, 0) = 0.5F;
    map(2, 3) = 0.25F;
    map(2, 4) = 0.25F;
    EXPECT_EQ(find_top_target(sample.trace, {1, 2}, 2, false).key, 0);
    const TopTarget ordinary = find_top_target(sample.trace, {1, 2}, 2, true);
    EXPECT_EQ(ordinary.key, 3);
    EXPECT_EQ(ordinary.weight, 0.25F);
}

TEST(TopTarget, NoKeyQualifiesWithoutWeight) {
    const EmptySample sample;
    sample.maps->head(0, 0)(2, 0) = 1;
    sample.maps->head(0, 0)(2, 3) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(find_top_target(sample.trace, {0, 0}, 2, true).key, -1);
    EXPECT_EQ(find_top_target(sample.trace, {0, 0}, 2, false).key, 0);
}

TEST(Rank, CountsTheKeysThatAreStronger) {
    const EmptySample sample;
    const MatrixView map = sample.maps->head(0, 0);
    map(1, 2) = 0.5F;
    map(1, 3) = 0.25F;
    map(1, 4) = 0.25F;
    EXPECT_EQ(rank_in_row(map, 1, 2), 1);
    EXPECT_EQ(rank_in_row(map, 1, 3), 2);
    EXPECT_EQ(rank_in_row(map, 1, 4), 2);
    EXPECT_EQ(rank_in_row(map, 1, 0), 4);
}

TEST(OrdinaryWeight, LeavesSpecialTokensOut) {
    const EmptySample sample;
    const MatrixView map = sample.maps->head(0, 1);
    map(3, 0) = 0.5F;
    map(3, 2) = 0.125F;
    map(3, 7) = 0.25F;
    map(3, 8) = 0.125F;
    EXPECT_EQ(weight_on_ordinary_tokens(sample.trace, {0, 1}, 3), 0.375F);
}

TEST(FindWord, TakesWholeWordsWithoutRegardToCase) {
    const SampleTrace sample;
    EXPECT_EQ(find_word(sample.trace, "THE"), (Places{{1}, {5}}));
    EXPECT_EQ(find_word(sample.trace, "man"), (Places{{2}}));
    EXPECT_EQ(find_word(sample.trace, "Mandate"), (Places{{6, 7}}));
    EXPECT_TRUE(find_word(sample.trace, "date").empty());
    EXPECT_TRUE(find_word(sample.trace, "").empty());
    EXPECT_TRUE(find_word(sample.trace, "  ").empty());
}

TEST(FindWord, TakesRunsOfWordsAsTyped) {
    const SampleTrace sample;
    EXPECT_EQ(find_word(sample.trace, " the \n man "), (Places{{1, 2}}));
    EXPECT_EQ(find_word(sample.trace, "sat."), (Places{{3, 4}}));
    EXPECT_EQ(find_word(sample.trace, "the mandate"), (Places{{5, 6, 7}}));
    EXPECT_TRUE(find_word(sample.trace, "sat .").empty());
}

TEST(FindWord, SpecialTokensGoByTheirPiece) {
    const SampleTrace sample;
    EXPECT_EQ(find_word(sample.trace, "[SEP]"), (Places{{8}}));
}

TEST(FindLinks, AveragesOverQueriesAndSumsOverKeys) {
    const EmptySample sample;
    const MatrixView map = sample.maps->head(1, 0);
    map(6, 3) = 0.25F;
    map(7, 3) = 0.5F;
    map(3, 6) = 0.25F;
    map(3, 7) = 0.5F;
    const auto from_pieces = find_links(sample.trace, "mandate", "sat");
    ASSERT_TRUE(from_pieces.has_value());
    EXPECT_EQ(from_pieces.value().size(), 6U);
    EXPECT_EQ(from_pieces.value().front().head, (HeadRef{1, 0}));
    EXPECT_EQ(from_pieces.value().front().weight, 0.375F);
    EXPECT_EQ(from_pieces.value().front().query, 7);
    EXPECT_EQ(from_pieces.value().front().key, 3);
    EXPECT_EQ(find_links(sample.trace, "sat", "mandate").value().front().weight, 0.75F);
}

TEST(FindLinks, TakesTheStrongestOccurrenceAndSortsHeads) {
    const EmptySample sample;
    sample.maps->head(0, 1)(3, 1) = 0.25F;
    sample.maps->head(0, 1)(3, 5) = 0.5F;
    sample.maps->head(1, 1)(3, 1) = 0.375F;
    const auto links = find_links(sample.trace, "sat", "the");
    ASSERT_TRUE(links.has_value());
    EXPECT_EQ(links.value()[0].head, (HeadRef{0, 1}));
    EXPECT_EQ(links.value()[0].key, 5);
    EXPECT_EQ(links.value()[1].head, (HeadRef{1, 1}));
    EXPECT_EQ(links.value()[2].head, (HeadRef{0, 0}));
}

TEST(FindLinks, WeightsThatAreNotANumberStandLast) {
    const EmptySample sample;
    sample.maps->head(0, 0)(3, 2) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(find_links(sample.trace, "sat", "man").value().back().head, (HeadRef{0, 0}));
}

TEST(FindLinks, NamesTheWordThatDoesNotOccur) {
    const SampleTrace sample;
    const auto links = find_links(sample.trace, "sat", "dog");
    ASSERT_FALSE(links.has_value());
    EXPECT_EQ(links.error().kind, ErrorKind::kNotFound);
    EXPECT_NE(links.error().message.find("\"dog\""), std::string::npos);
}

}  // namespace
}  // namespace headscope
