#include "core/trace/weight_range.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace headscope {
namespace {

// Two heads of 2 × 2; the second is twice the first.
AttentionMaps two_heads() {
    AttentionMaps maps(1, 2, 2, 2);
    const std::array<float, 4> values{0.1F, 0.2F, 0.4F, 0.05F};
    for (Index head = 0; head < 2; ++head) {
        const MatrixView map = maps.head(0, head);
        for (Index i = 0; i < 4; ++i)
            map(i / 2, i % 2) = values[static_cast<std::size_t>(i)] * static_cast<float>(head + 1);
    }
    return maps;
}

constexpr std::array<Index, 2> kBoth = {0, 1};

TEST(WeightRange, FixedScalesNothing) {
    const AttentionMaps maps = two_heads();
    ThreadPool pool(1);
    EXPECT_TRUE(colour_scales({maps, kBoth, kBoth, {}}, WeightRange::kFixed, pool).empty());
}

TEST(WeightRange, EachRangeGivesItsLargestWeightTheLastColour) {
    const AttentionMaps maps = two_heads();
    ThreadPool pool(2);
    const DrawnCells drawn{maps, kBoth, kBoth, {}};
    const std::vector<float> by_row = colour_scales(drawn, WeightRange::kRow, pool);
    ASSERT_EQ(by_row.size(), 4U);
    EXPECT_FLOAT_EQ(by_row[0], 1 / 0.2F);
    EXPECT_FLOAT_EQ(by_row[3], 1 / 0.8F);
    const std::vector<float> by_head = colour_scales(drawn, WeightRange::kHead, pool);
    EXPECT_FLOAT_EQ(by_head[0], 1 / 0.4F);
    EXPECT_FLOAT_EQ(by_head[2], 1 / 0.8F);
    for (const float scale : colour_scales(drawn, WeightRange::kAll, pool)) EXPECT_FLOAT_EQ(scale, 1 / 0.8F);
}

TEST(WeightRange, OnlyDrawnAndFiniteWeightsCount) {
    AttentionMaps maps = two_heads();
    maps.head(0, 0)(0, 0) = std::numeric_limits<float>::infinity();
    ThreadPool pool(1);
    constexpr std::array<Index, 1> kFirst = {0};
    EXPECT_FLOAT_EQ(colour_scales({maps, kBoth, kBoth, {}}, WeightRange::kRow, pool)[0], 1 / 0.2F);
    EXPECT_FLOAT_EQ(colour_scales({maps, kBoth, kFirst, {}}, WeightRange::kHead, pool)[0], 1 / 0.4F);
    EXPECT_FLOAT_EQ(colour_scales({maps, kFirst, kFirst, {}}, WeightRange::kRow, pool)[0], 1);
}

TEST(WeightRange, RowScalesCountBeforeTheRange) {
    const AttentionMaps maps = two_heads();
    ThreadPool pool(1);
    const std::array<float, 4> halves{2, 1, 1, 1};
    EXPECT_FLOAT_EQ(colour_scales({maps, kBoth, kBoth, halves}, WeightRange::kRow, pool)[0], 1 / 0.4F);
}

TEST(WeightRange, OneMapGoesByTheLargestOfAllWhereAsked) {
    const AttentionMaps maps = two_heads();
    EXPECT_FLOAT_EQ(colour_scales(maps.head(0, 0), kBoth, kBoth, WeightRange::kAll, 0.5F)[1], 2);
    EXPECT_FLOAT_EQ(colour_scales(maps.head(0, 0), kBoth, kBoth, WeightRange::kHead, 0.5F)[1], 2.5F);
}

}  // namespace
}  // namespace headscope
