#include "app/state/history.h"

#include <gtest/gtest.h>

namespace headscope {
namespace {

ViewState view_with_head(Index head) {
    ViewState view;
    view.selected.head = head;
    return view;
}

TEST(History, HasNothingToUndoAtFirst) {
    History history;
    EXPECT_FALSE(history.can_undo());
    EXPECT_FALSE(history.undo({}));
    EXPECT_FALSE(history.redo({}));
}

TEST(History, UndoAndRedoWalkThroughTheSameStates) {
    History history;
    history.record(view_with_head(0));
    history.record(view_with_head(1));
    ViewState now = view_with_head(2);
    now = *history.undo(now);
    EXPECT_EQ(now, view_with_head(1));
    now = *history.undo(now);
    EXPECT_EQ(now, view_with_head(0));
    EXPECT_FALSE(history.can_undo());
    now = *history.redo(now);
    now = *history.redo(now);
    EXPECT_EQ(now, view_with_head(2));
    EXPECT_FALSE(history.can_redo());
}

TEST(History, AChangeAfterUndoForgetsTheFuture) {
    History history;
    history.record(view_with_head(0));
    ViewState now = *history.undo(view_with_head(1));
    history.record(now);
    EXPECT_FALSE(history.can_redo());
    EXPECT_EQ(*history.undo(view_with_head(5)), view_with_head(0));
}

TEST(History, ForgetsTheOldestStepsBeyondItsDepth) {
    History history;
    for (Index i = 0; i < 1000; ++i) history.record(view_with_head(i));
    ViewState now = view_with_head(1000);
    Index steps = 0;
    while (const auto before = history.undo(now)) {
        now = *before;
        ++steps;
    }
    EXPECT_EQ(steps, 500);
    EXPECT_EQ(now, view_with_head(500));
}

}  // namespace
}  // namespace headscope
