// Heads switched off and on in the view.
#include <gtest/gtest.h>

#include <vector>

#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "app/state/switch_off.h"
#include "tests/app/small_translation.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

TEST(SwitchOff, ChosenHeadsGoOffTogetherAndOnTogether) {
    AppState state = state_with_maps({"the", "man"});
    state.view.selected = {0, 1};
    state.view.linked = {{1, 2}};
    run_command(state, CommandId::kToggleOff);
    EXPECT_EQ(state.view.off, (std::vector<HeadRef>{{0, 1}, {1, 2}}));
    EXPECT_EQ(off_words(state.view), "2 heads off (zero)");
    EXPECT_EQ(state.view.side, SideCard::kEffect);
    EXPECT_TRUE(state.effects.text_changed);
    run_command(state, CommandId::kOffKind);
    EXPECT_EQ(off_words(state.view), "2 heads off (mean)");
    run_command(state, CommandId::kToggleOff);
    EXPECT_TRUE(state.view.off.empty());
    EXPECT_EQ(off_words(state.view), "");
}

TEST(SwitchOff, ALayerAllButOneAndAllOnAgain) {
    AppState state = state_with_maps({"the", "man"});
    state.view.selected = {1, 2};
    run_command(state, CommandId::kToggleLayerOff);
    EXPECT_EQ(state.view.off, (std::vector<HeadRef>{{1, 0}, {1, 1}, {1, 2}}));
    run_command(state, CommandId::kOffButOneOfLayer);
    EXPECT_EQ(state.view.off, (std::vector<HeadRef>{{1, 0}, {1, 1}}));
    run_command(state, CommandId::kOffButOne);
    EXPECT_EQ(state.view.off.size(), 5U);
    EXPECT_FALSE(is_off(state.view, MapSet::kEncoder, {1, 2}));
    run_command(state, CommandId::kAllOn);
    EXPECT_TRUE(state.view.off.empty());
}

TEST(SwitchOff, HeadsOfEachSetOfATranslationGoOffForThemselves) {
    AppState state;
    for (const MapSet set : {MapSet::kEncoder, MapSet::kDecoder, MapSet::kCross}) {
        state.view.map_set = set;
        accept_trace(state, make_shown_translation({"the", "man"}, {"der"}, {SpecialsMode::kKeep, set}));
        state.model = state.shown->trace()->model;
        state.view.selected = {0, 1};
        EXPECT_FALSE(is_off(state.view, set, {0, 1}));
        state.effects = {};
        run_command(state, CommandId::kToggleOff);
        EXPECT_TRUE(is_off(state.view, set, {0, 1}));
        EXPECT_TRUE(state.effects.text_changed);
    }
    EXPECT_EQ(off_words(state.view), "1 encoder + 1 decoder + 1 cross head off (zero)");
    const Ablation off = ablation_of(state.view);
    EXPECT_EQ(off.heads, (std::vector<HeadRef>{{0, 1}}));
    EXPECT_EQ(off.decoder_heads, (std::vector<HeadRef>{{0, 1}}));
    EXPECT_EQ(off.cross_heads, (std::vector<HeadRef>{{0, 1}}));
    run_command(state, CommandId::kUndo);
    EXPECT_TRUE(state.view.off_cross.empty());
    EXPECT_FALSE(state.view.off_decoder.empty());
    run_command(state, CommandId::kOffButOne);  // of the set on screen, and of it alone
    EXPECT_EQ(state.view.off_cross, (std::vector<HeadRef>{{0, 0}}));
    EXPECT_TRUE(state.view.off.empty());
    run_command(state, CommandId::kAllOn);
    EXPECT_FALSE(are_any_off(state.view));
    // A model of one stack has no such heads.
    state.view.off_cross = state.view.off_decoder = {{0, 0}};
    accept_trace(state, make_small_shown({"the", "man"}));
    EXPECT_FALSE(are_any_off(state.view));
}

TEST(SwitchOff, UndoRunsTheModelAgainWithTheHeadsOn) {
    AppState state = state_with_maps({"the", "man"});
    run_command(state, CommandId::kToggleOff);
    state.effects = {};
    run_command(state, CommandId::kUndo);
    EXPECT_TRUE(state.view.off.empty());
    EXPECT_TRUE(state.effects.text_changed);
}

TEST(SwitchOff, HeadsThatTheNextModelLacksAreForgotten) {
    AppState state;
    state.view.off = {{0, 1}, {7, 0}};
    accept_trace(state, make_small_shown({"the", "man"}));
    EXPECT_EQ(state.view.off, (std::vector<HeadRef>{{0, 1}}));
}

}  // namespace
}  // namespace headscope
