#include "core/trace/difference_pixels.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace headscope {
namespace {

TEST(DifferencePixels, HalvesKeepTheSignAndAreClamped) {
    EXPECT_EQ(difference_to_half(0.5F), 0x3800);
    EXPECT_EQ(difference_to_half(-0.5F), 0xB800);
    EXPECT_EQ(difference_to_half(0), 0);
    EXPECT_EQ(difference_to_half(7), 0x3C00);
    EXPECT_EQ(difference_to_half(-7), 0xBC00);
    EXPECT_EQ(difference_to_half(std::numeric_limits<float>::quiet_NaN()), kInvalidHalf);
}

TEST(DifferencePixels, EveryLevelKeepsTheCellFarthestFromZero) {
    std::vector<float> values(6 * 5, 0.01F);
    values[3 * 5 + 2] = -0.9F;
    values[0] = 0.5F;
    const MapPixels pixels = build_difference_pixels(values, {}, 6, 5, 1);
    ASSERT_EQ(pixels.n_slices, 1);
    ASSERT_EQ(pixels.levels.size(), 3U);
    EXPECT_EQ(pixels.levels[1].rows, 3);
    EXPECT_EQ(pixels.levels[1].cols, 2);
    EXPECT_EQ(pixels.levels[1].halves[0], difference_to_half(0.5F));
    EXPECT_EQ(pixels.levels[1].halves[1 * 2 + 1], difference_to_half(-0.9F));
    EXPECT_EQ(pixels.levels[2].halves.back(), difference_to_half(-0.9F));
}

TEST(DifferencePixels, MaskedCellsLoseAndInvalidOnesWin) {
    const std::vector<float> values = {0, 0.2F, std::numeric_limits<float>::infinity(), 0};
    const std::vector<unsigned char> masked = {1, 0, 0, 1};
    const MapPixels pixels = build_difference_pixels(values, masked, 2, 2, 2);
    EXPECT_EQ(pixels.levels[0].halves[0], kMaskedDifferenceHalf);
    EXPECT_EQ(pixels.levels[0].halves[1], difference_to_half(0.4F));
    EXPECT_EQ(pixels.levels[1].halves[0], kInvalidHalf);
    const MapPixels all_masked = build_difference_pixels(values, std::vector<unsigned char>(4, 1), 2, 2, 1);
    EXPECT_EQ(all_masked.levels[1].halves[0], kMaskedDifferenceHalf);
}

TEST(DifferencePixels, OfEveryHeadAreSlicesOfTheDrawnTokens) {
    AttentionMaps maps(2, 2, 3, 3);
    for (Index slice = 0; slice < 4; ++slice)
        for (Index query = 0; query < 3; ++query)
            for (Index key = 0; key < 3; ++key)
                maps.head(slice / 2, slice % 2)(query, key) =
                    key > query ? 0 : 0.1F * static_cast<float>(slice) - 0.2F * static_cast<float>(key);
    std::vector<AttentionMask> masks(2);
    masks[0].kind = masks[1].kind = MaskKind::kCausal;
    const std::vector<Index> drawn = {0, 2};
    std::vector<float> scales(4 * 3, 1);
    scales[3 * 3 + 2] = 2;  // the last row of the last slice
    ThreadPool pool(2);
    const MapPixels pixels = build_difference_pixels({maps, drawn, drawn, masks, scales}, pool);
    EXPECT_EQ(pixels.n_slices, 4);
    ASSERT_EQ(pixels.levels.size(), 2U);
    const std::vector<std::uint16_t>& cells = pixels.levels[0].halves;
    ASSERT_EQ(cells.size(), 16U);
    EXPECT_EQ(cells[1 * 4 + 0], difference_to_half(0.1F));
    EXPECT_EQ(cells[1 * 4 + 1], kMaskedDifferenceHalf);
    EXPECT_EQ(cells[1 * 4 + 3], difference_to_half(0.1F - 0.4F));
    EXPECT_EQ(cells[3 * 4 + 3], difference_to_half(2 * (0.3F - 0.4F)));
    EXPECT_EQ(pixels.levels[1].halves[1], difference_to_half(0.1F - 0.4F));  // farther from 0 than 0.1
    EXPECT_TRUE(build_difference_pixels({maps, {}, drawn, masks, {}}, pool).levels.empty());
}

}  // namespace
}  // namespace headscope
