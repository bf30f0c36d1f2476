#include <gtest/gtest.h>

#include "app/state/actions.h"
#include "app/state/session.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

TEST(Presentation, IsLightAndTheThemeOfBeforeComesBack) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kPresent);
    EXPECT_EQ(state.view.presentation, Presentation::kHead);
    EXPECT_EQ(state.view.theme, Theme::kLight);
    run_command(state, CommandId::kPresent);
    EXPECT_EQ(state.view.presentation, Presentation::kOff);
    EXPECT_EQ(state.view.theme, Theme::kDark);
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.presentation, Presentation::kHead);
    EXPECT_EQ(state.view.theme, Theme::kLight);
}

TEST(Presentation, GoesBetweenOneHeadAndAllOnlyWhileThereIsOne) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kPresentGrid);
    EXPECT_EQ(state.view.presentation, Presentation::kOff);
    run_command(state, CommandId::kPresent);
    run_command(state, CommandId::kPresentGrid);
    EXPECT_EQ(state.view.presentation, Presentation::kGrid);
    run_command(state, CommandId::kPresentGrid);
    EXPECT_EQ(state.view.presentation, Presentation::kHead);
}

TEST(Presentation, PageKeysWalkThroughAllHeadsInReadingOrder) {
    AppState state = state_with_maps();
    std::vector<HeadRef> seen{state.view.selected};
    for (int i = 0; i < 5; ++i) {
        run_command(state, find_command(state, plain(Key::kPageDown))->id);
        seen.push_back(state.view.selected);
    }
    EXPECT_EQ(seen, (std::vector<HeadRef>{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
    run_command(state, CommandId::kHeadBehind);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 2}));
    run_command(state, find_command(state, plain(Key::kPageUp))->id);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 1}));
}

TEST(Presentation, ASessionThatIsOpenedLeavesTheLooksOfTheWindowAsTheyAre) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kPresent);
    run_command(state, CommandId::kWiderGrid);
    const ViewState before = state.view;
    Session session;
    session.sentence = "other";
    open_session(state, session);
    EXPECT_EQ(state.view.presentation, before.presentation);
    EXPECT_EQ(state.view.theme, before.theme);
    EXPECT_EQ(state.view.panels, before.panels);
}

TEST(Presentation, TheRingAndTheFullScreenAreNoViewChanges) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kPointerRing);
    EXPECT_TRUE(state.has_pointer_ring);
    run_command(state, CommandId::kFullScreen);
    EXPECT_TRUE(state.effects.toggle_full_screen);
    EXPECT_FALSE(state.history.can_undo());
}

}  // namespace
}  // namespace headscope
