#include "app/state/map_compare.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/state/actions.h"
#include "app/state/commands.h"
#include "tests/app/small_trace.h"

namespace headscope {
namespace {

AppState state_with_maps() {
    AppState state;
    state.shown = make_small_shown({"a", "b", "c"});
    return state;
}

TEST(MapCompare, TheOtherHeadIsTheFirstAddedElseTheOneUnderThePointer) {
    AppState state = state_with_maps();
    EXPECT_FALSE(compared_head(state));
    state.hover.head = HeadRef{0, 0};
    EXPECT_FALSE(compared_head(state));  // it is the selected one
    state.hover.head = HeadRef{1, 2};
    EXPECT_EQ(compared_head(state), (HeadRef{1, 2}));
    state.view.linked = {{0, 1}, {1, 1}};
    EXPECT_EQ(compared_head(state), (HeadRef{0, 1}));
    state.view.combined = Combination::kMean;
    EXPECT_EQ(compared_head(state), (HeadRef{1, 2}));
}

TEST(MapCompare, TheDifferenceIsThatOfEveryDrawnCell) {
    const auto shown = make_small_shown({"a", "b", "c"}, SpecialsMode::kDrop);
    const MapDifference difference(LargeMap(*shown, {0, 0}), LargeMap(*shown, {0, 1}));
    float largest = 0;
    for (Index row = 0; row < 3; ++row) {
        for (Index col = 0; col < 3; ++col) {
            const float expected = shown->weight({0, 0}, row + 1, col + 1) - shown->weight({0, 1}, row + 1, col + 1);
            EXPECT_FLOAT_EQ(difference.value(row, col), expected);
            largest = std::max(largest, std::abs(expected));
        }
    }
    EXPECT_FLOAT_EQ(difference.largest(), largest);
    EXPECT_FLOAT_EQ(difference.limit(WeightRange::kFixed), 1);
    EXPECT_FLOAT_EQ(difference.limit(WeightRange::kHead), largest);
    EXPECT_EQ(difference.pixels(WeightRange::kFixed).levels[0].rows, 3);
}

TEST(MapCompare, AHeadDoesNotDifferFromItself) {
    const auto shown = make_small_shown({"a", "b"});
    const MapDifference difference(LargeMap(*shown, {1, 1}), LargeMap(*shown, {1, 1}));
    EXPECT_EQ(difference.largest(), 0);
    EXPECT_EQ(difference.limit(WeightRange::kRow), 1);
}

TEST(MapCompare, TheKeyGoesThroughTheWays) {
    AppState state = state_with_maps();
    for (const MapCompare expected : {MapCompare::kSideBySide, MapCompare::kDifference, MapCompare::kOff}) {
        run_command(state, CommandId::kCycleCompare);
        EXPECT_EQ(state.view.compare, expected);
    }
}

}  // namespace
}  // namespace headscope
