// Whole words, blocks of two texts and ranges of colours, as every view sees them.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/state/block_edges.h"
#include "app/state/large_map.h"
#include "tests/app/word_trace.h"

namespace headscope {
namespace {

ShownAs by_words() {
    ShownAs as;
    as.words = true;
    return as;
}

TEST(ShownWords, AWordIsKnownByItsFirstPieceAndFoundByAny) {
    const auto shown = show_as(make_word_trace(), by_words());
    EXPECT_EQ(shown->queries(), (std::vector<Index>{0, 1, 4, 5}));
    EXPECT_EQ(shown->keys(), shown->queries());
    for (const Index piece : {1, 2, 3}) {
        EXPECT_EQ(shown->query_place(piece), 1);
        EXPECT_EQ(shown->query_of(piece), 1);
        EXPECT_EQ(shown->query_label(piece), "unlikely");
        EXPECT_EQ(shown->key_text(piece), "unlikely");
        EXPECT_EQ(shown->query_span(piece), (ByteSpan{0, 10}));
    }
    EXPECT_EQ(shown->query_of(4), 4);
}

TEST(ShownWords, WeightsAreSumsToAWordAndMeansFromIt) {
    const auto trace = make_word_trace();
    const auto shown = show_as(trace, by_words());
    const ConstMatrixView raw = trace->maps->head(1, 1);
    float to = 0;
    for (const Index key : {1, 2, 3}) to += raw(4, key);
    EXPECT_NEAR(shown->weight({1, 1}, 4, 2), to, 1e-6F);
    float from = 0;
    for (const Index query : {1, 2, 3}) from += raw(query, 5) / 3;
    EXPECT_NEAR(shown->weight({1, 1}, 3, 5), from, 1e-6F);
    for (const Index query : shown->queries()) {
        float sum = 0;
        for (const Index key : shown->keys()) sum += shown->weight({0, 2}, query, key);
        EXPECT_NEAR(sum, 1, 1e-6F);
    }
}

TEST(ShownWords, RanksTopTargetsAndRenormalisingGoByWords) {
    ShownAs as = by_words();
    as.specials = SpecialsMode::kRenormalise;
    const auto shown = show_as(make_word_trace(), as);
    EXPECT_EQ(shown->queries(), (std::vector<Index>{1, 4}));
    for (const Index query : shown->queries())
        EXPECT_NEAR(shown->weight({0, 1}, query, 1) + shown->weight({0, 1}, query, 4), 1, 1e-6F);
    const TopTarget top = shown->top_target({0, 0}, 2);
    EXPECT_EQ(top.key, 1);
    EXPECT_NEAR(top.weight, shown->weight({0, 0}, 1, 1), 1e-6F);
    EXPECT_EQ(shown->rank({0, 0}, 1, 3), 1);
    EXPECT_EQ(shown->rank({0, 0}, 1, 4), 2);
}

TEST(ShownWords, ACombinationOfHeadsIsByWordsToo) {
    const auto shown = show_as(make_word_trace(), by_words());
    ThreadPool pool(1);
    const auto mean = CombinedMap::make({shown, {{0, 0}, {0, 1}}, Combination::kMean}, pool).value();
    const float expected = (shown->weight({0, 0}, 1, 4) + shown->weight({0, 1}, 1, 4)) / 2;
    EXPECT_NEAR(LargeMap(*mean).weight(1, 4), expected, 1e-6F);
}

TEST(ShownWords, PiecesOfAWordAreToldApartFromOtherTokensWithoutTheModeToo) {
    const auto shown = show_as(make_word_trace(), {});
    EXPECT_EQ(shown->queries().size(), 6U);
    EXPECT_EQ(shown->query_word(3), 1);
    EXPECT_EQ(shown->query_word(4), 4);
    EXPECT_EQ(shown->query_of(3), 3);
    EXPECT_EQ(shown->query_label(2), "·like");
}

TEST(ShownBlocks, EachBlockDrawsOneTextAsQueriesAndOneAsKeys) {
    const auto trace = make_pair_trace();
    const std::vector<Index> a = {0, 1, 2, 3};
    const std::vector<Index> b = {4, 5};
    for (const PairBlock block : {PairBlock::kAToA, PairBlock::kAToB, PairBlock::kBToA, PairBlock::kBToB}) {
        ShownAs as;
        as.block = block;
        const auto shown = show_as(trace, as);
        EXPECT_TRUE(shown->has_blocks());
        EXPECT_EQ(shown->block(), block);
        EXPECT_EQ(shown->queries(), is_from_b(block) ? b : a);
        EXPECT_EQ(shown->keys(), is_to_b(block) ? b : a);
        ASSERT_FALSE(shown->pixels().levels.empty());
        EXPECT_EQ(shown->pixels().levels[0].rows, static_cast<int>(shown->queries().size()));
        EXPECT_EQ(shown->pixels().levels[0].cols, static_cast<int>(shown->keys().size()));
    }
}

TEST(ShownBlocks, WeightsOfABlockStayAsTheyAre) {
    const auto trace = make_pair_trace();
    ShownAs as;
    as.block = PairBlock::kAToB;
    EXPECT_EQ(show_as(trace, as)->weight({0, 1}, 1, 4), trace->maps->head(0, 1)(1, 4));
    as.specials = SpecialsMode::kRenormalise;
    const auto of_block = show_as(trace, as);
    as.block = PairBlock::kAll;
    EXPECT_EQ(of_block->weight({0, 1}, 1, 4), show_as(trace, as)->weight({0, 1}, 1, 4));
}

TEST(ShownBlocks, TheEdgeLiesWhereTheSecondTextBegins) {
    const auto trace = make_pair_trace();
    const BlockEdges all = block_edges(*show_as(trace, {}));
    EXPECT_EQ(all.row, 4);
    EXPECT_EQ(all.col, 4);
    ShownAs as;
    as.specials = SpecialsMode::kDrop;
    EXPECT_EQ(block_edges(*show_as(trace, as)).row, 2);
    as.block = PairBlock::kAToB;
    EXPECT_FALSE(block_edges(*show_as(trace, as)).row);
    EXPECT_FALSE(block_edges(*show_as(make_small_trace({"a", "b"}), {})).col);
}

TEST(ShownBlocks, OneTextHasNone) {
    ShownAs as;
    as.block = PairBlock::kAToB;
    const auto shown = show_as(make_small_trace({"a", "b"}), as);
    EXPECT_FALSE(shown->has_blocks());
    EXPECT_EQ(shown->block(), PairBlock::kAll);
    EXPECT_EQ(shown->keys().size(), 4U);
}

TEST(ShownRange, TheLargestWeightOfTheRangeGetsTheLastColour) {
    for (const WeightRange range : {WeightRange::kRow, WeightRange::kHead, WeightRange::kAll}) {
        ShownAs as;
        as.range = range;
        const auto shown = show_as(make_small_trace({"a", "b", "c"}), as);
        const std::vector<std::uint16_t>& halves = shown->pixels().levels[0].halves;
        EXPECT_EQ(*std::max_element(halves.begin(), halves.end()), weight_to_half(1));
        EXPECT_NEAR(shown->weight({0, 0}, 1, 1) * shown->colour_scale({0, 0}, 1), 1, 1e-6F);
        EXPECT_FLOAT_EQ(shown->weight({0, 0}, 1, 1), 0.6F);
    }
}

TEST(ShownRange, OneRangeForAllIsNamedWithItsWeight) {
    ShownAs as;
    as.range = WeightRange::kAll;
    EXPECT_NEAR(show_as(make_small_trace({"a", "b", "c"}), as)->largest_weight(), 0.6F, 1e-6F);
}

}  // namespace
}  // namespace headscope
