#include "core/export/colormap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace headscope {
namespace {

struct Lab {
    double l = 0, a = 0, b = 0;
};

double linear(std::uint8_t byte) {
    const double x = byte / 255.0;
    return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
}

// The inverse of what the colour maps are made with: sRGB bytes to OKLab (Ottosson 2020).
Lab to_oklab(const Rgb& colour) {
    const double r = linear(colour.r), g = linear(colour.g), b = linear(colour.b);
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

double distance(const Lab& x, const Lab& y) {
    return std::hypot(x.l - y.l, x.a - y.a, x.b - y.b);
}

class ColormapTest : public testing::TestWithParam<const Colormap* (*)()> {};

TEST_P(ColormapTest, LightnessIsLinearInTheIndex) {
    const Colormap& map = *GetParam()();
    const double first = to_oklab(map.front()).l, last = to_oklab(map.back()).l;
    EXPECT_GT(std::abs(last - first), 0.75);
    for (std::size_t i = 0; i < map.size(); ++i) {
        const double expected = std::lerp(first, last, static_cast<double>(i) / 255);
        // Half a byte of the darkest colours is about 0.006 of lightness; a colour outside sRGB would miss by far more.
        EXPECT_NEAR(to_oklab(map[i]).l, expected, 0.006) << i;
    }
}

TEST_P(ColormapTest, LightnessNeverTurnsBack) {
    const Colormap& map = *GetParam()();
    const double direction = to_oklab(map.back()).l > to_oklab(map.front()).l ? 1 : -1;
    for (std::size_t i = 1; i < map.size(); ++i) {
        EXPECT_GE(direction * (to_oklab(map[i]).l - to_oklab(map[i - 1]).l), -1e-9) << i;
        EXPECT_NE(map[i], map[i - 1]) << i;
    }
}

// Over 16 indices the rounding to bytes no longer matters.
TEST_P(ColormapTest, EqualStepsLookEquallyLarge) {
    const Colormap& map = *GetParam()();
    double smallest = 1, largest = 0;
    for (std::size_t i = 16; i < map.size(); ++i) {
        const double step = distance(to_oklab(map[i - 16]), to_oklab(map[i]));
        smallest = std::min(smallest, step);
        largest = std::max(largest, step);
    }
    EXPECT_LT(largest / smallest, 1.25);
}

INSTANTIATE_TEST_SUITE_P(Both, ColormapTest,
                         testing::Values(
                             +[] { return &dark_colormap(); }, +[] { return &light_colormap(); }));

TEST(ColormapEnds, DarkRunsFromNearBlackToPaleMint) {
    EXPECT_LT(to_oklab(dark_colormap().front()).l, 0.15);
    const Rgb mint = dark_colormap().back();
    EXPECT_GT(to_oklab(mint).l, 0.92);
    EXPECT_GT(mint.g, mint.r);
    EXPECT_GT(mint.g, mint.b);
}

TEST(ColormapEnds, LightRunsFromNearWhiteToDeepViolet) {
    const Rgb paper = light_colormap().front();
    EXPECT_GT(std::min({paper.r, paper.g, paper.b}), 245);
    const Rgb violet = light_colormap().back();
    EXPECT_LT(to_oklab(violet).l, 0.21);
    EXPECT_GT(violet.b, violet.r);
    EXPECT_GT(violet.r, violet.g);
}

TEST(ColormapPosition, FollowsTheScalesBetweenTheSameEnds) {
    for (const ScaleKind scale : {ScaleKind::kLinear, ScaleKind::kSqrt, ScaleKind::kLog}) {
        EXPECT_EQ(colormap_position(scale, 0), 0);
        EXPECT_EQ(colormap_position(scale, -1), 0);
        EXPECT_EQ(colormap_position(scale, 1), 1);
        EXPECT_EQ(colormap_position(scale, 2), 1);
    }
    EXPECT_FLOAT_EQ(colormap_position(ScaleKind::kLinear, 0.25F), 0.25F);
    EXPECT_FLOAT_EQ(colormap_position(ScaleKind::kSqrt, 0.25F), 0.5F);
    EXPECT_FLOAT_EQ(colormap_position(ScaleKind::kLog, 0.01F), 0.5F);
    EXPECT_EQ(colormap_position(ScaleKind::kLog, 1e-4F), 0);
}

}  // namespace
}  // namespace headscope
