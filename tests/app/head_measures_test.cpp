#include "app/state/head_measures.h"

#include <gtest/gtest.h>

#include <utility>

#include "app/state/app_state.h"
#include "tests/app/small_trace.h"
#include "tests/app/small_translation.h"

namespace headscope {
namespace {

std::shared_ptr<const HeadMeasures> measure_whole(const MeasureRequest& request) {
    ThreadPool pool(1);
    const auto facts = measure_facts(request, pool);
    return with_likeness(*facts.value(), {}, pool).value();
}

TEST(HeadMeasures, FactsRolesAndLikenessOfEveryHeadOfATrace) {
    const auto measures = measure_whole({make_small_trace({"the", "man", "saw", "it"})});
    ASSERT_EQ(measures->facts.size(), 6U);
    ASSERT_NE(measures->find_facts({1, 2}), nullptr);
    EXPECT_EQ(measures->find_facts({2, 0}), nullptr);
    EXPECT_EQ(measures->find_facts({0, 3}), nullptr);
    // Head 0:0 gives 0.5 and its share of the rest to the token itself.
    EXPECT_NEAR((*measures->find_facts({0, 0}))[Fact::kSelf], 0.5 + 0.5 / 6, 1e-6);
    ASSERT_NE(measures->strongest_role({0, 0}), nullptr);
    EXPECT_EQ(measures->strongest_role({0, 0})->kind.role, Role::kSelf);
    // 0:1 and 1:0 look the same way.
    EXPECT_EQ(measures->distances.size(), 6U);
    EXPECT_NEAR(measures->distances.at(1, 3), 0, 1e-7);
    EXPECT_EQ(measures->plane.size(), 6U);
}

TEST(HeadMeasures, CrossAttentionHasLikenessButNoFacts) {
    const auto shown = make_shown_translation({"the", "man"}, {"der"}, {SpecialsMode::kKeep, MapSet::kCross});
    const auto measures = measure_whole({shown->trace(), MapSet::kCross});
    EXPECT_EQ(measures->find_facts({0, 0}), nullptr);
    EXPECT_EQ(measures->strongest_role({0, 0}), nullptr);
    EXPECT_GT(measures->distances.size(), 0U);
}

TEST(HeadMeasures, AreAskedForOnceATraceAndGoneWithANewOne) {
    AppState state;
    EXPECT_FALSE(next_measure_request(state));
    state.shown = make_small_shown({"the", "man"});
    const auto request = next_measure_request(state);
    ASSERT_TRUE(request);
    EXPECT_FALSE(next_measure_request(state));
    accept_measures(state, measure_whole(*request));
    ASSERT_NE(state.measures, nullptr);
    EXPECT_FALSE(state.is_measuring);
    EXPECT_FALSE(next_measure_request(state));

    const auto old = state.measures;
    state.shown = make_small_shown({"the", "woman"});
    EXPECT_TRUE(next_measure_request(state));
    EXPECT_EQ(state.measures, nullptr);
    accept_measures(state, old);  // came late
    EXPECT_EQ(state.measures, nullptr);
}

TEST(HeadMeasures, WaitForATextThatIsOnItsWayAndAreAskedForAgainIfTheyWereGivenUp) {
    AppState state;
    state.shown = make_small_shown({"the", "man"});
    state.is_computing = true;
    EXPECT_FALSE(next_measure_request(state));
    state.is_computing = false;
    EXPECT_TRUE(next_measure_request(state));
    forget_measure_request(state);
    EXPECT_FALSE(state.is_measuring);
    EXPECT_TRUE(next_measure_request(state));
}

TEST(HeadMeasures, LikenessIsMeasuredOnlyForAViewThatDrawsIt) {
    AppState state;
    state.shown = make_small_shown({"the", "man"});
    auto request = next_measure_request(state);
    ASSERT_TRUE(request);
    EXPECT_FALSE(request->has_likeness);
    ThreadPool pool(1);
    accept_measures(state, measure_facts(*request, pool));
    EXPECT_FALSE(state.is_measuring);
    EXPECT_FALSE(state.measures->has_likeness());

    state.view.order.kind = OrderKind::kSimilar;
    request = next_measure_request(state);
    ASSERT_TRUE(request);
    EXPECT_TRUE(request->has_likeness);
    EXPECT_NE(state.measures, nullptr);  // the facts stay
    EXPECT_TRUE(state.is_measuring);
    accept_measures(state, with_likeness(*state.measures, {}, pool));
    EXPECT_FALSE(state.is_measuring);
    EXPECT_TRUE(state.measures->has_likeness());

    state.view.order.kind = OrderKind::kLayer;  // more than is needed is there
    EXPECT_FALSE(next_measure_request(state));
    for (const auto& [side, popup] :
         {std::pair{SideCard::kFacts, Popup::kNone}, {SideCard::kLinks, Popup::kHeadPlane}}) {
        state.view.side = side;
        state.popup = popup;
        EXPECT_TRUE(needs_likeness(state));
    }
}

TEST(HeadMeasures, ACancelledComparisonSaysSo) {
    ThreadPool pool(1);
    const auto facts = measure_facts({make_small_trace({"the", "man"})}, pool);
    const CancelToken cancel;
    cancel.request();
    EXPECT_EQ(with_likeness(*facts.value(), cancel, pool).error().kind, ErrorKind::kCancelled);
}

}  // namespace
}  // namespace headscope
