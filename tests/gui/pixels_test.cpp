// What heatmaps look like, pixel by pixel: properties, not pictures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "core/trace/difference_pixels.h"
#include "tests/gui/shell_fixture.h"

namespace headscope {
namespace {

constexpr Rgb kGroundColour{10, 20, 30};

const Colormap& colours_of(Theme theme) {
    return theme == Theme::kDark ? dark_colormap() : light_colormap();
}

Rgb expected_colour(float weight, const HeatmapStyle& style) {
    double position = static_cast<double>(weight);
    if (style.scale == ScaleKind::kSqrt) position = std::sqrt(position);
    if (style.scale == ScaleKind::kLog) position = weight <= 0 ? 0 : 1 + std::log10(position) / 4;
    return colours_of(style.theme)[static_cast<std::size_t>(std::lround(std::clamp(position, 0.0, 1.0) * 255))];
}

HeatmapTile tile_at(float x, float y, float size, int slice = 0) {
    return {.min = {x, y}, .max = {x + size, y + size}, .slice = slice};
}

std::uint16_t hot_at(int q, int k, int hot_q, int hot_k) {
    return weight_to_half(q == hot_q && k == hot_k ? 1.0F : 0.0F);
}

class Pixels : public ShellFixture {
  protected:
    Image frame_of(std::vector<HeatmapTile> tiles, const HeatmapStyle& style = {}) {
        return frame([&](ImDrawList& list) { graphics().draw_heatmaps(list, tiles, style); });
    }
};

class ScalesAndThemes : public Pixels, public testing::WithParamInterface<std::tuple<ScaleKind, Theme>> {};

TEST_P(ScalesAndThemes, EachCellOfAKnownMapHasItsColourAtItsCentre) {
    const float weights[16] = {0,    0.0001F, 0.0005F, 0.001F, 0.004F, 0.01F, 0.03F, 0.07F,
                               0.1F, 0.2F,    0.3F,    0.45F,  0.6F,   0.75F, 0.9F,  1};
    graphics().upload_maps(make_pixels(1, 4, [&](int, int q, int k) { return weight_to_half(weights[q * 4 + k]); }));
    const HeatmapStyle style{.scale = std::get<0>(GetParam()), .theme = std::get<1>(GetParam())};
    for (const float size : {32.0F, 57.0F, 401.5F}) {
        const Image image = frame_of({tile_at(20, 30, size)}, style);
        for (int q = 0; q < 4; ++q) {
            for (int k = 0; k < 4; ++k) {
                const int x = static_cast<int>(20 + size * (static_cast<float>(k) + 0.5F) / 4);
                const int y = static_cast<int>(30 + size * (static_cast<float>(q) + 0.5F) / 4);
                const Rgb wanted = expected_colour(weights[q * 4 + k], style);
                EXPECT_LE(difference(pixel(image, x, y), wanted), 2) << "query " << q << ", key " << k;
            }
        }
        EXPECT_EQ(pixel(image, 19, 40), kGroundColour);
        EXPECT_EQ(pixel(image, 40, 29), kGroundColour);
    }
}

INSTANTIATE_TEST_SUITE_P(All, ScalesAndThemes,
                         testing::Combine(testing::Values(ScaleKind::kLinear, ScaleKind::kSqrt, ScaleKind::kLog),
                                          testing::Values(Theme::kDark, Theme::kLight)));

TEST_P(ScalesAndThemes, EachCellOfADifferenceHasItsDivergingColourAtItsCentre) {
    const std::vector<float> values = {-1, -0.5F, -0.1F, 0, 0.05F, 0.2F, 0.6F, 1, 0};
    std::vector<unsigned char> masked(values.size(), 0);
    masked.back() = 1;
    graphics().upload_difference(build_difference_pixels(values, masked, 3, 3, 1));
    HeatmapStyle style{.scale = std::get<0>(GetParam()), .theme = std::get<1>(GetParam())};
    style.is_difference = true;
    constexpr float kSize = 120;
    const Image image = frame_of({tile_at(20, 30, kSize, kDifferenceSlice)}, style);
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
        const float size = colormap_position(style.scale, std::abs(values[i]));
        const float position = 0.5F + 0.5F * std::copysign(size, values[i]);
        const auto index = static_cast<std::size_t>(std::lround(values[i] == 0 ? 127.5F : position * 255));
        const int x = static_cast<int>(20 + kSize * (static_cast<float>(i % 3) + 0.5F) / 3);
        const int y = static_cast<int>(30 + kSize * (static_cast<float>(i / 3) + 0.5F) / 3);
        EXPECT_LE(difference(pixel(image, x, y), diverging_colormap(style.theme)[index]), 4) << values[i];
    }
    // A masked cell is grey, not the neutral middle.
    const Rgb grey = pixel(image, 20 + 100, 30 + 100);
    EXPECT_LE(std::max({grey.r, grey.g, grey.b}) - std::min({grey.r, grey.g, grey.b}), 16);
}

TEST_F(Pixels, CellsAreCrispWhenMagnified) {
    graphics().upload_maps(make_pixels(1, 2, [](int, int q, int k) { return weight_to_half(q == k ? 1.0F : 0.0F); }));
    const Image image = frame_of({tile_at(100, 100, 200)});
    for (int x = 100; x < 300; ++x) {
        EXPECT_EQ(pixel(image, x, 150), x < 200 ? dark_colormap().back() : dark_colormap().front()) << x;
    }
}

TEST_F(Pixels, OneHotCellIn512SquaredIsVisibleAtEverySize) {
    const std::pair<int, int> cells[] = {{0, 0}, {511, 511}, {333, 100}, {77, 510}};
    for (const auto& [hot_q, hot_k] : cells) {
        graphics().upload_maps(make_pixels(1, 512, [&](int, int q, int k) { return hot_at(q, k, hot_q, hot_k); }));
        for (const float size :
             {8.0F, 9.3F, 17.0F, 31.9F, 58.0F, 100.7F, 255.0F, 256.0F, 300.5F, 511.0F, 512.0F, 700.0F, 900.0F}) {
            const float x = 10.37F, y = 5.81F;
            const Image image = frame_of({tile_at(x, y, size)});
            int hot = 0;
            for (int py = 0; py < kHeight; ++py) {
                for (int px = 0; px < kWidth; ++px) {
                    if (pixel(image, px, py) != dark_colormap().back()) continue;
                    ++hot;
                    // Near where the cell is, within the two pixels that a maximum level may smear it.
                    EXPECT_NEAR(static_cast<float>(px) + 0.5F, x + size * (static_cast<float>(hot_k) + 0.5F) / 512,
                                2.6F);
                    EXPECT_NEAR(static_cast<float>(py) + 0.5F, y + size * (static_cast<float>(hot_q) + 0.5F) / 512,
                                2.6F);
                }
            }
            EXPECT_GE(hot, 1) << "cell " << hot_q << ", " << hot_k << " at size " << size;
        }
    }
}

TEST_F(Pixels, AThinDiagonalSurvivesBeingMadeSmall) {
    graphics().upload_maps(make_pixels(1, 500, [](int, int q, int k) { return weight_to_half(q == k ? 1.0F : 0.0F); }));
    const Image image = frame_of({tile_at(50, 50, 60)});
    for (int y = 50; y < 110; ++y) {
        int bright = 0;
        for (int x = 50; x < 110; ++x) bright += pixel(image, x, y) == dark_colormap().back() ? 1 : 0;
        EXPECT_GE(bright, 1) << y;
        EXPECT_LE(bright, 4) << y;
    }
}

TEST_F(Pixels, APartOfAMapFillsTheTile) {
    graphics().upload_maps(
        make_pixels(1, 8, [](int, int q, int k) { return weight_to_half(static_cast<float>(q * 8 + k) / 64); }));
    HeatmapTile tile = tile_at(10, 10, 100);
    tile.uv_min = {0.25F, 0.5F};  // keys 2 and 3, queries 4 and 5
    tile.uv_max = {0.5F, 0.75F};
    const HeatmapStyle style{.scale = ScaleKind::kLinear};
    const Image image = frame_of({tile}, style);
    EXPECT_EQ(pixel(image, 35, 35), expected_colour(34 / 64.0F, style));
    EXPECT_EQ(pixel(image, 85, 35), expected_colour(35 / 64.0F, style));
    EXPECT_EQ(pixel(image, 35, 85), expected_colour(42 / 64.0F, style));
    EXPECT_EQ(pixel(image, 85, 85), expected_colour(43 / 64.0F, style));
}

TEST_F(Pixels, NothingIsDrawnOutsideTheClipRectangle) {
    graphics().upload_maps(make_pixels(1, 1, [](int, int, int) { return weight_to_half(1); }));
    const HeatmapTile tile = tile_at(10, 10, 300);
    const Image image = frame([&](ImDrawList& list) {
        list.PushClipRect({50, 60}, {120, 90});
        graphics().draw_heatmaps(list, {&tile, 1}, {});
        list.PopClipRect();
    });
    int drawn = 0;
    for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
            const bool inside = x >= 50 && x < 120 && y >= 60 && y < 90;
            if (pixel(image, x, y) != kGroundColour) {
                EXPECT_TRUE(inside) << x << ", " << y;
                ++drawn;
            }
        }
    }
    EXPECT_EQ(drawn, 70 * 30);
}

TEST_F(Pixels, MaskedCellsAreHatchedAndCellsThatAreNoNumbersAreMagenta) {
    const std::uint16_t halves[4] = {weight_to_half(0), kMaskedHalf, kInvalidHalf, weight_to_half(1)};
    graphics().upload_maps(make_pixels(1, 2, [&](int, int q, int k) { return halves[q * 2 + k]; }));
    for (const Theme theme : {Theme::kDark, Theme::kLight}) {
        const Image image = frame_of({tile_at(0, 0, 200)}, {.theme = theme});
        const Rgb zero = pixel(image, 50, 50), invalid = pixel(image, 50, 150);
        EXPECT_EQ(zero, colours_of(theme).front());
        EXPECT_GT(invalid.r - invalid.g, 200);
        EXPECT_GT(invalid.b - invalid.g, 150);
        std::vector<Rgb> seen;
        for (int x = 110; x < 190; ++x) {
            const Rgb colour = pixel(image, x, 50);
            if (std::find(seen.begin(), seen.end(), colour) == seen.end()) seen.push_back(colour);
        }
        ASSERT_EQ(seen.size(), 2U);
        EXPECT_GT(difference(seen[0], seen[1]), 15);
        for (const Rgb& colour : seen) EXPECT_GT(difference(colour, zero), 8);
    }
}

TEST_F(Pixels, GapsBetweenCellsShowTheGroundOnlyWhereCellsAreLarge) {
    graphics().upload_maps(make_pixels(1, 10, [](int, int, int) { return weight_to_half(1); }));
    const Image image = frame_of({tile_at(0, 0, 200), tile_at(300, 0, 70)}, {.cell_gaps = true});
    int gaps = 0, gaps_of_small = 0;
    for (int x = 0; x < 200; ++x) gaps += pixel(image, x, 10) == kGroundColour ? 1 : 0;
    for (int x = 300; x < 370; ++x) gaps_of_small += pixel(image, x, 10) == kGroundColour ? 1 : 0;
    EXPECT_EQ(gaps, 9);
    EXPECT_EQ(gaps_of_small, 0);
    EXPECT_EQ(pixel(image, 20, 10), kGroundColour);
    EXPECT_EQ(pixel(image, 10, 20), kGroundColour);
    EXPECT_NE(pixel(image, 0, 10), kGroundColour);
    EXPECT_NE(pixel(image, 199, 10), kGroundColour);
}

TEST_F(Pixels, OpacityLetsTheGroundThrough) {
    graphics().upload_maps(make_pixels(1, 1, [](int, int, int) { return weight_to_half(1); }));
    HeatmapTile tile = tile_at(0, 0, 50);
    tile.opacity = 0.5F;
    const Rgb top = dark_colormap().back();
    const Rgb half{static_cast<std::uint8_t>((top.r + 10) / 2), static_cast<std::uint8_t>((top.g + 20) / 2),
                   static_cast<std::uint8_t>((top.b + 30) / 2)};
    EXPECT_LE(difference(pixel(frame_of({tile}), 25, 25), half), 2);
}

TEST_F(Pixels, SlicesBeyondTheLayerLimitAreDrawnFromFurtherArrays) {
    open({.max_layers = 5});
    graphics().upload_maps(
        make_pixels(12, 3, [](int slice, int, int) { return weight_to_half(static_cast<float>(slice) / 16); }));
    EXPECT_EQ(graphics().maps().n_arrays(), 3U);
    std::vector<HeatmapTile> tiles;
    for (int slice = 11; slice >= 0; --slice) tiles.push_back(tile_at(static_cast<float>(slice) * 40, 0, 30, slice));
    const HeatmapStyle style{.scale = ScaleKind::kLinear};
    const Image image = frame_of(tiles, style);
    for (int slice = 0; slice < 12; ++slice) {
        const Rgb wanted = expected_colour(static_cast<float>(slice) / 16, style);
        EXPECT_LE(difference(pixel(image, slice * 40 + 15, 15), wanted), 2) << slice;
    }
    EXPECT_EQ(graphics().counters().heatmap_draws, 3);
}

TEST_F(Pixels, WhatImGuiDrawsBeforeAndAfterTheMapsIsUntouched) {
    graphics().upload_maps(make_pixels(1, 1, [](int, int, int) { return weight_to_half(1); }));
    const HeatmapTile tile = tile_at(100, 100, 100);
    const Image image = frame([&](ImDrawList& list) {
        list.AddRectFilled({0, 0}, {150, 150}, IM_COL32(255, 0, 0, 255));
        graphics().draw_heatmaps(list, {&tile, 1}, {});
        list.AddRectFilled({180, 180}, {250, 250}, IM_COL32(0, 0, 255, 255));
    });
    EXPECT_EQ(pixel(image, 50, 50), (Rgb{255, 0, 0}));
    EXPECT_EQ(pixel(image, 120, 120), dark_colormap().back());
    EXPECT_EQ(pixel(image, 190, 190), (Rgb{0, 0, 255}));
    EXPECT_EQ(pixel(image, 240, 240), (Rgb{0, 0, 255}));
}

TEST_F(Pixels, AFrameWithoutMapsDrawsNothing) {
    EXPECT_EQ(pixel(frame_of({tile_at(0, 0, 100)}), 50, 50), kGroundColour);
    graphics().upload_maps(make_pixels(1, 1, [](int, int, int) { return weight_to_half(1); }));
    graphics().upload_maps(MapPixels{});
    EXPECT_EQ(pixel(frame_of({tile_at(0, 0, 100)}), 50, 50), kGroundColour);
}

TEST_F(Pixels, AShorterTextAfterALongerOneShowsNothingOfTheLonger) {
    graphics().upload_maps(make_pixels(2, 60, [](int, int, int) { return weight_to_half(1); }));
    graphics().upload_maps(make_pixels(2, 37, [](int, int, int) { return weight_to_half(0); }));
    EXPECT_EQ(graphics().maps().n_allocations(), 1);
    for (const float size : {9.0F, 20.0F, 300.0F}) {
        const Image image = frame_of({tile_at(0, 0, size, 1)});
        for (int i = 0; i < static_cast<int>(size); ++i) {
            EXPECT_EQ(pixel(image, i, static_cast<int>(size) - 1), dark_colormap().front());
        }
    }
}

}  // namespace
}  // namespace headscope
