#include "core/trace/map_pixels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace headscope {
namespace {

struct Sizes {
    Index layers = 1;
    Index heads = 1;
    Index tokens = 1;
};

// A trace whose weights are weight(layer, head, query, key) and whose tokens named in `special` are special.
template <class Weight>
AttentionTrace make_trace(Sizes sizes, const std::vector<Index>& special, Weight&& weight) {
    auto maps = std::make_shared<AttentionMaps>(sizes.layers, sizes.heads, sizes.tokens, sizes.tokens);
    for (Index l = 0; l < sizes.layers; ++l) {
        for (Index h = 0; h < sizes.heads; ++h) {
            const MatrixView map = maps->head(l, h);
            for (Index q = 0; q < sizes.tokens; ++q) {
                for (Index k = 0; k < sizes.tokens; ++k) map(q, k) = weight(l, h, q, k);
            }
        }
    }
    AttentionTrace trace;
    trace.model = std::make_shared<const Model>();
    trace.maps = std::move(maps);
    trace.encoding.tokens.resize(static_cast<std::size_t>(sizes.tokens));
    for (const Index i : special) trace.encoding.tokens[static_cast<std::size_t>(i)].is_special = true;
    return trace;
}

std::shared_ptr<const Model> causal_model() {
    auto model = std::make_shared<Model>();
    model->config.mask = MaskKind::kCausal;
    return model;
}

std::uint16_t at(const MapPixels& pixels, std::size_t level, int slice, int row, int col) {
    const MapPixels::Level& l = pixels.levels[level];
    return l
        .halves[(static_cast<std::size_t>(slice) * static_cast<std::size_t>(l.rows) + static_cast<std::size_t>(row)) *
                    static_cast<std::size_t>(l.cols) +
                static_cast<std::size_t>(col)];
}

float from_half(std::uint16_t half) {
    const int exponent = (half >> 10) & 31;
    const int fraction = half & 1023;
    const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                          : std::ldexp(static_cast<float>(1024 + fraction), exponent - 25);
    return (half & 0x8000) != 0 ? -magnitude : magnitude;
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(WeightToHalf, RoundsToNearestTiesToEven) {
    EXPECT_EQ(weight_to_half(0), 0x0000);
    EXPECT_EQ(weight_to_half(1), 0x3C00);
    EXPECT_EQ(weight_to_half(0.5F), 0x3800);
    EXPECT_EQ(weight_to_half(0.5F + 0x1p-12F), 0x3800);  // exactly between two halves: the even one
    EXPECT_EQ(weight_to_half(0.5F + 0x3p-12F), 0x3802);  // likewise
    EXPECT_EQ(weight_to_half(0.5F + 0x1.1p-12F), 0x3801);
    EXPECT_EQ(weight_to_half(0x1p-14F), 0x0400);  // the smallest normal half
    EXPECT_EQ(weight_to_half(0x1p-24F), 0x0001);  // the smallest half
    EXPECT_EQ(weight_to_half(0x1p-25F), 0x0000);  // exactly between it and 0
    EXPECT_EQ(weight_to_half(0x1.8p-25F), 0x0001);
    EXPECT_EQ(weight_to_half(0x1.ffep-15F), 0x0400);  // rounds up into the normal halves
}

TEST(WeightToHalf, IsTheNearestOfAllHalvesOverTheWholeRange) {
    std::vector<float> halves;
    for (int bits = 0; bits <= 0x3C00; ++bits) halves.push_back(from_half(static_cast<std::uint16_t>(bits)));
    for (std::uint32_t bits = 0; bits <= 0x3F800000U; bits += 9973) {
        const float weight = std::bit_cast<float>(bits);
        const auto above = std::lower_bound(halves.begin(), halves.end(), weight);
        const double up = static_cast<double>(*above) - static_cast<double>(weight);
        const double down =
            above == halves.begin() ? up : static_cast<double>(weight) - static_cast<double>(*(above - 1));
        const double error =
            std::abs(static_cast<double>(from_half(weight_to_half(weight))) - static_cast<double>(weight));
        ASSERT_EQ(error, std::min(up, down)) << weight;
    }
}

TEST(WeightToHalf, ClampsWhatIsNoWeight) {
    EXPECT_EQ(weight_to_half(-0.0F), 0);
    EXPECT_EQ(weight_to_half(-3), 0);
    EXPECT_EQ(weight_to_half(1.0000002F), 0x3C00);
    EXPECT_EQ(weight_to_half(7), 0x3C00);
    EXPECT_EQ(weight_to_half(kNan), kInvalidHalf);
    EXPECT_EQ(weight_to_half(-kNan), kInvalidHalf);
    EXPECT_EQ(weight_to_half(kInf), kInvalidHalf);
    EXPECT_EQ(weight_to_half(-kInf), kInvalidHalf);
}

TEST(MapPixels, HoldsEveryHeadRowByRow) {
    ThreadPool pool(2);
    const AttentionTrace trace = make_trace({3, 2, 5}, {}, [](Index l, Index h, Index q, Index k) {
        return static_cast<float>(((l * 2 + h) * 5 + q) * 5 + k) / 256;
    });
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kKeep, pool);
    EXPECT_EQ(pixels.n_slices, 6);
    ASSERT_EQ(pixels.levels[0].rows, 5);
    ASSERT_EQ(pixels.levels[0].cols, 5);
    int cell = 0;
    for (int slice = 0; slice < 6; ++slice) {
        for (int q = 0; q < 5; ++q) {
            for (int k = 0; k < 5; ++k) {
                EXPECT_EQ(at(pixels, 0, slice, q, k), weight_to_half(static_cast<float>(cell++) / 256));
            }
        }
    }
}

TEST(MapPixels, OneHotCellIn512SquaredReachesTheLastLevel) {
    ThreadPool pool(2);
    const AttentionTrace trace = make_trace({1, 2, 512}, {}, [](Index, Index h, Index q, Index k) {
        return h == 1 && q == 511 && k == 333 ? 0.75F : 0.0F;
    });
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kKeep, pool);
    ASSERT_EQ(pixels.levels.size(), 10U);
    EXPECT_EQ(pixels.levels.back().rows, 1);
    for (std::size_t k = 0; k < pixels.levels.size(); ++k) {
        const MapPixels::Level& level = pixels.levels[k];
        EXPECT_EQ(at(pixels, k, 1, level.rows - 1, 333 >> k), weight_to_half(0.75F)) << k;
        const auto half = level.halves.begin() + static_cast<std::ptrdiff_t>(level.halves.size() / 2);
        EXPECT_EQ(*std::max_element(level.halves.begin(), half), 0) << k;
    }
}

TEST(MapPixels, EveryCellOfEveryLevelIsTheMaximumOfItsCellsAtAnySize) {
    ThreadPool pool(1);
    for (const Index n : {1, 2, 3, 5, 6, 7, 12, 31, 33, 63}) {
        const AttentionTrace trace = make_trace({1, 1, n}, {}, [n](Index, Index, Index q, Index k) {
            return static_cast<float>((q * 37 + k * 101 + q * k) % 257) / (257.0F * static_cast<float>(n));
        });
        const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kKeep, pool);
        for (std::size_t k = 0; k < pixels.levels.size(); ++k) {
            const MapPixels::Level& level = pixels.levels[k];
            EXPECT_EQ(level.rows, std::max(static_cast<int>(n) >> k, 1));
            std::vector<std::uint16_t> expected(level.halves.size(), 0);
            for (int q = 0; q < n; ++q) {
                for (int c = 0; c < n; ++c) {
                    const int row = std::min(q >> k, level.rows - 1), col = std::min(c >> k, level.cols - 1);
                    std::uint16_t& cell = expected[static_cast<std::size_t>(row * level.cols + col)];
                    cell = std::max(cell, at(pixels, 0, 0, q, c));
                }
            }
            EXPECT_EQ(level.halves, expected) << "size " << n << ", level " << k;
        }
        EXPECT_EQ(pixels.levels.back().halves.size(), 1U);
    }
}

TEST(MapPixels, CellsAboveTheDiagonalOfACausalModelAreMaskedAndNeverWin) {
    ThreadPool pool(1);
    AttentionTrace trace = make_trace({1, 1, 4}, {}, [](Index, Index, Index q, Index k) {
        return k < q ? 1 / static_cast<float>(q) : 0.0F;  // also 0 on the diagonal, which is allowed
    });
    trace.model = causal_model();
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kKeep, pool);
    EXPECT_EQ(at(pixels, 0, 0, 0, 0), 0);
    EXPECT_EQ(at(pixels, 0, 0, 0, 1), kMaskedHalf);
    EXPECT_EQ(at(pixels, 0, 0, 2, 3), kMaskedHalf);
    EXPECT_EQ(at(pixels, 0, 0, 3, 2), weight_to_half(1 / 3.0F));
    EXPECT_EQ(at(pixels, 1, 0, 0, 1), kMaskedHalf);  // four masked cells stay masked
    EXPECT_EQ(at(pixels, 1, 0, 0, 0), 0x3C00);
    EXPECT_EQ(at(pixels, 2, 0, 0, 0), 0x3C00);
}

TEST(MapPixels, KeysThatTheInputHidesAreMaskedUnlessTheRowMayLookNowhere) {
    ThreadPool pool(1);
    AttentionTrace trace = make_trace(
        {1, 1, 3}, {}, [](Index, Index, Index q, Index k) { return q == 0 ? 1 / 3.0F : (k == 1 ? 0.0F : 0.5F); });
    trace.attention_mask = {1, 0, 1};
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kKeep, pool);
    EXPECT_EQ(at(pixels, 0, 0, 0, 1), weight_to_half(1 / 3.0F));
    EXPECT_EQ(at(pixels, 0, 0, 1, 1), kMaskedHalf);
    EXPECT_EQ(at(pixels, 0, 0, 2, 1), kMaskedHalf);
    EXPECT_EQ(at(pixels, 0, 0, 2, 2), weight_to_half(0.5F));
}

TEST(MapPixels, AWeightThatIsNotANumberStaysVisibleAtEveryLevel) {
    ThreadPool pool(1);
    const AttentionTrace trace =
        make_trace({1, 1, 7}, {}, [](Index, Index, Index q, Index k) { return q == 6 && k == 2 ? kNan : 1.0F; });
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kKeep, pool);
    EXPECT_EQ(at(pixels, 0, 0, 6, 2), kInvalidHalf);
    EXPECT_EQ(at(pixels, 1, 0, 2, 1), kInvalidHalf);
    EXPECT_EQ(at(pixels, 2, 0, 0, 0), kInvalidHalf);
    EXPECT_EQ(at(pixels, 1, 0, 2, 2), 0x3C00);
}

TEST(MapPixels, DroppedTokensLeaveTheOtherWeightsUntouched) {
    ThreadPool pool(1);
    const AttentionTrace trace = make_trace(
        {1, 1, 4}, {0, 3}, [](Index, Index, Index q, Index k) { return static_cast<float>(q * 4 + k) / 32; });
    EXPECT_EQ(shown_tokens(trace, SpecialsMode::kKeep), (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_EQ(shown_tokens(trace, SpecialsMode::kDrop), (std::vector<Index>{1, 2}));
    EXPECT_EQ(shown_tokens(trace, SpecialsMode::kRenormalise), (std::vector<Index>{1, 2}));
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kDrop, pool);
    const std::vector<std::uint16_t> expected = {weight_to_half(5 / 32.0F), weight_to_half(6 / 32.0F),
                                                 weight_to_half(9 / 32.0F), weight_to_half(10 / 32.0F)};
    EXPECT_EQ(pixels.levels[0].halves, expected);
}

TEST(MapPixels, RenormalisedRowsSumToOneAndEmptyRowsStayEmpty) {
    ThreadPool pool(1);
    const AttentionTrace trace = make_trace({1, 1, 4}, {0}, [](Index, Index, Index q, Index k) {
        if (q == 2) return k == 0 ? 1.0F : 0.0F;
        return k == 0 ? 0.5F : (k == 1 ? 0.25F : 0.125F);
    });
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kRenormalise, pool);
    const std::vector<std::uint16_t> expected = {0x3800, 0x3400, 0x3400, 0, 0, 0, 0x3800, 0x3400, 0x3400};
    EXPECT_EQ(pixels.levels[0].halves, expected);
}

TEST(MapPixels, NoShownTokenMeansNoLevels) {
    ThreadPool pool(1);
    const AttentionTrace trace = make_trace({2, 2, 2}, {0, 1}, [](Index, Index, Index, Index) { return 0.5F; });
    const MapPixels pixels = build_map_pixels(trace, SpecialsMode::kDrop, pool);
    EXPECT_TRUE(pixels.levels.empty());
    EXPECT_EQ(pixels.n_slices, 0);
}

TEST(MapPixels, RebuildingInTheSameMemoryGivesTheSameAsNewMemory) {
    ThreadPool pool(2);
    const auto weight = [](Index, Index h, Index q, Index k) { return static_cast<float>((h + q + k) % 5) / 5; };
    const AttentionTrace large = make_trace({2, 2, 17}, {0, 16}, weight);
    const AttentionTrace small = make_trace({2, 2, 6}, {0, 5}, weight);
    MapPixels reused;
    build_map_pixels(large, SpecialsMode::kKeep, pool, reused);
    const std::uint16_t* memory = reused.levels[0].halves.data();
    build_map_pixels(small, SpecialsMode::kDrop, pool, reused);
    const MapPixels fresh = build_map_pixels(small, SpecialsMode::kDrop, pool);
    EXPECT_EQ(reused.levels[0].halves.data(), memory);
    ASSERT_EQ(reused.levels.size(), fresh.levels.size());
    for (std::size_t k = 0; k < fresh.levels.size(); ++k) EXPECT_EQ(reused.levels[k].halves, fresh.levels[k].halves);
}

}  // namespace
}  // namespace headscope
