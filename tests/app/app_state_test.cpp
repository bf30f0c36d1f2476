#include "app/state/app_state.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "app/state/actions.h"
#include "tests/app/small_trace.h"

namespace headscope {
namespace {

using Shown = Result<std::shared_ptr<const ShownTrace>>;

AppState state_with_maps() {
    AppState state;
    accept_trace(state, Shown(make_small_shown({"the", "man", "saw"})));
    state.model = state.shown->trace()->model;
    return state;
}

TEST(AppState, AFailedModelLeavesTheOldOneOpenAndSaysWhy) {
    AppState state = state_with_maps();
    const auto before = state.model;
    accept_model(state, "broken", Error{ErrorKind::kInvalid, "broken/config.json: not JSON"});
    EXPECT_EQ(state.model, before);
    ASSERT_TRUE(state.message);
    EXPECT_EQ(state.message->kind, MessageKind::kError);
    EXPECT_NE(state.message->text.find("broken/config.json: not JSON"), std::string::npos);
    EXPECT_NE(state.message->text.find("small stays open"), std::string::npos);
}

TEST(AppState, AnOpenedModelReadsTheTextAgain) {
    AppState state;
    state.sentence.set_text("a b");
    accept_model(state, "small", std::shared_ptr<const Model>(make_small_trace({"a"})->model));
    EXPECT_TRUE(state.effects.text_changed);
    EXPECT_TRUE(state.is_computing);
}

TEST(AppState, AFailedRunKeepsTheMapsBeforeAndSaysWhy) {
    AppState state = state_with_maps();
    const auto before = state.shown;
    accept_trace(state, Shown(Error{ErrorKind::kInvalid, "no token"}));
    EXPECT_EQ(state.shown, before);
    EXPECT_EQ(state.trace_problem, "no token");
}

TEST(AppState, AShorterTextFreesALockThatItNoLongerHas) {
    AppState state = state_with_maps();
    apply(state, ToggleLock{4, 3});
    accept_trace(state, Shown(make_small_shown({"the"})));
    EXPECT_FALSE(state.view.locked_query);
    EXPECT_FALSE(state.view.locked_key);
}

TEST(AppState, ALockSurvivesATextThatStillHasTheToken) {
    AppState state = state_with_maps();
    apply(state, ToggleLock{1});
    accept_trace(state, Shown(make_small_shown({"the", "man"})));
    EXPECT_EQ(state.view.locked_query, 1);
}

TEST(AppState, HidingSpecialsFreesALockOnOne) {
    AppState state = state_with_maps();
    apply(state, ToggleLock{0});
    state.view.specials = SpecialsMode::kDrop;
    accept_trace(state, Shown(make_small_shown({"the", "man"}, SpecialsMode::kDrop)));
    EXPECT_FALSE(state.view.locked_query);
}

TEST(AppState, MapsUnderAnOlderTreatmentOfSpecialsAreAskedForAgain) {
    AppState state;
    state.view.specials = SpecialsMode::kRenormalise;
    accept_trace(state, Shown(make_small_shown({"the", "man"}, SpecialsMode::kKeep)));
    EXPECT_TRUE(state.effects.shown_changed);
}

TEST(AppState, ThePointerOutranksTheLock) {
    AppState state = state_with_maps();
    apply(state, ToggleLock{1, 2});
    EXPECT_EQ(lit_query(state), 1);
    EXPECT_EQ(lit_key(state), 2);
    apply(state, PointAt{Hover{3, 0, std::nullopt}});
    EXPECT_EQ(lit_query(state), 3);
    EXPECT_EQ(lit_key(state), 0);
}

TEST(AppState, WithoutAKeyTheStrongestOrdinaryOneOfTheSelectedHeadIsLit) {
    AppState state = state_with_maps();
    state.view.selected = {0, 1};  // looks one token on
    apply(state, PointAt{Hover{1, std::nullopt, std::nullopt}});
    EXPECT_EQ(lit_key(state), 2);
    apply(state, PointAt{Hover{3, std::nullopt, std::nullopt}});
    // Its strongest key is [SEP], which does not count; the others are equal, so the first of them.
    EXPECT_EQ(lit_key(state), 1);
}

TEST(AppState, TheSameClickTwiceFreesTheToken) {
    AppState state = state_with_maps();
    apply(state, ToggleLock{2});
    EXPECT_EQ(state.view.locked_query, 2);
    apply(state, ToggleLock{2});
    EXPECT_FALSE(state.view.locked_query);
}

TEST(AppState, ChosenHeadsNeverHoldTheLargeOneTwice) {
    AppState state = state_with_maps();
    for (Index head = 1; head < 20; ++head) apply(state, ToggleLinkedHead{{0, head}});
    EXPECT_EQ(state.view.linked.size(), 19U);
    EXPECT_EQ(state.view.linked.back(), (HeadRef{0, 19}));
    apply(state, SelectHead{{0, 19}});
    EXPECT_EQ(state.view.linked.size(), 18U);
    apply(state, ToggleLinkedHead{{0, 18}});
    EXPECT_EQ(state.view.linked.size(), 17U);
}

Example linked_example() {
    Example example;
    example.sentence = "the man saw";
    example.from = "the";
    example.to = "saw";
    return example;
}

TEST(AppState, AnExampleSelectsTheHeadWithItsStrongestLink) {
    AppState state;
    use_example(state, linked_example());
    EXPECT_EQ(state.sentence.text(), "the man saw");
    accept_trace(state, Shown(make_small_shown({"the", "man", "saw"})));
    // "saw" is two tokens on from "the": heads 0:2 and 1:1 look there, the first of equals wins.
    EXPECT_EQ(state.view.selected, (HeadRef{0, 2}));
}

TEST(AppState, TypingOnAfterAnExampleLeavesTheSelectedHeadAlone) {
    AppState state;
    use_example(state, linked_example());
    state.view.selected = {1, 0};
    apply(state, TextsEdited{});
    accept_trace(state, Shown(make_small_shown({"the", "man", "saw"})));
    EXPECT_EQ(state.view.selected, (HeadRef{1, 0}));
}

std::shared_ptr<const Model> causal_model() {
    auto model = std::make_shared<Model>();
    model->config.mask = MaskKind::kCausal;
    return model;
}

TEST(AppState, TheGreetingIsTheFirstExampleOfWhicheverModelIsOpen) {
    AppState state;
    greet(state);
    EXPECT_EQ(state.sentence.text(), examples_for(nullptr).front().sentence);
    const auto causal = causal_model();
    accept_model(state, "causal", causal);
    EXPECT_EQ(state.sentence.text(), examples_for(causal.get()).front().sentence);
    EXPECT_TRUE(state.effects.text_changed);
    EXPECT_TRUE(state.wanted_link);
}

TEST(AppState, ATextThatSomebodyChoseStaysWithAnotherModel) {
    AppState state;
    greet(state);
    use_example(state, examples_for(nullptr)[1]);
    accept_model(state, "causal", causal_model());
    EXPECT_EQ(state.sentence.text(), examples_for(nullptr)[1].sentence);
    greet(state);
    apply(state, TextsEdited{});
    const std::string before = state.sentence.text();
    accept_model(state, "small", std::shared_ptr<const Model>(make_small_trace({"a"})->model));
    EXPECT_EQ(state.sentence.text(), before);
}

TEST(AppState, AnExportSaysWhereItWroteOrWhyNot) {
    AppState state = state_with_maps();
    apply(state, ExportTo{"/tmp/a.json"});
    EXPECT_TRUE(state.is_exporting);
    EXPECT_EQ(state.effects.export_to, "/tmp/a.json");
    accept_export(state, "/tmp/a.json", {});
    EXPECT_FALSE(state.is_exporting);
    EXPECT_NE(state.message->text.find("/tmp/a.json"), std::string::npos);
    EXPECT_EQ(state.message->copyable, "/tmp/a.json");
    accept_export(state, "/tmp/a.json", io_error("/tmp/a.json: no space left"));
    EXPECT_EQ(state.message->kind, MessageKind::kError);
    EXPECT_EQ(state.message->text, "/tmp/a.json: no space left. Ctrl+E tries another place.");
}

}  // namespace
}  // namespace headscope
