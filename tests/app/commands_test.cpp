#include "app/state/commands.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/state/actions.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

TEST(Commands, EveryCommandHasWordsAndItsKeyIsItsOwn) {
    std::set<std::string> keys;
    std::set<std::string> lesson_keys;  // mean something else only while the lesson is open
    std::set<std::string> labels;
    for (const Command& command : all_commands()) {
        EXPECT_TRUE(labels.insert(command.label).second) << command.label;
        EXPECT_GT(std::string(command.tip).size(), 10U) << command.label;
        if (command.key) {
            std::set<std::string>& own = belongs_to_lesson(command.id) ? lesson_keys : keys;
            EXPECT_TRUE(own.insert(to_text(*command.key)).second) << to_text(*command.key);
            if (command.second_key) {
                EXPECT_TRUE(own.insert(to_text(*command.second_key)).second) << to_text(*command.second_key);
            }
        }
        EXPECT_EQ(&get_command(command.id), &command);
    }
}

TEST(Commands, EveryCommandRunsWithoutMapsAndWithThem) {
    for (const Command& command : all_commands()) {
        AppState empty;
        run_command(empty, command.id);
        AppState state = state_with_maps();
        run_command(state, command.id);
    }
}

TEST(Commands, EveryViewChangeOfACommandCanBeUndoneAndRedone) {
    for (const Command& command : all_commands()) {
        AppState state = state_with_maps();
        state.view.selected = {1, 1};
        state.view.locked_query = 2;
        const ViewState before = state.view;
        run_command(state, command.id);
        const ViewState after = state.view;
        if (after == before) continue;
        run_command(state, CommandId::kUndo);
        EXPECT_EQ(state.view, before) << command.label;
        run_command(state, CommandId::kRedo);
        EXPECT_EQ(state.view, after) << command.label;
    }
}

TEST(Commands, UndoNeverBringsBackHeadsOrTokensThatTheMapsLack) {
    AppState state = state_with_maps();
    ViewState of_a_larger_model;
    of_a_larger_model.selected = {11, 11};
    of_a_larger_model.linked = {{9, 3}, {1, 2}};
    of_a_larger_model.locked_query = 400;
    state.history.record(of_a_larger_model);
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.selected, HeadRef());
    EXPECT_EQ(state.view.linked, (std::vector<HeadRef>{{1, 2}}));
    EXPECT_FALSE(state.view.locked_query);
}

TEST(Commands, ArrowsMoveTheHeadAndStopAtTheEdges) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kNextHead);
    run_command(state, CommandId::kNextLayer);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 1}));
    for (int i = 0; i < 5; ++i) run_command(state, CommandId::kNextHead);
    EXPECT_EQ(state.view.selected, (HeadRef{1, 2}));
    for (int i = 0; i < 5; ++i) run_command(state, CommandId::kPreviousLayer);
    EXPECT_EQ(state.view.selected, (HeadRef{0, 2}));
}

TEST(Commands, TabWalksThroughTheTokensAndAround) {
    AppState state = state_with_maps();
    for (Index expected = 0; expected < 5; ++expected) {
        run_command(state, CommandId::kNextToken);
        EXPECT_EQ(state.view.locked_query, expected);
    }
    run_command(state, CommandId::kNextToken);
    EXPECT_EQ(state.view.locked_query, 0);
    run_command(state, CommandId::kPreviousToken);
    EXPECT_EQ(state.view.locked_query, 4);
}

TEST(Commands, ControlAndTabWalkThroughTheKeysAloneOrOfTheLockedQuery) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kNextKey);
    EXPECT_EQ(state.view.locked_key, 0);
    EXPECT_FALSE(state.view.locked_query);
    EXPECT_EQ(lit_key_alone(state), 0);
    run_command(state, CommandId::kPreviousKey);
    EXPECT_EQ(state.view.locked_key, 4);
    state.view.locked_query = 1;
    run_command(state, CommandId::kNextKey);
    EXPECT_EQ(state.view.locked_query, 1);
    EXPECT_EQ(state.view.locked_key, 0);
    EXPECT_FALSE(lit_key_alone(state));
}

TEST(Commands, AKeyLockedAloneMakesACellWithTheQueryThatIsLockedNextAndIsFreedByEsc) {
    AppState state = state_with_maps();
    apply(state, ToggleKeyLock{2});
    EXPECT_EQ(lit_key(state), 2);
    apply(state, ToggleLock{1});
    EXPECT_EQ(state.view.locked_query, 1);
    EXPECT_EQ(state.view.locked_key, 2);
    apply(state, ToggleKeyLock{2});
    EXPECT_EQ(state.view.locked_query, 1);
    EXPECT_FALSE(state.view.locked_key);
    apply(state, ToggleLock{1});
    apply(state, ToggleKeyLock{3});
    EXPECT_EQ(fitted(state.view, *state.shown).locked_key, 3);
    run_command(state, CommandId::kFree);
    EXPECT_FALSE(state.view.locked_key);
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.locked_key, 3);
}

TEST(Commands, TheFilterHasTwoKeysAndItsWordsNameBoth) {
    const AppState state = state_with_maps();
    ASSERT_NE(find_command(state, plain(Key::kSlash)), nullptr);
    EXPECT_EQ(find_command(state, plain(Key::kSlash))->id, CommandId::kFilterHeads);
    EXPECT_EQ(find_command(state, plain(Key::kF))->id, CommandId::kFilterHeads);
    EXPECT_EQ(keys_of(get_command(CommandId::kFilterHeads)), "F or /");
    EXPECT_EQ(keys_of(get_command(CommandId::kExport)), "Ctrl+E");
    EXPECT_EQ(keys_of(get_command(CommandId::kGridMaps)), "");
}

TEST(Commands, TabSkipsHiddenTokens) {
    AppState state = state_with_maps();
    state.shown = make_small_shown({"the", "man"}, SpecialsMode::kDrop);
    run_command(state, CommandId::kNextToken);
    EXPECT_EQ(state.view.locked_query, 1);
    run_command(state, CommandId::kNextToken);
    EXPECT_EQ(state.view.locked_query, 2);
    run_command(state, CommandId::kNextToken);
    EXPECT_EQ(state.view.locked_query, 1);
}

TEST(Commands, TheKeyboardOutranksAPointerThatRests) {
    AppState state = state_with_maps();
    apply(state, PointAt{Hover{3, std::nullopt, std::nullopt}});
    EXPECT_EQ(lit_query(state), 3);
    run_command(state, CommandId::kNextToken);
    apply(state, PointAt{Hover{3, std::nullopt, std::nullopt}});
    EXPECT_EQ(lit_query(state), 4);
    state.pointer_rests = false;  // it moved
    apply(state, PointAt{Hover{3, std::nullopt, std::nullopt}});
    EXPECT_EQ(lit_query(state), 3);
}

TEST(Commands, EscapeClosesTheInnermostThingFirst) {
    AppState state = state_with_maps();
    state.view.locked_query = 1;
    state.view.linked = {{0, 1}};
    state.focus = TextFocus::kSentence;
    state.popup = Popup::kHelp;
    run_command(state, CommandId::kFree);
    EXPECT_EQ(state.popup, Popup::kNone);
    EXPECT_TRUE(state.view.locked_query);
    run_command(state, CommandId::kFree);
    EXPECT_FALSE(state.view.locked_query);
    run_command(state, CommandId::kFree);
    EXPECT_TRUE(state.view.linked.empty());
}

TEST(Commands, LetterKeysActOutsideTextBoxesOnly) {
    AppState state = state_with_maps();
    ASSERT_NE(find_command(state, plain(Key::kS)), nullptr);
    state.focus = TextFocus::kSentence;
    EXPECT_EQ(find_command(state, plain(Key::kS)), nullptr);
    EXPECT_EQ(find_command(state, plain(Key::kLeft)), nullptr);
    EXPECT_EQ(find_command(state, with_ctrl(Key::kZ)), nullptr);
    ASSERT_NE(find_command(state, with_ctrl(Key::kE)), nullptr);
    EXPECT_EQ(find_command(state, with_ctrl(Key::kE))->id, CommandId::kExport);
    EXPECT_EQ(find_command(state, plain(Key::kEscape))->id, CommandId::kFree);
}

TEST(Commands, ControlPlusIsFoundWithAndWithoutShift) {
    const AppState state;
    EXPECT_EQ(find_command(state, with_ctrl(Key::kPlus))->id, CommandId::kBiggerText);
    EXPECT_EQ(find_command(state, with_ctrl_shift(Key::kPlus))->id, CommandId::kBiggerText);
}

TEST(Commands, TextSizeStaysWithinItsLimits) {
    AppState state;
    for (int i = 0; i < 50; ++i) run_command(state, CommandId::kBiggerText);
    EXPECT_EQ(state.view.text_size, kMaxTextSize);
    for (int i = 0; i < 50; ++i) run_command(state, CommandId::kSmallerText);
    EXPECT_EQ(state.view.text_size, kMinTextSize);
    run_command(state, CommandId::kNormalText);
    EXPECT_EQ(state.view.text_size, 0);
}

TEST(Commands, CopyGivesTheExactWeightOfTheLitCell) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kCopyValue);
    EXPECT_FALSE(state.effects.clipboard);
    apply(state, PointAt{Hover{2, 2, std::nullopt}});
    run_command(state, CommandId::kCopyValue);
    ASSERT_TRUE(state.effects.clipboard);
    EXPECT_EQ(std::stof(*state.effects.clipboard), state.shown->weight({0, 0}, 2, 2));
}

TEST(Commands, SpecialsModesAskForTheMapsToBeShownAnew) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kHideSpecials);
    EXPECT_EQ(state.view.specials, SpecialsMode::kDrop);
    EXPECT_TRUE(state.effects.shown_changed);
    state.effects = {};
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.specials, SpecialsMode::kKeep);
    EXPECT_TRUE(state.effects.shown_changed);
}

TEST(Commands, ReadingSpecialTokensOfTheTextAsTextAsksForNewMapsAndSoDoesUndo) {
    AppState state = state_with_maps();
    run_command(state, CommandId::kToggleSpecialsInText);
    EXPECT_TRUE(state.view.specials_as_text);
    EXPECT_TRUE(state.effects.text_changed);
    state.effects = {};
    run_command(state, CommandId::kUndo);
    EXPECT_FALSE(state.view.specials_as_text);
    EXPECT_TRUE(state.effects.text_changed);
}

}  // namespace
}  // namespace headscope
