#include <gtest/gtest.h>

#include "app/state/actions.h"
#include "app/state/grid_heads.h"
#include "app/state/selection.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

using Heads = std::vector<HeadRef>;

TEST(GridCommands, AllHeadsAreChosenOrThoseThatTheFilterFinds) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kChooseAllHeads);
    EXPECT_EQ(selected_heads(state.view).size(), 6U);
    state.view.filter = "head=2";
    run_command(state, CommandId::kChooseAllHeads);
    EXPECT_EQ(selected_heads(state.view), (Heads{{0, 2}, {1, 2}}));
    run_command(state, CommandId::kFreeHeads);
    EXPECT_EQ(selected_heads(state.view), (Heads{{0, 2}}));
}

TEST(GridCommands, AWholeLayerAndAWholeColumnAreChosen) {
    AppState state = state_with_maps();
    state.view.selected = {1, 2};
    run_command(state, CommandId::kChooseLayer);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 2}));
    EXPECT_EQ(state.view.linked, (Heads{{1, 0}, {1, 1}}));
    run_command(state, CommandId::kChooseColumn);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 2}));
    EXPECT_EQ(state.view.linked, (Heads{{0, 2}}));
}

TEST(GridCommands, ShiftAndArrowsTakeTheHeadsOnTheWayAlong) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kExtendRight);
    run_command(state, CommandId::kExtendDown);
    EXPECT_EQ(selected_heads(state.view), (Heads{{1, 1}, {0, 1}, {0, 0}}));
    run_command(state, CommandId::kExtendDown);  // the edge
    EXPECT_EQ(selected_heads(state.view).size(), 3U);
}

TEST(GridCommands, MeanAndMaximumNeedSeveralHeadsAndEndWithThem) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kMeanOfHeads);
    EXPECT_FALSE(state.view.combined);
    run_command(state, CommandId::kExtendRight);
    run_command(state, CommandId::kMeanOfHeads);
    EXPECT_EQ(state.view.combined, Combination::kMean);
    run_command(state, CommandId::kMaxOfHeads);
    EXPECT_EQ(state.view.combined, Combination::kMax);
    run_command(state, CommandId::kMaxOfHeads);
    EXPECT_FALSE(state.view.combined);
    run_command(state, CommandId::kMeanOfHeads);
    run_command(state, CommandId::kExtendDown);
    EXPECT_EQ(state.view.combined, Combination::kMean);
    run_command(state, CommandId::kFree);
    EXPECT_TRUE(state.view.linked.empty());
    EXPECT_FALSE(state.view.combined);
}

TEST(GridCommands, BySimilarityTheOrderKeepsTheHeadThatWasSelectedThen) {
    AppState state = state_with_maps();
    state.view.selected = {1, 1};
    run_command(state, CommandId::kOrderBySimilarity);
    EXPECT_EQ(state.view.order.kind, OrderKind::kSimilar);
    EXPECT_EQ(state.view.order.like, (HeadRef{1, 1}));
    apply(state, SelectHead{{0, 0}});
    EXPECT_EQ(state.view.order.like, (HeadRef{1, 1}));
    run_command(state, CommandId::kOrderBySimilarity);
    EXPECT_EQ(state.view.order.like, (HeadRef{0, 0}));
}

TEST(GridCommands, ByFactEachPressGoesOnToTheNextFact) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kOrderByFact);
    EXPECT_EQ(state.view.order.fact, Fact::kEntropy);
    run_command(state, CommandId::kOrderByFact);
    EXPECT_EQ(state.view.order.fact, Fact::kDistance);
    for (std::size_t i = 1; i < kFactCount; ++i) run_command(state, CommandId::kOrderByFact);
    EXPECT_EQ(state.view.order.fact, Fact::kEntropy);
}

TEST(GridCommands, ModesAndOrdersComeRound) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kCycleGridMode);
    EXPECT_EQ(state.view.grid_mode, GridMode::kTargets);
    for (int i = 0; i < 3 && state.view.grid_mode != GridMode::kMaps; ++i)
        run_command(state, CommandId::kCycleGridMode);
    EXPECT_EQ(state.view.grid_mode, GridMode::kMaps);
    for (int i = 0; i < 4; ++i) run_command(state, CommandId::kCycleOrder);
    EXPECT_EQ(state.view.order.kind, OrderKind::kLayer);
}

TEST(GridCommands, InAListArrowsGoToTheNeighbourThere) {
    AppState state = state_with_maps();
    state.view.order.kind = OrderKind::kLink;
    state.view.locked_query = 1;
    state.view.locked_key = 2;
    state.view.selected = {0, 1};  // first of the list, 1:0 is the second
    run_command(state, CommandId::kNextHead);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 0}));
    run_command(state, CommandId::kPreviousHead);
    run_command(state, CommandId::kPreviousHead);
    EXPECT_EQ(state.view.selected, (HeadRef{0, 1}));
}

TEST(GridCommands, InAListUpAndDownGoToTheTileThatIsDrawnThere) {
    AppState state = state_with_maps();
    state.view.order.kind = OrderKind::kLink;
    state.view.locked_query = 1;
    state.view.locked_key = 2;
    GridHeads grid;
    grid.update(state);
    const Heads list = grid.heads();
    ASSERT_EQ(list.size(), 6U);
    apply(state, GridDrawn{4});  // a row of four, then one of two
    state.view.selected = list[1];
    run_command(state, CommandId::kNextLayer);
    EXPECT_EQ(state.view.selected, list[5]);
    run_command(state, CommandId::kNextLayer);  // the last row
    EXPECT_EQ(state.view.selected, list[5]);
    run_command(state, CommandId::kPreviousLayer);
    EXPECT_EQ(state.view.selected, list[1]);
    run_command(state, CommandId::kPreviousLayer);
    EXPECT_EQ(state.view.selected, list[1]);
    state.view.selected = list[3];  // nothing below it: to the end of the shorter row
    run_command(state, CommandId::kNextLayer);
    EXPECT_EQ(state.view.selected, list[5]);
    state.view.selected = list[3];
    run_command(state, CommandId::kNextHead);  // on in the next row, as words do
    EXPECT_EQ(state.view.selected, list[4]);
    run_command(state, CommandId::kExtendRight);
    EXPECT_EQ(selected_heads(state.view), (Heads{list[5], list[4]}));
}

TEST(GridCommands, AHeadThatTheListLeavesOutGoesByTheRowsOfLayers) {
    AppState state = state_with_maps();
    state.view.order.kind = OrderKind::kLink;
    state.view.locked_query = 1;
    state.view.filter = "layer=1";
    state.view.selected = {0, 1};
    run_command(state, CommandId::kNextLayer);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 1}));
}

TEST(GridCommands, TheFilterIsTypedUndoneAsOneStepAndFreedByEsc) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kFilterHeads);
    EXPECT_EQ(state.focus, TextFocus::kFilter);
    for (const char* text : {"l", "layer", "layer=1"}) {
        state.filter.set_text(text);
        apply(state, FilterEdited{});
    }
    EXPECT_EQ(state.view.filter, "layer=1");
    run_command(state, CommandId::kFree);  // leaves the box
    EXPECT_EQ(state.view.filter, "layer=1");
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.filter, "");
    EXPECT_EQ(state.filter.text(), "");
    run_command(state, CommandId::kRedo);
    EXPECT_EQ(state.filter.text(), "layer=1");
    run_command(state, CommandId::kFree);
    EXPECT_EQ(state.view.filter, "");
    EXPECT_EQ(state.filter.text(), "");
}

TEST(GridCommands, ZoomingIsOneStepOfUndoAndBringingIntoSightIsNone) {
    AppState state = state_with_maps();
    apply(state, SelectHead{{1, 1}});
    for (int i = 0; i < 5; ++i) run_command(state, CommandId::kGridZoomIn);
    EXPECT_GT(state.view.grid_place.zoom, 3);
    apply(state, ScrollGrid{{state.view.grid_place.zoom, 0.2F, 0.2F}});
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.grid_place, GridPlace());
    EXPECT_EQ(state.view.selected, (HeadRef{1, 1}));
    run_command(state, CommandId::kRedo);
    run_command(state, CommandId::kGridZoomOut);
    run_command(state, CommandId::kGridFit);
    EXPECT_EQ(state.view.grid_place, GridPlace());
    run_command(state, CommandId::kGridZoomOut);
    EXPECT_EQ(state.view.grid_place, GridPlace());
}

TEST(GridCommands, HeadsThatTheMapsLackAreNoBasisOfAnOrder) {
    const AppState state = state_with_maps();
    ViewState view;
    view.order.like = {9, 9};
    EXPECT_EQ(fitted(view, *state.shown).order.like, HeadRef());
}

}  // namespace
}  // namespace headscope
