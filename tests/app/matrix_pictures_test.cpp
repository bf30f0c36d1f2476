#include "app/widgets/matrix_pictures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/export/colormap.h"
#include "tests/app/fake_graphics.h"
#include "tests/app/headless_imgui.h"

namespace headscope {
namespace {

std::uint32_t pixel(Rgb c) {
    return 0xFF000000U | static_cast<std::uint32_t>(c.b) << 16 | static_cast<std::uint32_t>(c.g) << 8 | c.r;
}

TEST(MatrixPixels, GiveEachSignItsEndOfTheColoursAndNothingTheMiddle) {
    const std::vector<float> values{-2, 2, 0, 1};
    for (const Theme theme : {Theme::kDark, Theme::kLight}) {
        const Colormap& colours = diverging_colormap(theme);
        const auto pixels = matrix_pixels({values.data(), 2, 2, 2}, 2, 2, theme, 2);
        ASSERT_EQ(pixels.size(), 4U);
        EXPECT_EQ(pixels[0], pixel(colours[0]));
        EXPECT_EQ(pixels[1], pixel(colours[255]));
        EXPECT_EQ(pixels[2], pixel(colours[128]));
        EXPECT_EQ(pixels[3], pixel(colours[191]));
    }
}

TEST(MatrixPixels, NeverLoseALargeNumberWhenManyCellsFallOnAPixel) {
    std::vector<float> values(1000 * 1000, 0.001F);
    values[567 * 1000 + 123] = -9;
    const auto pixels = matrix_pixels({values.data(), 1000, 1000, 1000}, 20, 10, Theme::kLight, 9);
    EXPECT_EQ(pixels[5 * 20 + 2], pixel(diverging_colormap(Theme::kLight)[0]));
}

TEST(MatrixPixels, DrawSmallMatricesInSharpBlocks) {
    const std::vector<float> values{1, -1};
    const auto pixels = matrix_pixels({values.data(), 1, 2, 2}, 6, 3, Theme::kDark, 1);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 6; ++x)
            EXPECT_EQ(pixels[static_cast<std::size_t>(y * 6 + x)],
                      pixel(diverging_colormap(Theme::kDark)[x < 3 ? 255 : 0]));
}

TEST(MatrixPixels, ShowWhatIsNotANumber) {
    const std::vector<float> values{NAN, 1};
    const auto pixels = matrix_pixels({values.data(), 1, 2, 2}, 1, 1, Theme::kDark, 1);
    EXPECT_EQ(pixels[0], 0xFFFF00FFU);
}

TEST(ValueRange, IsTheLargestSizeUnlessThatIsFarFromTheOthers) {
    const std::vector<float> values{-3, 2, INFINITY};
    EXPECT_EQ(value_range({values.data(), 1, 3, 3}), 3);
    std::vector<float> with_outlier(100, 1);
    with_outlier[7] = -50;
    EXPECT_NEAR(value_range({with_outlier.data(), 10, 10, 10}), 3 * std::sqrt(25.99F), 1e-4F);
    const std::vector<float> zeros{0, 0};
    EXPECT_EQ(value_range({zeros.data(), 1, 2, 2}), 1);
}

class Pictures : public ::testing::Test {
  protected:
    ImTextureID get(const char* id, std::uint64_t stamp, int width = 4) {
        ImTextureID texture{};
        imgui_.frame([&] {
            texture = pictures_.get(graphics_, {values_.data(), 2, 2, 2}, {id, stamp, width, 4, Theme::kDark, 0});
        });
        return texture;
    }
    HeadlessImGui imgui_;
    FakeGraphics graphics_;
    std::vector<float> values_{1, 2, 3, 4};
    MatrixPictures pictures_;
};

TEST_F(Pictures, AreUploadedOnceAndAgainOnlyForOtherValuesOrSizes) {
    const ImTextureID first = get("a", 1);
    EXPECT_EQ(get("a", 1), first);
    EXPECT_EQ(graphics_.updates, 1);
    EXPECT_EQ(get("a", 2), first);
    EXPECT_EQ(graphics_.updates, 2);
    get("a", 2, 8);
    EXPECT_EQ(graphics_.updates, 3);
    EXPECT_EQ(graphics_.textures.size(), 1U);
    EXPECT_NE(get("b", 1), first);
    EXPECT_EQ(pictures_.count(), 2U);
}

TEST_F(Pictures, LetGoOfWhatIsNoLongerDrawn) {
    get("a", 1);
    for (int i = 0; i < 60; ++i) imgui_.frame([] {});
    get("b", 1);
    EXPECT_EQ(pictures_.count(), 1U);
    EXPECT_EQ(graphics_.textures.size(), 1U);
}

TEST_F(Pictures, AreLeftOutWhereTheCardRefuses) {
    graphics_.refuses = true;
    EXPECT_EQ(get("a", 1), ImTextureID{});
}

}  // namespace
}  // namespace headscope
