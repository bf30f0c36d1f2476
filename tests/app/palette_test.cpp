#include "app/widgets/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace headscope {
namespace {

// Relative luminance and contrast as WCAG 2.1 defines them.
double luminance(ImU32 colour) {
    const auto linear = [&](unsigned shift) {
        const double c = static_cast<double>((colour >> shift) & 0xFF) / 255;
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) + 0.0722 * linear(IM_COL32_B_SHIFT);
}
double contrast(ImU32 a, ImU32 b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

constexpr double kReadable = 4.5;

TEST(Palette, ContrastOfBlackOnWhiteIsTwentyOne) {
    EXPECT_NEAR(contrast(IM_COL32(0, 0, 0, 255), IM_COL32(255, 255, 255, 255)), 21, 1e-9);
}

TEST(Palette, AllWordsAreReadableOnEveryGroundTheyStandOnInBothThemes) {
    for (const Theme theme : {Theme::kDark, Theme::kLight}) {
        const Palette& p = palette_of(theme);
        const std::vector<ImU32> grounds{p.ground, p.bar, p.raised, p.raised_hover};
        std::vector<ImU32> words{p.text, p.dim, p.query, p.key, p.error};
        words.insert(words.end(), p.heads.begin(), p.heads.end());
        for (const ImU32 ground : grounds) {
            for (const ImU32 word : words)
                EXPECT_GE(contrast(word, ground), kReadable) << std::hex << word << " on " << ground;
        }
        EXPECT_GE(contrast(p.text, p.raised_active), kReadable);
        EXPECT_GE(contrast(p.dim, p.raised_active), kReadable);
    }
}

TEST(Palette, ColoursOfHeadsDifferFromOneAnother) {
    for (const Theme theme : {Theme::kDark, Theme::kLight}) {
        const Palette& p = palette_of(theme);
        for (std::size_t i = 0; i < p.heads.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) EXPECT_NE(p.heads[i], p.heads[j]);
        }
    }
}

}  // namespace
}  // namespace headscope
