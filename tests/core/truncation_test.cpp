#include "core/text/truncation.h"

#include <gtest/gtest.h>

namespace headscope {
namespace {

using Pair = std::pair<std::size_t, std::size_t>;
using Ranges = std::vector<TokenRange>;

Truncation windows_of(TruncationDirection direction, std::size_t stride) {
    Truncation out;
    out.direction = direction;
    out.stride = stride;
    out.with_overflow = true;
    return out;
}

TEST(Truncation, SharesRoomBetweenTwoTexts) {
    EXPECT_EQ(share_room(3, 4, 7), (Pair{3, 4}));
    EXPECT_EQ(share_room(7, 2, 5), (Pair{3, 2}));
    EXPECT_EQ(share_room(2, 7, 5), (Pair{2, 3}));
    EXPECT_EQ(share_room(7, 4, 5), (Pair{3, 2}));  // both give; the longer keeps the odd one
    EXPECT_EQ(share_room(4, 7, 5), (Pair{2, 3}));
    EXPECT_EQ(share_room(4, 4, 5), (Pair{2, 3}));
    EXPECT_EQ(share_room(9, 0, 5), (Pair{5, 0}));
    EXPECT_EQ(share_room(9, 8, 0), (Pair{0, 0}));
}

TEST(Truncation, OneTextMayGiveAlone) {
    EXPECT_EQ(kept_tokens(7, 4, 6, TruncationStrategy::kOnlyFirst).value(), (Pair{2, 4}));
    EXPECT_EQ(kept_tokens(4, 7, 6, TruncationStrategy::kOnlySecond).value(), (Pair{4, 2}));
    EXPECT_EQ(kept_tokens(7, std::nullopt, 3, TruncationStrategy::kOnlyFirst).value(), (Pair{3, 0}));
    EXPECT_EQ(kept_tokens(7, std::nullopt, 3, TruncationStrategy::kLongestFirst).value(), (Pair{3, 0}));
}

TEST(Truncation, RefusesToCutMoreThanTheTextHas) {
    EXPECT_FALSE(kept_tokens(3, 9, 9, TruncationStrategy::kOnlyFirst).has_value());
    EXPECT_FALSE(kept_tokens(9, 3, 9, TruncationStrategy::kOnlySecond).has_value());
    EXPECT_FALSE(kept_tokens(9, std::nullopt, 3, TruncationStrategy::kOnlySecond).has_value());
    EXPECT_TRUE(kept_tokens(4, 9, 10, TruncationStrategy::kOnlyFirst).has_value());
    // Nothing to cut, nothing to refuse; no room, nothing remains.
    EXPECT_EQ(kept_tokens(3, std::nullopt, 3, TruncationStrategy::kOnlySecond).value(), (Pair{3, 0}));
    EXPECT_EQ(kept_tokens(9, 3, 0, TruncationStrategy::kOnlySecond).value(), (Pair{0, 0}));
}

TEST(Truncation, WindowsGoOnFromTheEndThatIsKept) {
    EXPECT_EQ(truncation_windows(7, 3, windows_of(TruncationDirection::kRight, 0)).value(),
              (Ranges{{0, 3}, {3, 6}, {6, 7}}));
    EXPECT_EQ(truncation_windows(7, 3, windows_of(TruncationDirection::kRight, 1)).value(),
              (Ranges{{0, 3}, {2, 5}, {4, 7}}));
    EXPECT_EQ(truncation_windows(7, 3, windows_of(TruncationDirection::kLeft, 0)).value(),
              (Ranges{{4, 7}, {1, 4}, {0, 1}}));
    EXPECT_EQ(truncation_windows(7, 3, windows_of(TruncationDirection::kLeft, 1)).value(),
              (Ranges{{4, 7}, {2, 5}, {0, 3}}));
    EXPECT_EQ(truncation_windows(7, 0, windows_of(TruncationDirection::kRight, 0)).value(), (Ranges{{0, 0}, {0, 7}}));
    EXPECT_EQ(truncation_windows(7, 7, windows_of(TruncationDirection::kRight, 9)).value(), (Ranges{{0, 7}}));
    EXPECT_EQ(truncation_windows(7, 3, Truncation{3}).value(), (Ranges{{0, 3}}));
}

TEST(Truncation, RefusesAStrideAsLongAsTheWindow) {
    EXPECT_FALSE(truncation_windows(7, 3, windows_of(TruncationDirection::kRight, 3)).has_value());
}

}  // namespace
}  // namespace headscope
