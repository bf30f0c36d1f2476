#include "core/text/shown_span.h"

#include <gtest/gtest.h>

#include <string>

namespace headscope {
namespace {

std::string shown(const std::string& text, std::uint32_t begin, std::uint32_t end) {
    const ByteSpan span = shown_span(text, {begin, end});
    return text.substr(span.begin, span.end - span.begin);
}

TEST(ShownSpan, KeepsAccentsAndJoinedEmojiWhole) {
    EXPECT_EQ(shown("cafe\u0301 x", 0, 4), "cafe\u0301");
    EXPECT_EQ(shown("cafe\u0301 x", 4, 6), "e\u0301");
    EXPECT_EQ(shown("a \U0001F469\u200D\U0001F467 b", 6, 9), "\U0001F469\u200D\U0001F467");
    EXPECT_EQ(shown("\u0915\u093F", 0, 3), "\u0915\u093F");
    EXPECT_EQ(shown("ab\r\n", 3, 4), "\r\n");
}

TEST(ShownSpan, LeavesTheSpaceBeforeAWordDark) {
    EXPECT_EQ(shown("the man", 3, 7), "man");
    EXPECT_EQ(shown("a   b", 1, 4), "   ");
    EXPECT_EQ(shown("\u3000\u4e00", 0, 6), "\u4e00");
}

TEST(ShownSpan, StaysWhereThereIsNothingToShow) {
    EXPECT_EQ(shown_span("abc", {1, 1}), (ByteSpan{1, 1}));
    EXPECT_EQ(shown_span("", {0, 0}), (ByteSpan{0, 0}));
    EXPECT_EQ(shown_span("abc", {1, 9}), (ByteSpan{1, 9}));
}

TEST(ShownSpan, LooksNoFartherThanItMustInALongText) {
    std::string text;
    for (int i = 0; i < 200'000; ++i) text += "\u4e00";
    EXPECT_EQ(shown_span(text, {300'000, 300'003}), (ByteSpan{300'000, 300'003}));
    std::string marks = "e";
    for (int i = 0; i < 200'000; ++i) marks += "\u0301";
    const ByteSpan span = shown_span(marks, {200'001, 200'003});
    EXPECT_LE(span.begin, 200'001U);
    EXPECT_GE(span.end, 200'003U);
}

}  // namespace
}  // namespace headscope
