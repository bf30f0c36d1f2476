#include "app/state/link_search.h"

#include <gtest/gtest.h>

#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "tests/app/small_trace.h"
#include "tests/app/small_translation.h"

namespace headscope {
namespace {

// Positions: [CLS] 0, the 1, man 2, saw 3, the 4, [SEP] 5. Head l:h gives 0.5 to the token l + h on.
std::shared_ptr<const ShownTrace> shown() {
    return make_small_shown({"the", "man", "saw", "the"});
}

TEST(LinkSearch, HeadsThatLinkTwoWordsStrongestFirst) {
    const auto found = find_heads(shown(), {"man", "saw", "", false});
    EXPECT_EQ(found->problem, "");
    ASSERT_EQ(found->links.size(), 6U);
    EXPECT_EQ(found->links[0].head, (HeadRef{0, 1}));
    EXPECT_EQ(found->links[1].head, (HeadRef{1, 0}));
    EXPECT_EQ(found->links[0].query, 2);
    EXPECT_EQ(found->links[0].key, 3);
    EXPECT_NEAR(found->links[0].weight, 0.5 + 0.5 / 6, 1e-6);
    EXPECT_NEAR(found->links[2].weight, 0.5 / 6, 1e-6);
}

TEST(LinkSearch, OfSeveralOccurrencesTheStrongestCounts) {
    const auto found = find_heads(shown(), {"the", "man", "", false});
    EXPECT_EQ(found->links[0].head, (HeadRef{0, 1}));
    EXPECT_EQ(found->links[0].query, 1);
}

TEST(LinkSearch, EitherWayTakesTheStrongerDirection) {
    EXPECT_LT(find_heads(shown(), {"saw", "man", "", false})->links[0].weight, 0.4F);
    const auto found = find_heads(shown(), {"saw", "man", "", true});
    EXPECT_EQ(found->links[0].head, (HeadRef{0, 1}));
    EXPECT_EQ(found->links[0].query, 2);
    EXPECT_EQ(found->links[0].key, 3);
}

TEST(LinkSearch, PositionsStandForTokens) {
    const auto found = find_heads(shown(), {"#0", "#2", "", false});
    EXPECT_EQ(found->links[0].head, (HeadRef{0, 2}));
    EXPECT_NE(find_heads(shown(), {"#0", "#6", "", false})->problem.find("last one is #5"), std::string::npos);
}

TEST(LinkSearch, AWordThatIsNotThereIsNamed) {
    const auto found = find_heads(shown(), {"man", "moon", "", false});
    EXPECT_NE(found->problem.find("moon"), std::string::npos);
    EXPECT_TRUE(found->links.empty());
}

TEST(LinkSearch, ARivalIsHeldByAnotherHeadOfTheLayer) {
    const auto found = find_heads(shown(), {"man", "saw", "#4", false});
    ASSERT_FALSE(found->pairs.empty());
    EXPECT_EQ(found->pairs[0].first_weight, found->links[0].weight);
    EXPECT_NE(found->pairs[0].first, found->pairs[0].second);
    EXPECT_NEAR(found->pairs[0].held(), 0.5 + 0.5 / 6, 1e-6);
}

TEST(LinkSearch, CrossAttentionLinksWordsOfTheTargetToTheSources) {
    const auto cross = make_shown_translation({"the", "man"}, {"der"}, {SpecialsMode::kKeep, MapSet::kCross});
    const auto found = find_heads(cross, {"der", "man", "", true});
    ASSERT_EQ(found->problem, "");
    EXPECT_EQ(found->links[0].query, 1);
    EXPECT_EQ(found->links[0].key, 2);
}

TEST(LinkSearch, TheCardOpensWithTheLockedCellAndIsKeptUp) {
    AppState state;
    state.shown = shown();
    state.model = state.shown->trace()->model;
    state.view.locked_query = 2;
    state.view.locked_key = 4;
    run_command(state, CommandId::kFindLinks);
    EXPECT_EQ(state.view.side, SideCard::kFind);
    EXPECT_EQ(state.focus, TextFocus::kFindFrom);
    EXPECT_EQ(state.link_search.from.text(), "man");
    EXPECT_EQ(state.link_search.to.text(), "#4");  // "the" stands twice
    keep_up_search(state);
    ASSERT_NE(state.link_search.found, nullptr);
    EXPECT_EQ(state.link_search.found->links[0].head, (HeadRef{0, 2}));
    const auto before = state.link_search.found;
    keep_up_search(state);
    EXPECT_EQ(state.link_search.found, before);
    state.link_search.to.set_text("saw");
    keep_up_search(state);
    EXPECT_EQ(state.link_search.found->links[0].head, (HeadRef{0, 1}));
    state.link_search.to.set_text(" ");
    keep_up_search(state);
    EXPECT_EQ(state.link_search.found, nullptr);
}

TEST(LinkSearch, ShowingALinkSelectsItsHeadAndLocksItsCell) {
    AppState state;
    state.shown = shown();
    show_link(state, {{1, 2}, 0.5F, 2, 3});
    EXPECT_EQ(state.view.selected, (HeadRef{1, 2}));
    EXPECT_EQ(state.view.locked_query, 2);
    EXPECT_EQ(state.view.locked_key, 3);
    EXPECT_TRUE(state.history.can_undo());
}

TEST(LinkSearch, LeavingTheCardLeavesItsBoxes) {
    AppState state;
    state.shown = shown();
    state.focus = TextFocus::kFindTo;
    keep_up_search(state);
    EXPECT_EQ(state.focus, TextFocus::kNone);
}

}  // namespace
}  // namespace headscope
