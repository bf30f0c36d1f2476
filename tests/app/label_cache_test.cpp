#include "app/widgets/label_cache.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/fake_graphics.h"
#include "tests/app/headless_imgui.h"

namespace headscope {
namespace {

class LabelCacheTest : public testing::Test {
  protected:
    HeadlessImGui imgui_;
    FakeGraphics graphics_;
    TextLayoutEngine engine_;
    LabelCache cache_{graphics_, engine_};

    // How many pixels of the label's image in the texture are visible.
    std::size_t visible(const Label& label, float shift = 0) const {
        const auto pixel = [](float uv) { return static_cast<int>(std::lround(uv * LabelCache::kPageSize)); };
        return graphics_.textures.at(label.texture)
            .visible_pixels(pixel(label.uv_min.x), pixel(label.uv_min.y + shift),
                            pixel(label.uv_max.x) - pixel(label.uv_min.x),
                            pixel(label.uv_max.y) - pixel(label.uv_min.y));
    }
    // Draws into the frame's list and returns the vertices added.
    template <class Draw>
    std::vector<ImDrawVert> vertices(Draw draw) {
        std::vector<ImDrawVert> out;
        imgui_.frame([&] {
            ImDrawList& list = *ImGui::GetWindowDrawList();
            const int before = list.VtxBuffer.Size;
            draw(list);
            for (int i = before; i < list.VtxBuffer.Size; ++i) out.push_back(list.VtxBuffer[i]);
        });
        return out;
    }
};

TEST_F(LabelCacheTest, UploadsADistinctLabelOnce) {
    const Label& first = cache_.get("telescope", {.size = 13});
    const Label& again = cache_.get("telescope", {.size = 13});
    EXPECT_EQ(&first, &again);
    EXPECT_EQ(graphics_.updates, 1);
    EXPECT_EQ(graphics_.created, 1);
    EXPECT_GT(visible(first), 30U);
    EXPECT_TRUE(first.has_mask);
    EXPECT_FALSE(first.has_colour);
}

TEST_F(LabelCacheTest, StylesAreDistinct) {
    cache_.get("telescope", {.size = 13});
    cache_.get("telescope", {.size = 14});
    cache_.get("telescope", {.size = 13, .weight = FontWeight::kBold});
    cache_.get("telescope", {.size = 13, .ellipsis = Ellipsis::kEnd, .max_width = 30});
    cache_.get("telescope", {.size = 13, .ellipsis = Ellipsis::kEnd, .max_width = 40});
    EXPECT_EQ(graphics_.updates, 5);
}

TEST_F(LabelCacheTest, OneUploadServesTextAndEmojiTogether) {
    const Label& label = cache_.get("hey 🙂", {.size = 13});
    EXPECT_EQ(graphics_.updates, 1);
    ASSERT_TRUE(label.has_colour);
    EXPECT_TRUE(label.has_mask);
    EXPECT_GT(visible(label), 20U);
    EXPECT_GT(visible(label, label.colour_uv_y), 50U);
    EXPECT_FALSE(cache_.get("🙂", {.size = 13}).has_mask);
}

TEST_F(LabelCacheTest, BlankLabelsHaveASizeAndNoTexture) {
    const Label& label = cache_.get("  ", {.size = 13});
    EXPECT_GT(label.size.x, 2);
    EXPECT_EQ(label.texture, ImTextureID{});
    EXPECT_EQ(graphics_.updates, 0);
    EXPECT_TRUE(vertices([&](ImDrawList& list) { cache_.draw(list, ImVec2(5, 5), label, IM_COL32_WHITE); }).empty());
    EXPECT_EQ(cache_.get("", {.size = 13}).size.x, 0);
}

TEST_F(LabelCacheTest, ManyLabelsShareAPageAndNeverOverlap) {
    std::vector<const Label*> labels;
    const char* words[] = {"word", "السلام", "שלום", "नमस्ते", "日本語", "🙂", "telescope", "##ly"};
    for (int i = 0; i < 512; ++i) labels.push_back(&cache_.get(words[i % 8] + std::to_string(i), {.size = 13}));
    EXPECT_EQ(graphics_.updates, 512);
    EXPECT_EQ(graphics_.created, 1);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Label& a = *labels[i];
            const Label& b = *labels[j];
            const float a_bottom = a.uv_max.y + a.colour_uv_y * (a.has_colour ? 1 : 0);
            const float b_bottom = b.uv_max.y + b.colour_uv_y * (b.has_colour ? 1 : 0);
            const bool apart =
                a.uv_max.x < b.uv_min.x || b.uv_max.x < a.uv_min.x || a_bottom < b.uv_min.y || b_bottom < a.uv_min.y;
            ASSERT_TRUE(apart) << i << " and " << j;
        }
    }
}

TEST_F(LabelCacheTest, TakesThePageUsedLongestAgo) {
    const TextStyle huge = {.size = 300};
    const auto fill = [&](int number) { cache_.get("W" + std::to_string(number), huge); };
    imgui_.frame([&] { fill(0); });
    int next = 1;
    while (graphics_.created < static_cast<int>(LabelCache::kKeptPages)) imgui_.frame([&] { fill(next++); });
    for (int i = 0; i < 3; ++i) imgui_.frame([&] { fill(0); });  // the first page is in use
    for (int i = 0; i < 30; ++i) imgui_.frame([&] { fill(next++); });
    EXPECT_EQ(cache_.page_count(), LabelCache::kKeptPages) << "old pages serve again";
    EXPECT_EQ(graphics_.textures.size(), LabelCache::kKeptPages);
    const int before = graphics_.updates;
    imgui_.frame([&] { fill(next - 1); });
    EXPECT_EQ(graphics_.updates, before) << "the newest label is still there";
    imgui_.frame([&] { fill(1); });
    EXPECT_EQ(graphics_.updates, before + 1) << "one of the oldest is not";
}

TEST_F(LabelCacheTest, NeverTakesAPageThatTheFrameShows) {
    imgui_.frame([&] {
        std::vector<std::pair<const Label*, std::size_t>> shown;
        for (int i = 0; i < 60; ++i) {
            const Label& label = cache_.get("W" + std::to_string(i), {.size = 300});
            shown.emplace_back(&label, visible(label));
        }
        EXPECT_GT(cache_.page_count(), LabelCache::kKeptPages);
        for (const auto& [label, pixels] : shown) EXPECT_EQ(visible(*label), pixels);
    });
}

TEST_F(LabelCacheTest, AReusedPageLeavesNothingOfTheOldLabels) {
    const TextStyle style = {.size = 13};
    const std::size_t fresh = visible(cache_.get("telescope", style));
    for (int i = 0; i < 200; ++i) {
        imgui_.frame([&] { cache_.get("W" + std::to_string(i), {.size = 300}); });
    }
    imgui_.frame([&] { EXPECT_EQ(visible(cache_.get("telescope", style)), fresh); });
}

TEST_F(LabelCacheTest, TextTooLongForALabelIsCutBeforeItIsLaidOut) {
    std::string book;
    for (int i = 0; i < 100000; ++i) book += "𠮷 word ";
    for (const Ellipsis ellipsis : {Ellipsis::kNone, Ellipsis::kMiddle, Ellipsis::kEnd}) {
        const Label& label = cache_.get(book, {.size = 13, .ellipsis = ellipsis, .max_width = 100});
        EXPECT_LE(label.size.x, LabelCache::kPageSize);
        EXPECT_GT(visible(label), 50U);
    }
    EXPECT_LE(cache_.get("a" + std::string(5000, '\x80'), {.size = 13}).size.x, LabelCache::kPageSize);
}

TEST_F(LabelCacheTest, AFinerScreenGetsMorePixelsForTheSameSize) {
    const Label coarse = cache_.get("telescope", {.size = 13});
    cache_.set_pixel_scale(2);
    EXPECT_TRUE(graphics_.textures.empty());
    const Label& fine = cache_.get("telescope", {.size = 13});
    EXPECT_NEAR(fine.size.x, coarse.size.x, 1);
    EXPECT_NEAR((fine.uv_max.x - fine.uv_min.x) / (coarse.uv_max.x - coarse.uv_min.x), 2, 0.2);
    EXPECT_NEAR(fine.image_max.x - fine.image_min.x, coarse.image_max.x - coarse.image_min.x, 2);
}

TEST_F(LabelCacheTest, DrawsOnWholePixels) {
    const Label& label = cache_.get("telescope", {.size = 13});
    const auto drawn = vertices([&](ImDrawList& list) { cache_.draw(list, ImVec2(10.3F, 20.6F), label, 0xFF00AAFF); });
    ASSERT_EQ(drawn.size(), 4U);
    EXPECT_FLOAT_EQ(drawn[0].pos.x, 10 + label.image_min.x);
    EXPECT_FLOAT_EQ(drawn[0].pos.y, 21 + label.image_min.y);
    EXPECT_EQ(drawn[0].col, 0xFF00AAFF);
}

TEST_F(LabelCacheTest, TintsTextButOnlyFadesEmoji) {
    const Label& label = cache_.get("hey 🙂", {.size = 13});
    const auto drawn = vertices([&](ImDrawList& list) { cache_.draw(list, ImVec2(0, 0), label, 0x800000FF); });
    ASSERT_EQ(drawn.size(), 8U);
    EXPECT_EQ(drawn[0].col, 0x800000FF);
    EXPECT_EQ(drawn[4].col, 0x80FFFFFF);
}

TEST_F(LabelCacheTest, TurnsAboutItsAnchor) {
    const Label& label = cache_.get("telescope", {.size = 13});
    const float quarter = std::acos(0.0F);
    const auto drawn = vertices([&](ImDrawList& list) {
        cache_.draw_rotated(list, ImVec2(100, 50), label, ImVec2(0, 0), quarter, IM_COL32_WHITE);
    });
    ASSERT_EQ(drawn.size(), 4U);
    EXPECT_NEAR(drawn[0].pos.x, 100 - label.image_min.y, 0.01);
    EXPECT_NEAR(drawn[0].pos.y, 50 + label.image_min.x, 0.01);
    EXPECT_NEAR(drawn[2].pos.x, 100 - label.image_max.y, 0.01);
    EXPECT_NEAR(drawn[2].pos.y, 50 + label.image_max.x, 0.01);
}

TEST_F(LabelCacheTest, ACardThatRefusesTexturesLeavesLabelsWithoutPixels) {
    graphics_.refuses = true;
    const Label& label = cache_.get("telescope", {.size = 13});
    EXPECT_GT(label.size.x, 10);
    EXPECT_EQ(label.texture, ImTextureID{});
}

TEST_F(LabelCacheTest, GivesItsTexturesBack) {
    {
        LabelCache cache(graphics_, engine_);
        cache.get("telescope", {.size = 13});
        EXPECT_EQ(graphics_.textures.size(), 1U);
    }
    EXPECT_TRUE(graphics_.textures.empty());
}

}  // namespace
}  // namespace headscope
