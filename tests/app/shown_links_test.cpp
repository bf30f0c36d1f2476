#include "app/state/shown_links.h"

#include <gtest/gtest.h>

#include "app/state/actions.h"
#include "app/state/commands.h"
#include "tests/app/word_trace.h"

namespace headscope {
namespace {

// Head (0, 1): 0.5 / T everywhere and 0.5 more on the next token.
TEST(ShownLinks, FromATokenToAllItLooksAtWeakestFirst) {
    const auto shown = make_small_shown({"a", "b", "c"});
    const TokenLinks links = links_of_token(*shown, {0, 1}, 2, {});
    ASSERT_EQ(links.links.size(), 5U);
    EXPECT_EQ(links.links.back().key, 3);
    EXPECT_EQ(links.links.back().query, 2);
    EXPECT_FLOAT_EQ(links.links.back().weight, 0.6F);
    EXPECT_EQ(links.left_out, 0);
}

TEST(ShownLinks, IntoATokenFromAllThatLookAtIt) {
    const auto shown = make_small_shown({"a", "b", "c"});
    ViewState view;
    view.links_into = true;
    const TokenLinks links = links_of_token(*shown, {0, 1}, 2, view);
    ASSERT_EQ(links.links.size(), 5U);
    EXPECT_EQ(links.links.back().query, 1);
    EXPECT_EQ(links.links.back().key, 2);
    for (const DrawnLink& link : links.links) EXPECT_EQ(link.weight, shown->weight({0, 1}, link.query, 2));
}

TEST(ShownLinks, ThresholdAndTopKLeaveTheWeakOutAndCountThem) {
    const auto shown = make_small_shown({"a", "b", "c"});
    ViewState view;
    view.links_threshold = 0.2F;
    TokenLinks links = links_of_token(*shown, {0, 1}, 2, view);
    ASSERT_EQ(links.links.size(), 1U);
    EXPECT_EQ(links.left_out, 4);
    EXPECT_NEAR(links.weight_left_out, 0.4, 1e-6);
    view = {};
    view.links_top_k = 2;
    links = links_of_token(*shown, {0, 1}, 2, view);
    ASSERT_EQ(links.links.size(), 2U);
    EXPECT_EQ(links.links.back().key, 3);
    EXPECT_TRUE(has_links_filter(view));
    EXPECT_FALSE(has_links_filter({}));
}

TEST(ShownLinks, TheWeightsOfOneHeadDoNotDependOnHowManyAreOn) {
    AppState state;
    state.shown = make_small_shown({"a", "b", "c"});
    const TokenLinks alone = links_of_token(*state.shown, {0, 1}, 2, state.view);
    state.view.linked = {{1, 0}, {1, 1}, {1, 2}};
    const TokenLinks among = links_of_token(*state.shown, {0, 1}, 2, state.view);
    for (std::size_t i = 0; i < alone.links.size(); ++i) EXPECT_EQ(alone.links[i].weight, among.links[i].weight);
}

TEST(ShownLinks, WithoutALitTokenEachHasItsStrongestOne) {
    const auto shown = make_small_shown({"a", "b", "c"});
    const auto from = strongest_links(*shown, {0, 1}, {});
    ASSERT_EQ(from.size(), 5U);
    EXPECT_EQ(from[1].key, 2);
    ViewState view;
    view.links_into = true;
    const auto into = strongest_links(*shown, {0, 1}, view);
    ASSERT_EQ(into.size(), 5U);
    EXPECT_EQ(into[2].key, 2);
    EXPECT_EQ(into[2].query, 1);
    view.links_threshold = 0.5F;
    for (const DrawnLink& link : strongest_links(*shown, {0, 1}, view)) EXPECT_GE(link.weight, 0.5F);
}

TEST(ShownLinks, TheFocusIsTheLitTokenOnTheAxisAskedFor) {
    AppState state;
    state.shown = make_small_shown({"a", "b", "c"});
    EXPECT_FALSE(links_focus(state));
    state.view.locked_query = 2;
    EXPECT_EQ(links_focus(state), 2);
    state.view.links_into = true;
    EXPECT_EQ(links_focus(state), 2);
}

TEST(ShownLinks, GoIntoAKeyThatIsLitAlone) {
    AppState state;
    state.shown = make_small_shown({"a", "b", "c"});
    EXPECT_FALSE(links_go_into(state));
    state.view.locked_key = 3;
    EXPECT_TRUE(links_go_into(state));
    EXPECT_EQ(links_focus(state), 3);
    state.view.locked_query = 1;
    EXPECT_FALSE(links_go_into(state));
    EXPECT_EQ(links_focus(state), 1);
    state.view = {};
    state.hover.key = 2;
    EXPECT_EQ(links_focus(state), 2);
    const DrawnLink link = strongest_into(*state.shown, {0, 1}, 2);
    EXPECT_EQ(link.query, 1);
    EXPECT_FLOAT_EQ(link.weight, 0.6F);
}

TEST(ShownLinks, AFocusThatIsNotDrawnAsAKeyHasNoLinksInto) {
    AppState state;
    ShownAs as;
    as.block = PairBlock::kAToB;
    state.shown = show_as(make_pair_trace(), as);
    state.view.block = as.block;
    state.view.locked_query = 1;
    EXPECT_EQ(links_focus(state), 1);
    state.view.links_into = true;
    EXPECT_FALSE(links_focus(state));
}

TEST(LinksCommands, WalkThroughLayoutsDirectionsAndLimits) {
    AppState state;
    run_command(state, CommandId::kToggleArcs);
    EXPECT_EQ(state.view.links_layout, LinksLayout::kArcs);
    run_command(state, CommandId::kToggleLinksInto);
    EXPECT_TRUE(state.view.links_into);
    for (const int expected : {10, 5, 3, 1, 0}) {
        run_command(state, CommandId::kCycleTopLinks);
        EXPECT_EQ(state.view.links_top_k, expected);
    }
    for (int i = 0; i < 30; ++i) run_command(state, CommandId::kFewerLinks);
    EXPECT_FLOAT_EQ(state.view.links_threshold, kMostLinksThreshold);
    run_command(state, CommandId::kMoreLinks);
    EXPECT_FLOAT_EQ(state.view.links_threshold, kMostLinksThreshold - 0.05F);
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.links_threshold, 0);
    run_command(state, CommandId::kCycleTopLinks);
    run_command(state, CommandId::kAllLinks);
    EXPECT_FALSE(has_links_filter(state.view));
}

TEST(WordsCommands, AskForTheMapsToBeShownAnewAndSoDoesUndo) {
    for (const CommandId id : {CommandId::kToggleWords, CommandId::kCycleRange, CommandId::kCycleBlock}) {
        AppState state;
        state.shown = show_as(make_pair_trace(), {});
        run_command(state, id);
        EXPECT_TRUE(state.effects.shown_changed);
        state.effects = {};
        run_command(state, CommandId::kUndo);
        EXPECT_TRUE(state.effects.shown_changed);
        EXPECT_EQ(shown_as(state.view), ShownAs());
    }
}

TEST(WordsCommands, BlocksAreThereForTwoTextsOnly) {
    AppState state;
    state.shown = make_small_shown({"a"});
    run_command(state, CommandId::kCycleBlock);
    EXPECT_EQ(state.view.block, PairBlock::kAll);
    EXPECT_FALSE(why_not(get_command(CommandId::kCycleBlock), state).empty());
}

TEST(WordsCommands, ALockOnAPieceLightsItsWord) {
    AppState state;
    ShownAs as;
    as.words = true;
    state.view.words = true;
    state.view.locked_query = 3;
    accept_trace(state, show_as(make_word_trace(), as));
    EXPECT_EQ(state.view.locked_query, 3);
    EXPECT_EQ(lit_query(state), 1);
    EXPECT_EQ(lit_key(state), 1);
}

}  // namespace
}  // namespace headscope
