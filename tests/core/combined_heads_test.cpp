#include "core/trace/combined_heads.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/trace/map_pixels.h"

namespace headscope {
namespace {

// One layer of three heads, two queries, three keys.
AttentionMaps three_heads() {
    AttentionMaps maps(1, 3, 2, 3);
    const float values[3][2][3] = {
        {{0.5F, 0.3F, 0.2F}, {1, 0, 0}}, {{0.1F, 0.1F, 0.8F}, {0, 1, 0}}, {{0.3F, 0.2F, 0.5F}, {0, 0.5F, 0.5F}}};
    for (Index head = 0; head < 3; ++head) {
        for (Index query = 0; query < 2; ++query) {
            for (Index key = 0; key < 3; ++key) maps.head(0, head)(query, key) = values[head][query][key];
        }
    }
    return maps;
}

const std::vector<HeadRef> kAll = {{0, 0}, {0, 1}, {0, 2}};

TEST(CombinedHeads, TheMeanOfRowsThatSumToOneSumsToOne) {
    ThreadPool pool(2);
    const std::vector<float> mean = combine_heads(three_heads(), kAll, Combination::kMean, {}, pool).value();
    ASSERT_EQ(mean.size(), 6U);
    EXPECT_FLOAT_EQ(mean[0], 0.3F);
    EXPECT_FLOAT_EQ(mean[2], 0.5F);
    EXPECT_FLOAT_EQ(mean[4], 0.5F);
    EXPECT_NEAR(mean[0] + mean[1] + mean[2], 1, 1e-6);
    EXPECT_NEAR(mean[3] + mean[4] + mean[5], 1, 1e-6);
}

TEST(CombinedHeads, TheMaximumTakesTheStrongestOfEachCellAndMayExceedOneInARow) {
    ThreadPool pool(1);
    const std::vector<float> most = combine_heads(three_heads(), kAll, Combination::kMax, {}, pool).value();
    EXPECT_EQ(most, (std::vector<float>{0.5F, 0.3F, 0.8F, 1, 1, 0.5F}));
}

TEST(CombinedHeads, StopWhenAsked) {
    ThreadPool pool(2);
    const CancelToken cancel;
    cancel.request();
    const auto map = combine_heads(three_heads(), kAll, Combination::kMean, {}, pool, cancel);
    ASSERT_FALSE(map.has_value());
    EXPECT_EQ(map.error().kind, ErrorKind::kCancelled);
}

TEST(CombinedHeads, OneHeadIsItselfEitherWay) {
    ThreadPool pool(1);
    const std::vector<HeadRef> one = {{0, 1}};
    const std::vector<float> expected = {0.1F, 0.1F, 0.8F, 0, 1, 0};
    EXPECT_EQ(combine_heads(three_heads(), one, Combination::kMean, {}, pool).value(), expected);
    EXPECT_EQ(combine_heads(three_heads(), one, Combination::kMax, {}, pool).value(), expected);
}

TEST(CombinedHeads, RowsAreScaledBeforeTheyAreCombined) {
    ThreadPool pool(1);
    const std::vector<float> scales = {2, 1, 1, 1, 1, 1};
    const std::vector<HeadRef> two = {{0, 0}, {0, 1}};
    const std::vector<float> mean = combine_heads(three_heads(), two, Combination::kMean, scales, pool).value();
    EXPECT_FLOAT_EQ(mean[0], 0.55F);
    const std::vector<float> most = combine_heads(three_heads(), two, Combination::kMax, scales, pool).value();
    EXPECT_FLOAT_EQ(most[0], 1);
}

TEST(CombinedHeads, WhatIsNoNumberInOneHeadIsNoneInTheWhole) {
    ThreadPool pool(1);
    for (Index bad = 0; bad < 3; ++bad) {
        AttentionMaps maps = three_heads();
        maps.head(0, bad)(0, 1) = std::numeric_limits<float>::quiet_NaN();
        for (const Combination how : {Combination::kMean, Combination::kMax}) {
            const std::vector<float> map = combine_heads(maps, kAll, how, {}, pool).value();
            EXPECT_TRUE(std::isnan(map[1]));
            EXPECT_FALSE(std::isnan(map[0]));
        }
    }
}

TEST(CombinedHeads, PixelsAreMaskedOnlyWhereEveryMaskForbids) {
    const std::vector<float> map = {1, 0, 0, 0.5F, 0.5F, 0, 0, 0.5F, 0.5F};
    AttentionMask causal;
    causal.kind = MaskKind::kCausal;
    AttentionMask narrow = causal;
    narrow.window = 2;
    const std::vector<Index> all = {0, 1, 2};
    const AttentionMask* both[] = {&narrow, &causal};
    const MapPixels pixels = build_map_pixels({map.data(), 3, 3, 3}, all, all, both);
    ASSERT_EQ(pixels.n_slices, 1);
    const std::vector<std::uint16_t>& cells = pixels.levels[0].halves;
    EXPECT_EQ(cells[1], kMaskedHalf);
    EXPECT_EQ(cells[6], 0);  // the wide mask allows it
    const MapPixels alone = build_map_pixels({map.data(), 3, 3, 3}, all, all, {both, 1});
    EXPECT_EQ(alone.levels[0].halves[6], kMaskedHalf);
}

TEST(CombinedHeads, PixelsHoldTheDrawnTokensAlone) {
    const std::vector<float> map = {0.25F, 0.5F, 0.25F, 0, 1, 0, 0, 0, 1};
    const AttentionMask none;
    const AttentionMask* mask = &none;
    const MapPixels pixels = build_map_pixels({map.data(), 3, 3, 3}, {0, 1}, {1}, {&mask, 1});
    ASSERT_EQ(pixels.levels[0].rows, 2);
    ASSERT_EQ(pixels.levels[0].cols, 1);
    EXPECT_EQ(pixels.levels[0].halves[0], weight_to_half(0.5F));
    EXPECT_EQ(pixels.levels[0].halves[1], weight_to_half(1));
    EXPECT_EQ(build_map_pixels({map.data(), 3, 3, 3}, {}, {1}, {&mask, 1}).n_slices, 0);
}

}  // namespace
}  // namespace headscope
