#include "app/state/beside.h"

#include <gtest/gtest.h>

#include <string>

#include "app/state/actions.h"
#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "tests/app/small_trace.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

AppState state_with(const std::vector<std::string>& words) {
    AppState state = state_with_maps(words);
    state.sentence.set_text(state.shown->trace()->encoding.text);
    return state;
}

TEST(Beside, OpensWithTheSentenceOnScreenAndAsksOnceForItsMaps) {
    AppState state = state_with({"the", "man", "saw"});
    EXPECT_FALSE(next_beside_request(state));
    run_command(state, CommandId::kBeside);
    ASSERT_TRUE(state.beside.is_open);
    EXPECT_EQ(state.beside.text.text(), "the man saw");
    const auto request = next_beside_request(state);
    ASSERT_TRUE(request);
    EXPECT_EQ(request->first, state.shown);
    EXPECT_EQ(request->model, state.model);
    EXPECT_EQ(request->text, "the man saw");
    EXPECT_FALSE(next_beside_request(state));
    state.beside.text.set_text("the old man");
    EXPECT_EQ(next_beside_request(state)->text, "the old man");
}

TEST(Beside, KeepsTheSecondTextWhenItIsClosedAndOpenedAgain) {
    AppState state = state_with({"the", "man"});
    run_command(state, CommandId::kBeside);
    state.beside.text.set_text("another text");
    run_command(state, CommandId::kFree);
    EXPECT_FALSE(state.beside.is_open);
    EXPECT_FALSE(next_beside_request(state));
    run_command(state, CommandId::kBeside);
    EXPECT_EQ(state.beside.text.text(), "another text");
}

TEST(Beside, WaitsForTheNewestTextOfTheFirst) {
    AppState state = state_with({"the", "man"});
    run_command(state, CommandId::kBeside);
    state.is_computing = true;
    EXPECT_FALSE(next_beside_request(state));
    state.is_computing = false;
    EXPECT_TRUE(next_beside_request(state));
}

TEST(Beside, NumbersMatchTokensAndMeasureEveryHead) {
    const BesideRequest request{make_small_shown({"the", "man", "saw"}), nullptr, ""};
    const auto same = make_beside_numbers(request, make_small_shown({"the", "man", "saw"}));
    ASSERT_EQ(same->distances.size(), 6U);
    for (const double d : same->distances) EXPECT_EQ(d, 0);
    const auto other = make_beside_numbers(request, make_small_shown({"the", "old", "man", "saw"}));
    EXPECT_EQ(other->match.in_second(2), 3);
    EXPECT_GT(other->distances[0], 0);
    EXPECT_NE(same->serial, other->serial);
}

TEST(Beside, AFailedTextSaysWhyAndTheNextOneClearsIt) {
    AppState state = state_with({"the"});
    run_command(state, CommandId::kBeside);
    accept_beside(state, Error{ErrorKind::kInvalid, "text: no token in it"});
    EXPECT_EQ(state.beside.problem, "text: no token in it");
    accept_beside(state, make_beside_numbers({state.shown, state.model, ""}, state.shown));
    EXPECT_TRUE(state.beside.problem.empty());
    EXPECT_NE(state.beside.numbers, nullptr);
}

TEST(Beside, AModelOpenedForItLeavesTheFirstOneOpen) {
    AppState state = state_with({"the"});
    const auto first = state.model;
    run_command(state, CommandId::kBesideModel);
    EXPECT_EQ(state.popup, Popup::kModels);
    apply(state, OpenModel{"somewhere"});
    EXPECT_TRUE(state.beside.is_loading_model);
    const auto second = std::make_shared<Model>();
    accept_model(state, "somewhere", std::shared_ptr<const Model>(second));
    EXPECT_EQ(state.model, first);
    EXPECT_EQ(state.beside.model, second);
    EXPECT_FALSE(state.is_loading);
    run_command(state, CommandId::kBesideSameModel);
    EXPECT_EQ(state.beside.model, nullptr);
}

TEST(Beside, AModelOpenedInTheOrdinaryWayIsTheFirst) {
    AppState state = state_with({"the"});
    run_command(state, CommandId::kBesideModel);
    run_command(state, CommandId::kFree);
    apply(state, OpenModel{"dropped"});
    EXPECT_FALSE(state.beside.is_loading_model);
    run_command(state, CommandId::kModels);
    apply(state, OpenModel{"chosen"});
    EXPECT_FALSE(state.beside.is_loading_model);
}

TEST(Beside, AHeadThatTheSecondModelLacksIsItsLastOne) {
    AppState state = state_with({"the"});
    const auto numbers = make_beside_numbers({state.shown, state.model, ""}, state.shown);
    state.view.selected = {9, 9};
    EXPECT_EQ(beside_head(state, *numbers), (HeadRef{1, 2}));
}

}  // namespace
}  // namespace headscope
