#include "app/state/large_map.h"

#include <gtest/gtest.h>

#include <optional>

#include "app/state/actions.h"
#include "tests/app/small_trace.h"

namespace headscope {
namespace {

AppState state_with_maps(SpecialsMode specials = SpecialsMode::kKeep) {
    AppState state;
    state.shown = make_small_shown({"the", "man", "saw"}, specials);
    state.model = state.shown->trace()->model;
    state.view.specials = specials;
    return state;
}

// What a job does.
void compute(AppState& state) {
    ThreadPool pool(1);
    if (const std::optional<CombinedRequest> wanted = next_combined_request(state))
        accept_combined(state, CombinedMap::make(*wanted, pool));
}

TEST(LargeMap, IsTheSelectedHead) {
    AppState state = state_with_maps();
    state.view.selected = {1, 2};
    const LargeMap map = large_map(state);
    EXPECT_EQ(map.head(), (HeadRef{1, 2}));
    EXPECT_EQ(map.name(), "Layer 1 · Head 2");
    EXPECT_EQ(map.slice(), 5);
    for (Index query = 0; query < 5; ++query) {
        for (Index key = 0; key < 5; ++key) {
            EXPECT_EQ(map.weight(query, key), state.shown->weight({1, 2}, query, key));
            EXPECT_EQ(map.rank(query, key), state.shown->rank({1, 2}, query, key));
        }
    }
    EXPECT_FALSE(map.may_exceed_one());
}

TEST(LargeMap, IsTheMeanOfTheChosenHeadsOnceThatIsComputed) {
    AppState state = state_with_maps();
    state.view.selected = {0, 0};
    state.view.linked = {{0, 1}, {1, 2}};
    state.view.combined = Combination::kMean;
    EXPECT_EQ(large_map(state).name(), "Layer 0 · Head 0");  // not yet
    compute(state);
    const LargeMap map = large_map(state);
    EXPECT_EQ(map.name(), "Mean of 3 heads");
    EXPECT_FALSE(map.head());
    EXPECT_EQ(map.slice(), kCombinedSlice);
    for (Index query = 0; query < 5; ++query) {
        float sum = 0;
        for (Index key = 0; key < 5; ++key) {
            const float mean = (state.shown->weight({0, 0}, query, key) + state.shown->weight({0, 1}, query, key) +
                                state.shown->weight({1, 2}, query, key)) /
                               3;
            EXPECT_NEAR(map.weight(query, key), mean, 1e-6F);
            sum += map.weight(query, key);
        }
        EXPECT_NEAR(sum, 1, 1e-5F);
    }
}

TEST(LargeMap, TheMaximumSaysThatItsRowsMayExceedOne) {
    AppState state = state_with_maps();
    state.view.linked = {{0, 1}};
    state.view.combined = Combination::kMax;
    compute(state);
    const LargeMap map = large_map(state);
    EXPECT_EQ(map.name(), "Maximum of 2 heads");
    EXPECT_TRUE(map.may_exceed_one());
    EXPECT_NE(std::string(map.tip()).find("more than 1"), std::string::npos);
    EXPECT_FLOAT_EQ(map.weight(1, 1), 0.6F);
    EXPECT_FLOAT_EQ(map.weight(1, 2), 0.6F);
    EXPECT_EQ(map.rank(1, 0), 3);
    EXPECT_EQ(map.top_target(1).key, 1);
}

TEST(LargeMap, ARenormalisedMeanStillSumsToOneOverTheDrawnKeys) {
    AppState state = state_with_maps(SpecialsMode::kRenormalise);
    state.view.linked = {{0, 1}, {0, 2}};
    state.view.combined = Combination::kMean;
    compute(state);
    const LargeMap map = large_map(state);
    for (const Index query : state.shown->queries()) {
        float sum = 0;
        for (const Index key : state.shown->keys()) sum += map.weight(query, key);
        EXPECT_NEAR(sum, 1, 1e-5F);
    }
}

TEST(LargeMap, IsAskedForOnceAndAgainWhenTheHeadsOrTheMapsChange) {
    AppState state = state_with_maps();
    EXPECT_FALSE(next_combined_request(state));
    state.view.linked = {{0, 1}};
    state.view.combined = Combination::kMean;
    EXPECT_TRUE(next_combined_request(state));
    EXPECT_FALSE(next_combined_request(state));
    state.view.linked.push_back({1, 0});
    compute(state);
    EXPECT_EQ(large_map(state).name(), "Mean of 3 heads");
    EXPECT_FALSE(next_combined_request(state));
    state.view.linked.pop_back();
    EXPECT_EQ(large_map(state).name(), "Mean of 3 heads");  // until the new one is there
    compute(state);
    EXPECT_EQ(large_map(state).name(), "Mean of 2 heads");
    state.shown = make_small_shown({"a", "b"});
    EXPECT_EQ(large_map(state).name(), "Layer 0 · Head 0");  // never the map of another text
    compute(state);
    EXPECT_EQ(large_map(state).name(), "Mean of 2 heads");
    state.view.combined.reset();
    EXPECT_FALSE(next_combined_request(state));
    EXPECT_EQ(state.combined, nullptr);
}

TEST(LargeMap, NothingIsCombinedOfATextThatIsAboutToChange) {
    AppState state = state_with_maps();
    state.view.linked = {{0, 1}};
    state.view.combined = Combination::kMean;
    ASSERT_TRUE(next_combined_request(state));
    state.is_computing = true;
    EXPECT_FALSE(next_combined_request(state));
    EXPECT_FALSE(state.combined_asked);  // so that the job is given up
    state.is_computing = false;
    EXPECT_TRUE(next_combined_request(state));
}

TEST(LargeMap, ACancelledCombinationSaysSo) {
    AppState state = state_with_maps();
    ThreadPool pool(1);
    const CancelToken cancel;
    cancel.request();
    const auto made = CombinedMap::make({state.shown, {{0, 0}, {0, 1}}, Combination::kMean}, pool, cancel);
    ASSERT_FALSE(made.has_value());
    EXPECT_EQ(made.error().kind, ErrorKind::kCancelled);
}

TEST(LargeMap, WithoutMemoryTheSelectedHeadIsDrawnAndTheMessageSaysWhy) {
    AppState state = state_with_maps();
    state.view.linked = {{0, 1}};
    state.view.combined = Combination::kMean;
    accept_combined(state, Error{ErrorKind::kTooLarge, "no memory"});
    EXPECT_FALSE(state.view.combined);
    ASSERT_TRUE(state.message);
    EXPECT_EQ(state.message->text, "no memory");
}

TEST(LargeMap, WhatIsLitAndWhatIsCopiedFollowsIt) {
    AppState state = state_with_maps();
    state.view.selected = {0, 1};
    state.view.linked = {{0, 0}};
    state.view.combined = Combination::kMax;
    compute(state);
    state.view.locked_query = 2;
    EXPECT_EQ(lit_key(state), 2);  // 0.6 at 2 and at 3: the first
    run_command(state, CommandId::kCopyValue);
    EXPECT_EQ(state.effects.clipboard, "0.6");
}

}  // namespace
}  // namespace headscope
