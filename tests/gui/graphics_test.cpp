// Textures, uploads, fonts and the window itself.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <thread>

#include "core/io/file.h"
#include "tests/gui/shell_fixture.h"

namespace headscope {
namespace {

using GraphicsTest = ShellFixture;

TEST_F(GraphicsTest, ATextureIsTransparentUntilFilledAndBlendsWithStraightAlpha) {
    const ImTextureID texture = graphics().create_texture(8, 4);
    ASSERT_NE(texture, nullptr);
    const std::uint32_t half_red = 0x800000FFU;  // little-endian bytes R, G, B, A
    const std::vector<std::uint32_t> pixels(4, half_red);
    graphics().update_texture(texture, 4, 1, 2, 2, pixels);
    const Image image = frame([&](ImDrawList& list) { list.AddImage(texture, {100, 100}, {108, 104}); });
    EXPECT_EQ(pixel(image, 101, 101), (Rgb{10, 20, 30}));
    EXPECT_LE(difference(pixel(image, 104, 101), Rgb{133, 10, 15}), 2);
    EXPECT_LE(difference(pixel(image, 105, 102), Rgb{133, 10, 15}), 2);
    EXPECT_EQ(pixel(image, 106, 102), (Rgb{10, 20, 30}));
    graphics().destroy_texture(texture);
}

TEST_F(GraphicsTest, ATextureThatTheCardCannotHoldIsRefused) {
    EXPECT_EQ(graphics().create_texture(1 << 30, 1 << 30), nullptr);
    EXPECT_EQ(graphics().create_texture(0, 5), nullptr);
}

TEST_F(GraphicsTest, ChangingTheStyleUploadsNothing) {
    graphics().upload_maps(make_pixels(3, 16, [](int, int, int) { return weight_to_half(0.5F); }));
    const HeatmapTile tile{.min = {0, 0}, .max = {50, 50}};
    for (const ScaleKind scale : {ScaleKind::kLinear, ScaleKind::kSqrt, ScaleKind::kLog}) {
        for (const Theme theme : {Theme::kDark, Theme::kLight}) {
            frame([&](ImDrawList& list) {
                graphics().draw_heatmaps(list, {&tile, 1}, {.scale = scale, .theme = theme});
            });
        }
    }
    EXPECT_EQ(graphics().counters().map_uploads, 1);
    EXPECT_EQ(graphics().counters().heatmap_draws, 6);
}

TEST_F(GraphicsTest, StorageIsKeptWhileTheTextGrowsALittle) {
    const auto zero = [](int, int, int) -> std::uint16_t { return 0; };
    for (const int n : {9, 10, 16, 12}) graphics().upload_maps(make_pixels(4, n, zero));
    EXPECT_EQ(graphics().maps().n_allocations(), 1);
    graphics().upload_maps(make_pixels(4, 17, zero));
    EXPECT_EQ(graphics().maps().n_allocations(), 2);
    graphics().upload_maps(make_pixels(5, 17, zero));
    EXPECT_EQ(graphics().maps().n_allocations(), 3);
    EXPECT_TRUE(graphics().upload_status().is_ok());
}

TEST_F(GraphicsTest, MapsLargerThanTheCardsLimitAreRefusedInWords) {
    MapPixels pixels;
    pixels.n_slices = 1;
    pixels.levels.push_back({1 << 20, 1 << 20, {}});
    graphics().upload_maps(pixels);
    ASSERT_FALSE(graphics().upload_status().is_ok());
    EXPECT_NE(graphics().upload_status().error().message.find("1048576 tokens"), std::string::npos);
    EXPECT_EQ(graphics().maps().n_slices(), 0);
}

TEST_F(GraphicsTest, FontsHaveTheSignsThatTheProgramUses) {
    for (const float scale : {1.0F, 1.5F, 2.0F}) {
        shell->set_scale(scale);
        const UiFonts& fonts = shell->fonts();
        for (const ImFont* font : {fonts.small, fonts.normal, fonts.bold, fonts.large}) {
            for (const char32_t sign : U"aZ09é→←↑↓·–—…√×÷≤≥▾▸ᵀ∑²σ✓") {
                if (sign == 0) continue;
                EXPECT_NE(font->FindGlyphNoFallback(static_cast<ImWchar>(sign)), nullptr)
                    << "U+" << std::hex << static_cast<unsigned>(sign);
            }
        }
        EXPECT_GT(fonts.large->FontSize, fonts.normal->FontSize);
        EXPECT_GT(fonts.normal->FontSize, fonts.small->FontSize);
    }
}

TEST_F(GraphicsTest, TextIsDrawnInTheSizeOfTheScale) {
    const auto ink = [&] {
        const Image image = frame([&](ImDrawList& list) {
            list.AddText(shell->fonts().normal, shell->fonts().normal->FontSize, {10, 10}, IM_COL32_WHITE, "Headscope");
        });
        int lit = 0;
        for (int y = 0; y < 100; ++y) {
            for (int x = 0; x < 400; ++x) lit += pixel(image, x, y).r > 128 ? 1 : 0;
        }
        return lit;
    };
    const int at_1 = ink();
    EXPECT_GT(at_1, 50);
    shell->set_scale(2);
    EXPECT_GT(ink(), 2.5 * at_1);
}

TEST_F(GraphicsTest, AScreenshotIsAPngFile) {
    const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "headscope_screenshot_test.png";
    const Image image = frame([](ImDrawList&) {});
    EXPECT_EQ(image.width, kWidth);
    EXPECT_EQ(image.height, kHeight);
    ASSERT_TRUE(write_png(image, path).is_ok());
    const Result<std::string> bytes = read_file(path, 1 << 24);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(bytes.value().substr(0, 8), "\x89PNG\r\n\x1a\n");
    std::filesystem::remove(path);
    EXPECT_FALSE(write_png(image, "/nowhere/at/all.png").is_ok());
}

TEST_F(GraphicsTest, AWakeUpFromAnotherThreadEndsTheWait) {
    while (window->wait_events(0.05)) {
    }
    std::thread waker([&] { window->wake_up(); });
    EXPECT_TRUE(window->wait_events(30));
    waker.join();
    EXPECT_FALSE(window->wait_events(0.01));
}

TEST_F(GraphicsTest, TheClipboardKeepsEveryCharacter) {
    const std::string text = "🙂 日本 𠮷 مرحبا";
    window->set_clipboard(text);
    EXPECT_EQ(window->clipboard(), text);
}

TEST_F(GraphicsTest, AWindowCanBeOpenedAgainAfterTheLastOneClosed) {
    shell.reset();
    window.reset();
    open({});
    EXPECT_EQ(window->framebuffer_size(), (PixelSize{kWidth, kHeight}));
}

}  // namespace
}  // namespace headscope
