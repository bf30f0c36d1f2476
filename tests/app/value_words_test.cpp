#include "app/state/value_words.h"

#include <gtest/gtest.h>

#include "app/state/app_state.h"
#include "tests/app/small_trace.h"

namespace headscope {
namespace {

std::shared_ptr<const ShownTrace> shown_norms(WeightRange range, SpecialsMode specials = SpecialsMode::kKeep) {
    const auto trace = make_small_trace({"the", "man"});
    ShownAs as;
    as.values = MapValues::kNorms;
    as.range = range;
    as.specials = specials;
    ThreadPool pool(1);
    return std::make_shared<ShownTrace>(trace, as, pool, std::make_shared<AttentionTrace>(*trace));
}

TEST(ValueWords, SayHowPiecesOfWordsAreJoinedAndOfWhat) {
    EXPECT_EQ(joining_words(MapValues::kWeights), "words: to = sum, from = mean");
    EXPECT_EQ(joining_words(MapValues::kNorms), "words: to = sum of norms, from = mean of norms");
    EXPECT_NE(joining_tip(MapValues::kNorms).find("the norm to a word is the sum"), std::string::npos);
    EXPECT_EQ(row_sum_tip(MapValues::kNorms).find(": 1 "), std::string::npos);
}

TEST(ValueWords, ANoteSaysWhyNormsHaveAnotherRangeThanWasAskedFor) {
    EXPECT_FALSE(range_note(*shown_norms(WeightRange::kFixed)).empty());
    EXPECT_TRUE(range_note(*shown_norms(WeightRange::kRow)).empty());
    EXPECT_TRUE(range_note(*make_small_shown({"the"})).empty());
    EXPECT_TRUE(has_fixed_range(*make_small_shown({"the"})));
    EXPECT_TRUE(has_fixed_range(*shown_norms(WeightRange::kFixed, SpecialsMode::kRenormalise)));
}

TEST(ValueWords, TheRangesOfNormsComeRoundWithoutOneThatLooksLikeTheOneBefore) {
    AppState state;
    state.shown = shown_norms(WeightRange::kAll);
    state.view.values = MapValues::kNorms;
    state.view.range = WeightRange::kAll;
    run_command(state, CommandId::kCycleRange);
    EXPECT_EQ(state.view.range, WeightRange::kRow);
    state.shown = make_small_shown({"the"});
    state.view.range = WeightRange::kAll;
    run_command(state, CommandId::kCycleRange);
    EXPECT_EQ(state.view.range, WeightRange::kFixed);
}

}  // namespace
}  // namespace headscope
