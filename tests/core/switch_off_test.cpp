// Heads switched off: against transformers with columns of W_O at 0, and against the formulas in float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/trace/ablation.h"
#include "core/trace/attention_trace.h"
#include "tests/core/hand_built_model.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

using testing::DoubleMatrix;
using testing::HandBuiltModel;
using testing::kHiddenTolerance;
using testing::kMapTolerance;

double largest_hidden_difference(const AttentionMaps& maps, const DoubleMatrix& expected) {
    EXPECT_EQ(maps.last_hidden_state.size(), static_cast<std::size_t>(expected.size()));
    double largest = 0;
    for (Index i = 0; i < expected.size(); ++i)
        largest = std::max(largest, std::abs(static_cast<double>(maps.last_hidden_state[static_cast<std::size_t>(i)]) -
                                             expected.data()[i]));
    return largest / expected.cwiseAbs().maxCoeff();
}

class SwitchOffFixtures : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Families, SwitchOffFixtures, ::testing::Range(0, 5));

TEST_P(SwitchOffFixtures, EqualsTransformersWithTheHeadsColumnsOfTheOutputAtZero) {
    const std::filesystem::path data = HEADSCOPE_TEST_DATA;
    const nlohmann::json one =
        testing::json_of(data / "ablation" / "cases.json").at(static_cast<std::size_t>(GetParam()));
    const std::string family = one["family"];
    SCOPED_TRACE(family);
    const auto model = testing::opened(data / "families" / family);
    ASSERT_NE(model, nullptr);
    ModelInput input;
    input.ids = one["ids"].get<std::vector<TokenId>>();
    if (model->config.decoder) input.decoder_ids = {0};
    RunOptions options;
    options.keep_last_hidden_state = true;
    for (const nlohmann::json& head : one["off"])
        options.ablation.heads.push_back({head[0].get<Index>(), head[1].get<Index>()});
    Workspace workspace(2);
    const auto run = run_model(*model, input, options, workspace);
    ASSERT_TRUE(run.has_value()) << run.error().message;
    const auto expected = open_safetensors(data / "ablation" / (family + ".safetensors"));
    ASSERT_TRUE(expected.has_value()) << expected.error().message;
    const testing::Tensor hidden = testing::tensor_of(expected.value(), "last_hidden_state");
    std::vector<Index> rows(input.ids.size());
    std::iota(rows.begin(), rows.end(), Index{0});
    const testing::Differences found =
        testing::differences(*run.value(), rows, testing::tensor_of(expected.value(), "attentions"), hidden,
                             testing::largest_of(hidden.values));
    EXPECT_LE(found.maps, kMapTolerance);
    EXPECT_LE(found.hidden, kHiddenTolerance);
    // The heads matter: with them the result is another.
    const auto with = run_model(*model, input, {.keep_last_hidden_state = true}, workspace);
    EXPECT_GT(testing::differences(*with.value(), rows, testing::tensor_of(expected.value(), "attentions"), hidden,
                                   testing::largest_of(hidden.values))
                  .hidden,
              1e-3);
}

TEST(SwitchOff, EqualsFloat64ByZeroAndByMean) {
    for (const ModelConfig& config : {testing::small_config(), testing::grouped_config()}) {
        const HandBuiltModel built(config, 3);
        const ModelInput input = testing::input_of(built.model(), 17);
        Workspace workspace(2);
        for (const SwitchOff by : {SwitchOff::kZero, SwitchOff::kMean}) {
            RunOptions options;
            options.keep_last_hidden_state = true;
            options.ablation = {{{0, 1}, {0, 2}, {1, 3}}, by};
            const auto run = run_model(built.model(), input, options, workspace);
            ASSERT_TRUE(run.has_value()) << run.error().message;
            const HandBuiltModel::Reference reference = built.run_in_double(input, options.ablation);
            EXPECT_LE(testing::largest_difference(*run.value(), reference.maps), kMapTolerance);
            EXPECT_LE(largest_hidden_difference(*run.value(), reference.last_hidden_state), kHiddenTolerance);
        }
    }
}

TEST(SwitchOff, NamesAHeadThatThereIsNot) {
    const HandBuiltModel built(testing::small_config(), 3);
    Workspace workspace(1);
    RunOptions options;
    options.ablation.heads = {{2, 0}};
    const ModelInput input = testing::input_of(built.model(), 3);
    EXPECT_EQ(run_model(built.model(), input, options, workspace).error().message,
              "input: switched off: layer 2, expected 0 to 1");
    options.ablation.heads = {{1, 4}};
    EXPECT_EQ(run_model(built.model(), input, options, workspace).error().message,
              "input: switched off: head 4, expected 0 to 3");
}

TEST(RankHeads, OrdersHeadsByWhatEachChangesOnItsOwn) {
    const HandBuiltModel built(testing::small_config(), 7);
    const ModelInput input = testing::input_of(built.model(), 12);
    Workspace workspace(1);
    RankOptions options;
    std::vector<Index> told;
    options.progress = [&](Index done, Index all) {
        EXPECT_EQ(all, 8);
        told.push_back(done);
    };
    const auto ranked = rank_heads(built.model(), input, options, workspace);
    ASSERT_TRUE(ranked.has_value()) << ranked.error().message;
    ASSERT_EQ(ranked.value().size(), 8U);
    EXPECT_EQ(told.size(), 8U);
    const DoubleMatrix before = built.run_in_double(input).last_hidden_state;
    for (std::size_t i = 0; i < 8; ++i) {
        const HeadImportance& head = ranked.value()[i];
        const DoubleMatrix after = built.run_in_double(input, {{head.head}, SwitchOff::kZero}).last_hidden_state;
        double change = 0;
        double cosine = 0;
        for (Index t = 0; t < 12; ++t) {
            change += (after.row(t) - before.row(t)).norm() / before.row(t).norm() / 12;
            cosine += after.row(t).dot(before.row(t)) / after.row(t).norm() / before.row(t).norm() / 12;
        }
        EXPECT_NEAR(head.change, change, 1e-5);
        EXPECT_NEAR(head.cosine, cosine, 1e-5);
        EXPECT_LE(head.change, ranked.value()[i > 0 ? i - 1 : 0].change);
    }
}

TEST(RankHeads, StopsWhenAsked) {
    const HandBuiltModel built(testing::small_config(), 7);
    Workspace workspace(1);
    RankOptions options;
    options.progress = [&](Index, Index) { options.cancel.request(); };
    EXPECT_EQ(rank_heads(built.model(), testing::input_of(built.model(), 3), options, workspace).error().kind,
              ErrorKind::kCancelled);
}

TEST(Changes, CompareVectorsByCosineAndNorm) {
    const std::vector<float> before = {3, 4, 0, 0, 1, 0};
    const std::vector<float> after = {3, 4, 0, 0, 0, 2};
    const std::vector<VectorChange> changes = row_changes(before, after, 2);
    EXPECT_EQ(changes[0].cosine, 1);
    EXPECT_EQ(changes[0].norm, 0);
    EXPECT_EQ(changes[1].relative, 0);
    EXPECT_EQ(changes[2].cosine, 0);
    EXPECT_DOUBLE_EQ(changes[2].norm, std::sqrt(5));
    EXPECT_DOUBLE_EQ(changes[2].relative, std::sqrt(5));
}

TEST(Changes, OfMapsAreSignedAndNothingBelowTheHeadThatIsOff) {
    const auto built = std::make_shared<const HandBuiltModel>(testing::small_config(), 17);
    Workspace workspace(1);
    const auto before = testing::trace_of(built, 6, {}, workspace);
    RunOptions options;
    options.ablation.heads = {{0, 1}};
    const auto after = trace_again(*before, options, workspace);
    ASSERT_TRUE(after.has_value()) << after.error().message;
    EXPECT_EQ(after.value()->ablation.heads.size(), 1U);
    const auto difference = difference_maps(*before->maps, *after.value()->maps);
    EXPECT_EQ(difference->head(0, 1)(2, 3), 0.0F);
    EXPECT_EQ(difference->head(1, 2)(2, 3), after.value()->maps->head(1, 2)(2, 3) - before->maps->head(1, 2)(2, 3));
    EXPECT_NE(difference->head(1, 2)(2, 3), 0.0F);
}

}  // namespace
}  // namespace headscope
