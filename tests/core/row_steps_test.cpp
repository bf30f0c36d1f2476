#include "core/trace/row_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <string>
#include <vector>

#include "core/trace/competing_links.h"
#include "core/trace/links.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using namespace headscope::testing;

using Block = std::shared_ptr<const AttentionBlock>;

Block block_of(const AttentionTrace& trace, MapSet set, Index layer, Workspace& workspace) {
    auto block = run_block(trace, set, layer, {}, workspace);
    EXPECT_TRUE(block.has_value()) << (block.has_value() ? "" : block.error().message);
    return block.has_value() ? block.value() : nullptr;
}

float largest_difference(const std::vector<float>& a, const nlohmann::json& b) {
    EXPECT_EQ(a.size(), b.size());
    float largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i].get<float>()));
    return largest;
}

// The shipped model on the sentence of the lesson.
class LessonRow : public ::testing::Test {
  protected:
    LessonRow() {
        const auto model = opened(fs::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2");
        auto encoding = encode_for_model(*model, "The man saw the astronomer with a telescope.", std::nullopt, {});
        auto trace = trace_encoding(model, std::move(encoding).value(), {}, workspace_);
        trace_ = trace.value();
    }

    static constexpr Index kMan = 2;
    static constexpr Index kAstronomer = 5;
    static constexpr Index kTelescope = 8;
    Workspace workspace_{2};
    std::shared_ptr<const AttentionTrace> trace_;
};

TEST_F(LessonRow, GivesTheFiguresOfManInHeadTenOfLayerZero) {
    const Block block = block_of(*trace_, MapSet::kEncoder, 0, workspace_);
    const RowSteps steps = row_steps(*block, 10, kMan);
    EXPECT_NEAR(steps.products[kTelescope], 15.05, 0.005);
    EXPECT_NEAR(steps.products[kAstronomer], 12.47, 0.005);
    EXPECT_NEAR(steps.scaled[kTelescope], 2.660, 0.0005);
    EXPECT_NEAR(steps.scaled[kAstronomer], 2.205, 0.0005);
    EXPECT_NEAR(steps.exponentials[kTelescope], 14.293, 0.005);
    EXPECT_NEAR(steps.sum, 41.428, 0.005);
    EXPECT_NEAR(steps.weights[kTelescope], 0.3450, 0.00005);
    EXPECT_NEAR(steps.weights[kAstronomer], 0.2189, 0.00005);
    EXPECT_TRUE(steps.biases.empty());
    EXPECT_TRUE(steps.capped.empty());
    const std::vector<float> pushed = pushed_weights(steps, kTelescope, 1);
    EXPECT_NEAR(pushed[kTelescope], 0.589, 0.0005);
    EXPECT_NEAR(pushed[kAstronomer], 0.137, 0.0005);
    EXPECT_NEAR(std::accumulate(pushed.begin(), pushed.end(), 0.0F), 1, 1e-6);
}

TEST_F(LessonRow, GivesWhatEveryHeadOfLayerZeroAddsAtMan) {
    const Block block = block_of(*trace_, MapSet::kEncoder, 0, workspace_);
    const HeadParts parts = head_parts(*block, kMan, workspace_.pool());
    const double expected[] = {0.69, 1.01, 1.51, 1.34, 1.51, 1.82, 0.89, 0.85, 0.65, 1.28, 1.24, 0.75};
    ASSERT_EQ(parts.norms.size(), 12U);
    for (std::size_t head = 0; head < 12; ++head) EXPECT_NEAR(parts.norms[head], expected[head], 0.005) << head;
}

TEST_F(LessonRow, EqualsNumPyInEveryLayer) {
    const nlohmann::json expected = json_of(fs::path(HEADSCOPE_TEST_DATA) / "lesson/row.json");
    for (const nlohmann::json& row : expected.at("rows")) {
        const Block block = block_of(*trace_, MapSet::kEncoder, row.at("layer"), workspace_);
        const Index query = row.at("query");
        EXPECT_LT(largest_difference(head_parts(*block, query, workspace_.pool()).norms, row.at("norms")), 2e-5);
        EXPECT_LT(largest_difference(one_wide_head(*block, query).weights, row.at("one_wide_head")), 2e-5);
        for (const nlohmann::json& head : row.at("heads")) {
            const RowSteps steps = row_steps(*block, head.at("head"), query);
            EXPECT_LT(largest_difference(steps.products, head.at("products")), 2e-4);
            EXPECT_LT(largest_difference(steps.weights, head.at("weights")), 2e-6);
            EXPECT_LT(largest_difference(steps.mixed, head.at("mixed")), 2e-5);
        }
    }
}

TEST_F(LessonRow, SlicesOfTheWeightsMakeQueriesKeysValuesAndTheOutput) {
    const Block block = block_of(*trace_, MapSet::kEncoder, 3, workspace_);
    const HeadSlices slices = head_slices(*block, 7);
    const AttentionCapture& numbers = block->numbers;
    EXPECT_EQ(slices.query.rows(), 384);
    EXPECT_EQ(slices.query.cols(), 32);
    const auto difference = [&](const RowMajorMatrix& weight, const Eigen::VectorXf& bias, const RowMajorMatrix& made) {
        const RowMajorMatrix own = (numbers.input * weight).rowwise() + bias.transpose();
        return (own - made.middleCols(7 * 32, 32)).cwiseAbs().maxCoeff();
    };
    EXPECT_LT(difference(slices.query, slices.query_bias, numbers.projected_queries), 1e-4);
    EXPECT_LT(difference(slices.key, slices.key_bias, numbers.projected_keys), 1e-4);
    EXPECT_LT(difference(slices.value, slices.value_bias, numbers.values), 1e-4);
    const HeadParts parts = head_parts(*block, 4, workspace_.pool());
    const Eigen::RowVectorXf part = numbers.context.block(4, 7 * 32, 1, 32) * slices.output;
    EXPECT_LT((part - parts.parts.row(7)).cwiseAbs().maxCoeff(), 1e-4);
    EXPECT_EQ(output_matrix(*block).middleRows(7 * 32, 32), slices.output);
}

TEST_F(LessonRow, AHeadThatOthersCancelKeepsLessThanItself) {
    const Block block = block_of(*trace_, MapSet::kEncoder, 0, workspace_);
    const HeadParts parts = head_parts(*block, kMan, workspace_.pool());
    float all = 0;  // Σ kept · ‖part‖² = Σ part · sum = ‖sum‖²
    for (std::size_t head = 0; head < 12; ++head) all += parts.kept[head] * parts.norms[head] * parts.norms[head];
    EXPECT_NEAR(all, parts.sum.squaredNorm(), 1e-3);
    EXPECT_LT(*std::min_element(parts.kept.begin(), parts.kept.end()), 1);
}

TEST_F(LessonRow, ACausalMaskHidesLaterKeysAndSharesTheirWeightAmongTheRest) {
    const Block block = block_of(*trace_, MapSet::kEncoder, 0, workspace_);
    const MaskedAndOpen maps = masked_and_open(*block, 10);
    for (Index query = 0; query < maps.open.rows(); ++query) {
        float seen = 0;
        for (Index key = 0; key < maps.open.cols(); ++key) {
            EXPECT_NEAR(maps.open(query, key), trace_->maps->head(0, 10)(query, key), 2e-6);
            if (key <= query) seen += maps.open(query, key);
            if (key > query) {
                EXPECT_EQ(maps.causal(query, key), 0);
            }
        }
        for (Index key = 0; key <= query; ++key)
            EXPECT_NEAR(maps.causal(query, key), maps.open(query, key) / seen, 2e-6);
    }
}

TEST_F(LessonRow, TwoHeadsOfLayerZeroHoldTheTwoReadings) {
    const AttentionMaps& maps = *trace_->maps;
    const TokenLink man_telescope{kMan, kTelescope};
    const TokenLink astronomer_telescope{kAstronomer, kTelescope};
    const std::vector<CompetingHeads> pairs = find_competing_heads(maps, man_telescope, astronomer_telescope);
    ASSERT_EQ(pairs.size(), 6U);
    EXPECT_EQ(pairs[0].layer, 0);
    EXPECT_EQ(pairs[0].first, 10);
    EXPECT_EQ(pairs[0].second, 1);
    EXPECT_NEAR(pairs[0].first_weight, 0.345, 0.0005);
    EXPECT_NEAR(pairs[0].second_weight, 0.403, 0.0005);
    for (std::size_t i = 1; i < 6; ++i) EXPECT_LE(pairs[i].held(), pairs[i - 1].held());
    const auto strongest = [&](const char* from, const char* to, Index layer, Index head, double weight) {
        const auto links = find_links(*trace_, from, to);
        ASSERT_TRUE(links.has_value());
        EXPECT_EQ(links.value().front().head, (HeadRef{layer, head})) << from << " " << to;
        EXPECT_NEAR(links.value().front().weight, weight, 0.0005);
    };
    strongest("man", "telescope", 5, 11, 0.388);
    strongest("telescope", "astronomer", 5, 4, 0.592);
    strongest("man", "astronomer", 5, 4, 0.441);
    strongest("astronomer", "telescope", 0, 1, 0.403);
    EXPECT_NEAR(maps.head(0, 1)(kTelescope, kAstronomer), 0.581, 0.0005);
}

TEST_F(LessonRow, TheLoopAndTheFusedWayAgree) {
    const Block block = block_of(*trace_, MapSet::kEncoder, 2, workspace_);
    const TwoWays both = compute_both_ways(*block, workspace_.pool());
    EXPECT_LT(both.map_difference, 2e-6);
    EXPECT_LT(both.output_difference, 1e-4);
    EXPECT_GT(both.loop_milliseconds, 0);
    EXPECT_GT(both.fused_milliseconds, 0);
    EXPECT_EQ(both.threads, 2);
}

TEST_F(LessonRow, IsCancelledBetweenLayers) {
    CancelToken cancel;
    cancel.request();
    const auto block = run_block(*trace_, MapSet::kEncoder, 4, cancel, workspace_);
    ASSERT_FALSE(block.has_value());
    EXPECT_EQ(block.error().kind, ErrorKind::kCancelled);
}

// Grouped heads, rotary positions, norms of queries and keys, windows, caps, sinks, biases by distance,
// encoder–decoder.
TEST(RowSteps, GiveTheRowsOfTheMapsInEveryFamily) {
    Workspace workspace(2);
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(HEADSCOPE_TEST_DATA) / "families")) {
        SCOPED_TRACE(entry.path().filename().string());
        const auto model = opened(entry.path());
        ASSERT_NE(model, nullptr);
        const nlohmann::json cases = json_of(entry.path() / "cases.json").at("cases");
        const auto trace = trace_ids(model, input_of_case(cases.back()), {}, workspace);
        ASSERT_TRUE(trace.has_value()) << trace.error().message;
        for (const MapSet set : {MapSet::kEncoder, MapSet::kDecoder, MapSet::kCross}) {
            if (!has_map_set(*trace.value(), set)) continue;
            const AttentionMaps& maps = get_map_set(*trace.value(), set).maps;
            for (Index layer = 0; layer < maps.n_layers(); ++layer) {
                const Block block = block_of(*trace.value(), set, layer, workspace);
                ASSERT_NE(block, nullptr);
                ASSERT_EQ(block->n_queries(), maps.n_queries());
                ASSERT_EQ(block->n_keys(), maps.n_keys());
                float difference = 0;
                float mixed_difference = 0;
                for (Index head = 0; head < maps.n_heads(); ++head) {
                    for (Index query = 0; query < maps.n_queries(); ++query) {
                        const RowSteps steps = row_steps(*block, head, query);
                        for (Index key = 0; key < maps.n_keys(); ++key)
                            difference = std::max(difference, std::abs(maps.head(layer, head)(query, key) -
                                                                       steps.weights[static_cast<std::size_t>(key)]));
                        for (std::size_t i = 0; i < steps.mixed.size(); ++i)
                            mixed_difference = std::max(
                                mixed_difference,
                                std::abs(steps.mixed[i] - block->numbers.context(query, head * block->shape.d_head +
                                                                                            static_cast<Index>(i))));
                    }
                }
                EXPECT_LT(difference, 4e-6) << "set " << static_cast<int>(set) << " layer " << layer;
                EXPECT_LT(mixed_difference, 1e-4);
                const TwoWays both = compute_both_ways(*block, workspace.pool());
                EXPECT_LT(both.map_difference, 4e-6);
                EXPECT_LT(both.output_difference, 1e-4);
            }
        }
    }
}

TEST(RandomBlock, HasTheShapesOfItsConfiguration) {
    Workspace workspace(2);
    const CostSizes sizes{.d_model = 512, .n_heads = 8, .n_kv_heads = 8, .d_head = 64};
    const auto made = make_random_block(sizes, 2, 1, workspace.pool());
    ASSERT_TRUE(made.has_value());
    const AttentionBlock& block = *made.value();
    EXPECT_EQ(block.numbers.input.rows(), 2);
    EXPECT_EQ(block.numbers.input.cols(), 512);
    EXPECT_EQ(block.numbers.context.cols(), 512);
    const HeadSlices slices = head_slices(block, 3);
    EXPECT_EQ(slices.query.rows(), 512);
    EXPECT_EQ(slices.query.cols(), 64);
    EXPECT_EQ(slices.output.rows(), 64);
    EXPECT_EQ(output_matrix(block).rows(), 512);
    const RowSteps steps = row_steps(block, 3, 1);
    ASSERT_EQ(steps.weights.size(), 2U);
    EXPECT_NEAR(steps.weights[0] + steps.weights[1], 1, 1e-6);
    EXPECT_EQ(make_random_block(sizes, 2, 1, workspace.pool()).value()->numbers.context, block.numbers.context);
    EXPECT_NE(make_random_block(sizes, 2, 2, workspace.pool()).value()->numbers.context, block.numbers.context);
    // Variance 1 in, so about 1 in queries.
    EXPECT_NEAR(block.numbers.queries.squaredNorm() / static_cast<float>(block.numbers.queries.size()), 1, 0.3);
}

TEST(RandomBlock, MayBeWiderThanTheModel) {
    Workspace workspace(1);
    const CostSizes sizes{.d_model = 1024, .n_heads = 16, .n_kv_heads = 8, .d_head = 128};
    const auto made = make_random_block(sizes, 3, 7, workspace.pool());
    ASSERT_TRUE(made.has_value());
    EXPECT_EQ(output_matrix(*made.value()).rows(), 2048);
    EXPECT_EQ(output_matrix(*made.value()).cols(), 1024);
    EXPECT_EQ(head_parts(*made.value(), 0, workspace.pool()).norms.size(), 16U);
}

TEST(PushedWeights, TakeFromEveryOtherKeyAlike) {
    RowSteps steps;
    steps.exponentials = {1, 2, 1};
    steps.sum = 4;
    steps.weights = {0.25F, 0.5F, 0.25F};
    const std::vector<float> pushed = pushed_weights(steps, 1, std::log(2.0F));
    EXPECT_NEAR(pushed[1], 4.0F / 6, 1e-6);
    EXPECT_NEAR(pushed[0], 1.0F / 6, 1e-6);
    EXPECT_EQ(pushed[0], pushed[2]);
}

}  // namespace
}  // namespace headscope
