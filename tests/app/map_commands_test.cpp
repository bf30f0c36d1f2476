#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/state/actions.h"
#include "app/state/commands.h"
#include "tests/app/small_trace.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

AppState state_with_many_tokens() {
    return state_with_maps(std::vector<std::string>(38, "word"));
}

TEST(MapCommands, ZoomsAboutTheLitCellAndFitsAgain) {
    AppState state = state_with_many_tokens();
    state.view.locked_query = 30;
    state.view.locked_key = 10;
    run_command(state, CommandId::kMapZoomIn);
    EXPECT_FLOAT_EQ(state.view.map_zoom.factor, 1.5F);
    EXPECT_GT(state.view.map_zoom.y, 0.5F);
    EXPECT_LT(state.view.map_zoom.x, 0.5F);
    run_command(state, CommandId::kMapFit);
    EXPECT_EQ(state.view.map_zoom, MapZoom());
}

TEST(MapCommands, ManyZoomsInARowAreUndoneAtOnce) {
    AppState state = state_with_many_tokens();
    run_command(state, CommandId::kMapSums);
    for (int i = 0; i < 5; ++i) run_command(state, CommandId::kMapZoomIn);
    apply(state, ZoomMap{{3, 0.2F, 0.3F}});
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.map_zoom, MapZoom());
    EXPECT_TRUE(state.view.map_sums);
    run_command(state, CommandId::kRedo);
    EXPECT_EQ(state.view.map_zoom, (MapZoom{3, 0.2F, 0.3F}));
}

TEST(MapCommands, AnotherChangeBetweenZoomsEndsTheStep) {
    AppState state = state_with_many_tokens();
    run_command(state, CommandId::kMapZoomIn);
    run_command(state, CommandId::kMapSums);
    run_command(state, CommandId::kMapZoomIn);
    run_command(state, CommandId::kUndo);
    EXPECT_FLOAT_EQ(state.view.map_zoom.factor, 1.5F);
}

TEST(MapCommands, SelectsAllCellsAndFreesThem) {
    AppState state = state_with_many_tokens();
    run_command(state, CommandId::kSelectCells);
    EXPECT_EQ(state.view.rectangle, (MapRectangle{0, 39, 0, 39}));
    run_command(state, CommandId::kFree);
    EXPECT_FALSE(state.view.rectangle);
    run_command(state, CommandId::kUndo);
    EXPECT_TRUE(state.view.rectangle);
    run_command(state, CommandId::kFreeCells);
    EXPECT_FALSE(state.view.rectangle);
}

TEST(MapCommands, ARectangleOfTokensThatAreGoneIsGone) {
    AppState state = state_with_many_tokens();
    run_command(state, CommandId::kSelectCells);
    accept_trace(state, make_small_shown({"a"}));
    EXPECT_FALSE(state.view.rectangle);
}

}  // namespace
}  // namespace headscope
