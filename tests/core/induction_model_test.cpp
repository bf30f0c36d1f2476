// The exact previous-token head and the exact induction head of a model written by hand, found through the engine.
#include "tests/core/induction_model.h"

#include <gtest/gtest.h>

#include "core/trace/head_facts.h"
#include "core/trace/repeat_probe.h"
#include "tests/core/hand_built_model.h"
#include "tests/core/made_up_map.h"

namespace headscope {
namespace {

using Names = std::vector<std::string>;

TEST(InductionModel, ItsExactHeadsScoreOneAndAreCalledWhatTheyAre) {
    const auto model = InductionModel::make();
    ModelInput input;
    input.ids = {0};
    for (int copy = 0; copy < 2; ++copy)
        for (TokenId id = 1; id <= 20; ++id) input.ids.push_back(id * 7 % 31 + 1);
    Workspace workspace(1);
    const auto trace = trace_ids(model, input, {}, workspace);
    ASSERT_TRUE(trace.has_value()) << trace.error().message;
    const std::vector<HeadFacts> facts = facts_of_trace(*trace.value(), workspace.pool());
    EXPECT_GT(facts[0][Fact::kPrevious], 0.99);
    EXPECT_GT(facts[3][Fact::kInduction], 0.99);
    EXPECT_EQ(names_of(facts[0]), Names{"previous token"});
    EXPECT_EQ(names_of(facts[1]), Names{"broad"});
    EXPECT_EQ(names_of(facts[2]), Names{"broad"});
    EXPECT_EQ(names_of(facts[3]), Names{"induction"});
    EXPECT_GT(facts[3].roles[0].score, 0.99);
}

TEST(InductionModel, TheProbeFindsThemWithoutAText) {
    Workspace workspace(1);
    RepeatProbe probe;
    std::vector<Index> told;
    probe.progress = [&](Index done, Index) { told.push_back(done); };
    const auto probed = probe_repeats(InductionModel::make(), probe, workspace);
    ASSERT_TRUE(probed.has_value()) << probed.error().message;
    EXPECT_EQ(probed.value().texts(), 4U);
    EXPECT_EQ(told, (std::vector<Index>{1, 2, 3, 4}));
    const std::vector<HeadFacts> means = probed.value().means();
    EXPECT_EQ(names_of(means[0]), Names{"previous token"});
    EXPECT_EQ(names_of(means[3]), Names{"induction"});
}

TEST(RepeatProbe, StopsWhenAskedAndRefusesWhatIsNotCausal) {
    Workspace workspace(1);
    RepeatProbe probe;
    probe.cancel.request();
    EXPECT_EQ(probe_repeats(InductionModel::make(), probe, workspace).error().kind, ErrorKind::kCancelled);
    const auto owner = std::make_shared<testing::HandBuiltModel>(testing::small_config(), 1);
    const std::shared_ptr<const Model> encoder(owner, &owner->model());
    EXPECT_EQ(probe_repeats(encoder, {}, workspace).error().kind, ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace headscope
