#include "app/state/first_steps.h"

#include <gtest/gtest.h>

#include "app/state/actions.h"
#include "tests/app/small_trace.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

AppState new_person() {
    AppState state = state_with_maps();
    state.first_steps.is_shown = true;
    return state;
}

void point_at(AppState& state, Index token) {
    state.hover.query = token;
    watch_first_steps(state);
}

TEST(FirstSteps, GoByThemselvesOnceTwoOfThemAreDoneAndNeverReturn) {
    AppState state = new_person();
    for (const Index token : {1, 2, 3}) point_at(state, token);
    EXPECT_TRUE(state.first_steps.has_pointed);
    EXPECT_TRUE(state.first_steps.is_shown);
    EXPECT_FALSE(state.settings.has_seen_hint);
    apply(state, ToggleLock{2});
    watch_first_steps(state);
    EXPECT_FALSE(state.first_steps.is_shown);
    EXPECT_TRUE(state.settings.has_seen_hint);
}

TEST(FirstSteps, APointerThatRestsOnOneWordHasNotPointedAtWords) {
    AppState state = new_person();
    for (int i = 0; i < 50; ++i) point_at(state, 2);
    EXPECT_FALSE(state.first_steps.has_pointed);
}

TEST(FirstSteps, TheKeyboardAloneDoesThemToo) {
    AppState state = new_person();
    run_command(state, CommandId::kNextToken);
    watch_first_steps(state);
    EXPECT_TRUE(state.first_steps.has_locked);
    run_command(state, CommandId::kPalette);
    watch_first_steps(state);
    EXPECT_TRUE(state.settings.has_seen_hint);
}

TEST(FirstSteps, AreClosedForGoodAndShownAgainByACommand) {
    AppState state = new_person();
    apply(state, EndFirstSteps{});
    EXPECT_FALSE(state.first_steps.is_shown);
    EXPECT_TRUE(state.settings.has_seen_hint);
    run_command(state, CommandId::kFirstSteps);
    EXPECT_TRUE(state.first_steps.is_shown);
}

}  // namespace
}  // namespace headscope
