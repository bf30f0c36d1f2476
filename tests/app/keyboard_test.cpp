#include <gtest/gtest.h>

#include "app/state/actions.h"
#include "app/widgets/keyboard_focus.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

// A frame of panel 1 with the controls 1, 2, 3, and of panel 2 with 4. The control that the keyboard is on.
unsigned draw(KeyboardFocus& focus) {
    unsigned at = 0;
    focus.enter_panel(1);
    for (const unsigned id : {1U, 2U, 3U}) at = focus.is_on(id) ? id : at;
    focus.enter_panel(2);
    at = focus.is_on(4) ? 4 : at;
    return at;
}

TEST(KeyboardFocus, ComesToTheFirstControlOfThePanelAndWalksRoundItsEnds) {
    KeyboardFocus focus;
    focus.begin_frame(1);
    EXPECT_EQ(draw(focus), 1U);
    for (const unsigned expected : {2U, 3U, 1U}) {
        focus.begin_frame(1);
        focus.step(1);
        EXPECT_EQ(draw(focus), expected);
    }
    focus.begin_frame(1);
    focus.step(-1);
    EXPECT_EQ(draw(focus), 3U);
}

TEST(KeyboardFocus, StaysOutOfOtherPanelsAndOfAllWithoutOne) {
    KeyboardFocus focus;
    focus.begin_frame(2);
    EXPECT_EQ(draw(focus), 4U);
    focus.begin_frame(0);
    EXPECT_EQ(draw(focus), 0U);
}

TEST(KeyboardFocus, PressesTheControlItIsOnForOneFrame) {
    KeyboardFocus focus;
    focus.begin_frame(1);
    draw(focus);
    focus.begin_frame(1);
    focus.press();
    draw(focus);
    EXPECT_TRUE(focus.is_pressed(1));
    EXPECT_FALSE(focus.is_pressed(2));
    focus.begin_frame(1);
    draw(focus);
    EXPECT_FALSE(focus.is_pressed(1));
}

TEST(KeyboardFocus, GoesToTheFirstControlWhereItsOwnIsGone) {
    KeyboardFocus focus;
    focus.begin_frame(1);
    draw(focus);
    focus.begin_frame(1);
    focus.step(-1);
    EXPECT_EQ(draw(focus), 3U);
    focus.begin_frame(1);
    focus.enter_panel(1);
    EXPECT_FALSE(focus.is_on(1));
    EXPECT_FALSE(focus.is_on(2));
    focus.begin_frame(1);
    focus.enter_panel(1);
    EXPECT_TRUE(focus.is_on(1));
}

TEST(Keyboard, F6GoesThroughAllPanelsAndBack) {
    AppState state = state_with_maps();
    const Panel panels[] = {Panel::kTopBar, Panel::kTokens, Panel::kGrid,
                            Panel::kMap,    Panel::kLinks,  Panel::kStatusBar};
    for (const Panel panel : panels) {
        run_command(state, find_command(state, plain(Key::kF6))->id);
        EXPECT_EQ(state.panel, panel);
    }
    run_command(state, CommandId::kNextPanel);
    EXPECT_EQ(state.panel, Panel::kTopBar);
    run_command(state, CommandId::kPreviousPanel);
    EXPECT_EQ(state.panel, Panel::kStatusBar);
    run_command(state, CommandId::kFree);
    EXPECT_EQ(state.panel, Panel::kNone);
}

TEST(Keyboard, InAPanelTabEnterAndSpaceAreForItsControls) {
    AppState state = state_with_maps();
    ASSERT_NE(find_command(state, plain(Key::kTab)), nullptr);
    state.panel = Panel::kGrid;
    EXPECT_EQ(find_command(state, plain(Key::kTab)), nullptr);
    EXPECT_EQ(find_command(state, plain(Key::kEnter)), nullptr);
    EXPECT_EQ(find_command(state, plain(Key::kRight))->id, CommandId::kNextHead);
}

TEST(Keyboard, ArrowsWalkThroughTheTokensOfTheTokenStripAndTheLinks) {
    AppState state = state_with_maps();
    state.panel = Panel::kTokens;
    EXPECT_EQ(find_command(state, plain(Key::kRight))->id, CommandId::kNextToken);
    EXPECT_EQ(find_command(state, plain(Key::kLeft))->id, CommandId::kPreviousToken);
    state.panel = Panel::kLinks;
    EXPECT_EQ(find_command(state, plain(Key::kDown))->id, CommandId::kNextToken);
    EXPECT_EQ(find_command(state, plain(Key::kUp))->id, CommandId::kPreviousToken);
}

TEST(Keyboard, OverAPopupF6GoesBetweenItsTextBoxAndItsButtons) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kPalette);
    EXPECT_EQ(state.focus, TextFocus::kPaletteQuery);
    run_command(state, CommandId::kNextPanel);
    EXPECT_EQ(state.panel, Panel::kPopup);
    EXPECT_EQ(state.focus, TextFocus::kNone);
    run_command(state, CommandId::kNextPanel);
    EXPECT_EQ(state.focus, TextFocus::kPaletteQuery);
    run_command(state, CommandId::kNextPanel);
    run_command(state, CommandId::kFree);
    EXPECT_EQ(state.popup, Popup::kNone);
    EXPECT_EQ(state.panel, Panel::kNone);
}

TEST(Keyboard, BehindAPopupNoLetterAndNoArrowActs) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kMenu);
    EXPECT_EQ(find_command(state, plain(Key::kD)), nullptr);
    EXPECT_EQ(find_command(state, plain(Key::kRight)), nullptr);
    EXPECT_EQ(find_command(state, plain(Key::kEscape))->id, CommandId::kFree);
}

TEST(Keyboard, TheLessonTakesAClickersPageKeys) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kLesson);
    EXPECT_EQ(find_command(state, plain(Key::kPageDown))->id, CommandId::kLessonNext);
    EXPECT_EQ(find_command(state, plain(Key::kPageUp))->id, CommandId::kLessonBack);
}

}  // namespace
}  // namespace headscope
