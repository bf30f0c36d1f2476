#include "app/widgets/text_layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

namespace headscope {
namespace {

std::size_t visible(const std::vector<std::uint32_t>& pixels) {
    return static_cast<std::size_t>(
        std::count_if(pixels.begin(), pixels.end(), [](std::uint32_t p) { return (p >> 24) != 0; }));
}

class TextLayoutTest : public testing::Test {
  protected:
    TextLayout layout(std::string_view text, TextStyle style = {.size = 14}) { return engine_.layout(text, style); }
    bool looks_like(std::string_view a, std::string_view b) {
        return layout(a).render().mask == layout(b).render().mask;
    }
    TextLayoutEngine engine_;
};

TEST_F(TextLayoutTest, DrawsEveryScript) {
    for (const char* text : {"telescope", "日本", "𠮷", "مرحبا", "שלום", "नमस्ते", "ไทย", "\U000F0000", "\u0378"}) {
        const TextLayout line = layout(text);
        EXPECT_GT(line.width(), 4) << text;
        const TextImage image = line.render();
        EXPECT_GT(visible(image.mask), 10U) << text;
        EXPECT_EQ(image.mask.size(), static_cast<std::size_t>(image.width * image.height)) << text;
    }
}

TEST_F(TextLayoutTest, KeepsCharactersBeyondSixteenBits) {
    EXPECT_FALSE(looks_like("𠮷", "\uFFFD"));
    EXPECT_FALSE(looks_like("𠮷", "\u0BB7"));  // what is left of U+20BB7 in 16 bits
    EXPECT_FALSE(looks_like("\U000F0001", "\U000F0002")) << "an unknown character is drawn as its code";
}

TEST_F(TextLayoutTest, EmojiKeepTheirColours) {
    const TextImage image = layout("🙂").render();
    ASSERT_TRUE(image.has_colour());
    EXPECT_GT(visible(image.colour), 50U);
    EXPECT_EQ(visible(image.mask), 0U);
    const bool any_yellow = std::any_of(image.colour.begin(), image.colour.end(), [](std::uint32_t p) {
        return (p >> 24) > 200 && (p & 255) > 200 && (p >> 8 & 255) > 150 && (p >> 16 & 255) < 120;
    });
    EXPECT_TRUE(any_yellow);
    EXPECT_FALSE(layout("hey").render().has_colour());
}

TEST_F(TextLayoutTest, TextBesideAnEmojiStaysInTheMask) {
    const TextImage image = layout("hey 🙂").render();
    ASSERT_TRUE(image.has_colour());
    EXPECT_GT(visible(image.mask), 30U);
    const int half = image.width / 3;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < half; ++x) {
            EXPECT_EQ(image.colour[static_cast<std::size_t>(y * image.width + x)] >> 24, 0U);
        }
    }
}

TEST_F(TextLayoutTest, TheMaskIsWhiteWithCoverageAsAlpha) {
    const TextImage image = layout("grey").render();
    bool any_between = false;
    for (const std::uint32_t pixel : image.mask) {
        EXPECT_EQ(pixel & 0xFFFFFF, 0xFFFFFFU);
        any_between = any_between || ((pixel >> 24) > 0 && (pixel >> 24) < 255);
    }
    EXPECT_TRUE(any_between);
}

TEST_F(TextLayoutTest, LinesOfOneStyleAlignWhateverTheirScript) {
    const TextLayout latin = layout("x");
    for (const char* text : {"日本", "مرحبا", "नमस्ते", "🙂", ""}) {
        EXPECT_EQ(layout(text).height(), latin.height()) << text;
        EXPECT_EQ(layout(text).baseline(), latin.baseline()) << text;
    }
    EXPECT_EQ(latin.baseline(), std::round(latin.baseline()));
    EXPECT_GT(latin.height(), latin.baseline());
}

TEST_F(TextLayoutTest, SpacesTextEvenlyAtEverySize) {
    const float one = layout("telescope", {.size = 10}).width();
    EXPECT_NEAR(layout("telescope", {.size = 15}).width(), 1.5F * one, 0.6F);
    EXPECT_NEAR(layout("telescope", {.size = 40}).width(), 4 * one, 1.6F);
    EXPECT_GT(layout("telescope", {.size = 14, .weight = FontWeight::kBold}).width(), layout("telescope").width());
}

TEST_F(TextLayoutTest, NulCharactersCutNothing) {
    const std::string_view text("ab\0cd", 5);
    EXPECT_GT(layout(text).width(), layout("abcd").width());
    EXPECT_EQ(layout(text).byte_at(1000), 5U);
    EXPECT_TRUE(looks_like(text, "ab\u2400cd"));
}

TEST_F(TextLayoutTest, ControlsShowAsGlyphsOnOneLine) {
    EXPECT_TRUE(looks_like("a\nb", "a↵b"));
    EXPECT_TRUE(looks_like("a\tb", "a⇥b"));
    EXPECT_TRUE(looks_like("a\u2028b\u2029c\u0085", "a↵b↵c↵"));
    EXPECT_TRUE(looks_like("\x01\x7F", "\u2401\u2421"));
    EXPECT_EQ(layout("a\nb").height(), layout("a").height());
}

TEST_F(TextLayoutTest, SpacesShowOnlyIfAsked) {
    const auto shown = [&](std::string_view text) {
        return layout(text, {.size = 14, .invisibles = Invisibles::kSpaces}).render().mask;
    };
    EXPECT_EQ(shown("a b"), layout("a␣b").render().mask);
    EXPECT_EQ(shown("a\u00A0b"), layout("a⍽b").render().mask);
    EXPECT_TRUE(layout(" ").render().mask.empty());
}

TEST_F(TextLayoutTest, InvalidBytesShowAsReplacements) {
    EXPECT_TRUE(looks_like("a\xFF", "a\uFFFD"));
}

TEST_F(TextLayoutTest, CaretsRiseFromLeftToRight) {
    const std::string text = "a\n𠮷 b🙂";
    const TextLayout line = layout(text);
    float last = -1;
    for (const std::size_t byte : {0U, 1U, 2U, 6U, 7U, 8U, 12U}) {
        EXPECT_GT(line.caret_x(byte), last) << byte;
        last = line.caret_x(byte);
        EXPECT_EQ(line.byte_at(last), byte);
    }
    EXPECT_FLOAT_EQ(line.caret_x(0), 0);
    EXPECT_NEAR(line.caret_x(text.size()), line.width(), 0.01F);
}

TEST_F(TextLayoutTest, CaretsOfArabicFallFromRightToLeft) {
    const std::string text = "مرحبا";
    const TextLayout line = layout(text);
    float last = line.width() + 1;
    for (std::size_t byte = 0; byte <= text.size(); byte += 2) {
        EXPECT_LT(line.caret_x(byte), last) << byte;
        last = line.caret_x(byte);
    }
    EXPECT_NEAR(line.caret_x(0), line.width(), 0.01F);
    EXPECT_NEAR(line.caret_x(text.size()), 0, 0.01F);
}

TEST_F(TextLayoutTest, WhereDirectionsMeetThereAreTwoCarets) {
    const TextLayout line = layout("abc שלום");
    EXPECT_LT(line.caret_x(4), line.other_caret_x(4) - 10);
    EXPECT_FLOAT_EQ(line.caret_x(2), line.other_caret_x(2));
}

TEST_F(TextLayoutTest, StepsOnScreenRunThroughHebrewBackwards) {
    const TextLayout line = layout("שלום");
    EXPECT_EQ(line.step(0, -1), std::optional<std::size_t>(2));
    EXPECT_EQ(line.step(4, +1), std::optional<std::size_t>(2));
    EXPECT_EQ(line.step(0, +1), std::nullopt);
    EXPECT_EQ(line.step(8, -1), std::nullopt);
    EXPECT_EQ(layout("a\tb").step(1, +1), std::optional<std::size_t>(2));
}

TEST_F(TextLayoutTest, FindsTheCharacterUnderAPoint) {
    const TextLayout line = layout("i\nW");
    EXPECT_EQ(line.hit(-1), std::nullopt);
    EXPECT_EQ(line.hit(1), std::optional<std::size_t>(0));
    EXPECT_EQ(line.hit(line.caret_x(1) + 1), std::optional<std::size_t>(1));
    EXPECT_EQ(line.hit(line.width() - 1), std::optional<std::size_t>(2));
    EXPECT_EQ(line.hit(line.width() + 1), std::nullopt);
}

TEST_F(TextLayoutTest, ARangeOfOneDirectionIsOnePiece) {
    const TextLayout line = layout("a🙂 日b");
    const std::vector<XRange> ranges = line.ranges(1, 9);
    ASSERT_EQ(ranges.size(), 1U);
    EXPECT_FLOAT_EQ(ranges[0].begin, line.caret_x(1));
    EXPECT_FLOAT_EQ(ranges[0].end, line.caret_x(9));
    EXPECT_TRUE(line.ranges(3, 3).empty());
}

TEST_F(TextLayoutTest, ARangeAcrossDirectionsIsTwoPieces) {
    const TextLayout line = layout("ab שלום");
    EXPECT_EQ(line.ranges(1, 5).size(), 2U) << "b and a space at the left, one letter at the far right";
}

TEST_F(TextLayoutTest, AnEllipsisKeepsTheWidth) {
    const std::string text = "a very long label that goes on and on";
    for (const Ellipsis ellipsis : {Ellipsis::kMiddle, Ellipsis::kEnd}) {
        const TextLayout line = layout(text, {.size = 14, .ellipsis = ellipsis, .max_width = 90});
        EXPECT_LE(line.width(), 90.5F);
        EXPECT_GT(line.width(), 60);
    }
    const TextLayout fits = layout("short", {.size = 14, .ellipsis = Ellipsis::kEnd, .max_width = 90});
    EXPECT_FLOAT_EQ(fits.width(), layout("short").width());
}

TEST_F(TextLayoutTest, RightToLeftTextWithinAWidthStillBeginsAtTheLeft) {
    const TextLayout line = layout("שלום", {.size = 14, .ellipsis = Ellipsis::kEnd, .max_width = 300});
    EXPECT_NEAR(line.caret_x(8), 0, 0.01F);
    EXPECT_LT(line.render().x, 5);
}

TEST_F(TextLayoutTest, ADirectionGivenIsKept) {
    const auto width_before = [&](TextDirection direction) {
        return layout("123", {.size = 14, .direction = direction}).caret_x(0);
    };
    EXPECT_FLOAT_EQ(width_before(TextDirection::kLeftToRight), 0);
    EXPECT_GT(width_before(TextDirection::kRightToLeft), 10);
}

TEST_F(TextLayoutTest, AWindowIsAPartOfTheWhole) {
    const TextLayout line = layout("telescope");
    const TextImage whole = line.render_window(0, 0, 80, static_cast<int>(line.height()));
    const TextImage part = line.render_window(20, 0, 30, static_cast<int>(line.height()));
    ASSERT_EQ(part.width, 30);
    for (int y = 0; y < part.height; ++y) {
        for (int x = 0; x < part.width; ++x) {
            ASSERT_EQ(part.mask[static_cast<std::size_t>(y * 30 + x)],
                      whole.mask[static_cast<std::size_t>(y * 80 + x + 20)]);
        }
    }
}

TEST_F(TextLayoutTest, StackedMarksDoNotGrowTheImageWithoutEnd) {
    std::string zalgo = "a";
    for (int i = 0; i < 500; ++i) zalgo += "\u0301";
    const TextLayout line = layout(zalgo);
    EXPECT_LE(static_cast<float>(line.render().height), 3 * line.height());
}

TEST_F(TextLayoutTest, AnEmptyLayoutAnswersEverything) {
    const TextLayout none;
    EXPECT_EQ(none.width(), 0);
    EXPECT_EQ(none.byte_at(5), 0U);
    EXPECT_EQ(none.hit(0), std::nullopt);
    EXPECT_TRUE(none.render().mask.empty());
    const TextLayout empty = layout("");
    EXPECT_EQ(empty.width(), 0);
    EXPECT_EQ(empty.caret_x(0), 0);
    EXPECT_TRUE(empty.render().mask.empty());
}

TEST(TextLayout, OutlivesItsEngine) {
    TextLayout line;
    {
        TextLayoutEngine engine;
        line = engine.layout("kept", {.size = 14});
    }
    EXPECT_GT(visible(line.render().mask), 20U);
}

}  // namespace
}  // namespace headscope
