// Heads switched off, what they contribute, rollout and predictions: against transformers with columns of W_O at 0, and
// against the formulas in float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "core/trace/ablation.h"
#include "core/trace/contribution.h"
#include "core/trace/predictions.h"
#include "core/trace/rollout.h"
#include "tests/core/hand_built_model.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

using testing::DoubleMatrix;
using testing::HandBuiltModel;
using testing::kHiddenTolerance;
using testing::kMapTolerance;

constexpr double kContributionTolerance = 1e-5;  // of the largest value

// Pre-norm and causal, two query heads on each key and value head.
ModelConfig grouped_config() {
    ModelConfig config = testing::small_config();
    config.n_kv_heads = 2;
    config.norm_placement = NormPlacement::kPre;
    config.mask = MaskKind::kCausal;
    return config;
}

std::shared_ptr<const AttentionTrace> trace_of(const std::shared_ptr<const HandBuiltModel>& built, Index tokens,
                                               const RunOptions& options, Workspace& workspace) {
    const auto trace =
        trace_ids({built, &built->model()}, testing::input_of(built->model(), tokens), options, workspace);
    EXPECT_TRUE(trace.has_value()) << (trace.has_value() ? "" : trace.error().message);
    return trace.has_value() ? trace.value() : nullptr;
}

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
    for (const ModelConfig& config : {testing::small_config(), grouped_config()}) {
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

TEST(LayerStart, GoesOnWhereAnotherRunWas) {
    const HandBuiltModel built(grouped_config(), 5);
    const ModelInput input = testing::input_of(built.model(), 9);
    Workspace workspace(1);
    RunOptions options;
    options.keep_last_hidden_state = true;
    options.keep_layer_inputs = true;
    const auto whole = run_model(built.model(), input, options, workspace).value();
    const std::size_t size = 9 * 48;
    ASSERT_EQ(whole->layer_inputs.size(), 2 * size);
    options = {};
    options.keep_maps = false;
    options.keep_last_hidden_state = true;
    Index layers = 0;
    options.progress = [&](Index, Index) { ++layers; };
    options.start = LayerStart{1, std::span<const float>(whole->layer_inputs).subspan(size)};
    const auto rest = run_model(built.model(), input, options, workspace).value();
    EXPECT_EQ(rest->last_hidden_state, whole->last_hidden_state);
    EXPECT_EQ(layers, 1);
    options.start->stream = options.start->stream.first(5);
    EXPECT_EQ(run_model(built.model(), input, options, workspace).error().message,
              "input: start: 5 numbers, expected 432, d_model a token");
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

TEST(Contribution, EqualsTheFormulaInFloat64AlsoOfGroupedHeads) {
    for (const ModelConfig& config : {testing::small_config(), grouped_config()}) {
        const auto built = std::make_shared<const HandBuiltModel>(config, 11);
        Workspace workspace(2);
        RunOptions options;
        options.keep_values = true;
        const auto trace = trace_of(built, 14, options, workspace);
        ASSERT_NE(trace, nullptr);
        const HandBuiltModel::Reference reference = built->run_in_double(testing::input_of(built->model(), 14));
        const auto maps = contribution_maps(*trace, workspace.pool());
        double largest = 0;
        for (const DoubleMatrix& map : reference.contributions) largest = std::max(largest, map.maxCoeff());
        EXPECT_LE(testing::largest_difference(*maps, reference.contributions), kContributionTolerance * largest);
        const std::vector<float> norms = head_output_norms(*trace, workspace.pool());
        for (std::size_t head = 0; head < 8; ++head)
            for (std::size_t query = 0; query < 14; ++query)
                EXPECT_NEAR(norms[head * 14 + query], reference.output_norms[head](static_cast<Index>(query), 0),
                            kContributionTolerance * reference.output_norms[head].maxCoeff());
    }
}

TEST(Contribution, RowsCanBeMadeParts) {
    AttentionMaps maps(1, 1, 2, 3);
    for (Index key = 0; key < 3; ++key) {
        maps.head(0, 0)(0, key) = static_cast<float>(key + 1);
        maps.head(0, 0)(1, key) = 0;
    }
    normalise_rows(maps);
    EXPECT_FLOAT_EQ(maps.head(0, 0)(0, 2), 0.5F);
    EXPECT_EQ(maps.head(0, 0)(1, 2), 0.0F);
}

TEST(Contribution, OfTheHeadsOfTheShippedModelAtOneWord) {
    const auto model = testing::opened(std::filesystem::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2");
    ASSERT_NE(model, nullptr);
    Workspace workspace(2);
    RunOptions options;
    options.keep_values = true;
    auto encoding = encode_for_model(*model, "The man saw the astronomer with a telescope.", std::nullopt, {});
    ASSERT_TRUE(encoding.has_value());
    const auto trace = trace_encoding(model, std::move(encoding).value(), options, workspace).value();
    const std::vector<float> norms = head_output_norms(*trace, workspace.pool());
    // Computed once with NumPy from the file's own weights.
    const double expected[] = {0.69, 1.01, 1.51, 1.34, 1.51, 1.82, 0.89, 0.85, 0.65, 1.28, 1.24, 0.75};
    const auto tokens = static_cast<std::size_t>(trace->n_tokens());
    for (std::size_t head = 0; head < 12; ++head) EXPECT_NEAR(norms[head * tokens + 2], expected[head], 0.005) << head;
}

TEST(Rollout, EqualsTheProductInFloat64AndItsRowsSumToOne) {
    const auto built = std::make_shared<const HandBuiltModel>(grouped_config(), 13);
    Workspace workspace(1);
    const auto trace = trace_of(built, 10, {}, workspace);
    ASSERT_NE(trace, nullptr);
    const auto rollout = attention_rollout(*trace->maps, {}, workspace.pool());
    const HandBuiltModel::Reference reference = built->run_in_double(testing::input_of(built->model(), 10));
    DoubleMatrix expected = DoubleMatrix::Identity(10, 10);
    std::vector<DoubleMatrix> layers;
    for (std::size_t layer = 0; layer < 2; ++layer) {
        DoubleMatrix mean = DoubleMatrix::Zero(10, 10);
        for (std::size_t head = 0; head < 4; ++head) mean += reference.maps[layer * 4 + head] / 4;
        expected = ((mean + DoubleMatrix::Identity(10, 10)) / 2 * expected).eval();
        layers.push_back(expected);
    }
    EXPECT_LE(testing::largest_difference(*rollout, layers), kMapTolerance);
    for (Index query = 0; query < 10; ++query) {
        double sum = 0;
        for (Index key = 0; key < 10; ++key) sum += static_cast<double>(rollout->head(1, 0)(query, key));
        EXPECT_NEAR(sum, 1, 1e-6);
    }
}

TEST(Rollout, RowsBesideSinksSumToOneToo) {
    AttentionMaps maps(1, 2, 2, 2);
    for (Index i = 0; i < 4; ++i) maps.head(0, 0)(i / 2, i % 2) = maps.head(0, 1)(i / 2, i % 2) = i < 2 ? 0.1F : 0.0F;
    ThreadPool pool(1);
    const auto rollout = attention_rollout(maps, {}, pool);
    EXPECT_FLOAT_EQ(rollout->head(0, 0)(0, 0), 0.75F);
    EXPECT_FLOAT_EQ(rollout->head(0, 0)(0, 1), 0.25F);
    EXPECT_FLOAT_EQ(rollout->head(0, 0)(1, 1), 1.0F);
}

TEST(Rollout, OfMoreTokensThanABlockHasIsTheSameWithManyThreads) {
    const auto built = std::make_shared<const HandBuiltModel>(testing::small_config(), 21);
    Workspace workspace(1);
    const auto trace = trace_of(built, 64, {}, workspace);
    ASSERT_NE(trace, nullptr);
    ThreadPool one(1);
    ThreadPool many(3);
    const auto first = attention_rollout(*trace->maps, {}, one);
    const auto second = attention_rollout(*trace->maps, {}, many);
    for (Index query = 0; query < 64; ++query) {
        double sum = 0;
        for (Index key = 0; key < 64; ++key) {
            EXPECT_EQ(first->head(1, 0)(query, key), second->head(1, 0)(query, key));
            sum += static_cast<double>(first->head(1, 0)(query, key));
        }
        EXPECT_NEAR(sum, 1, 1e-6);
    }
}

TEST(Rollout, IsNothingOnceCancelled) {
    AttentionMaps maps(1, 1, 1, 1);
    maps.head(0, 0)(0, 0) = 1;
    ThreadPool pool(1);
    CancelToken cancel;
    EXPECT_NE(attention_rollout(maps, cancel, pool), nullptr);
    cancel.request();
    EXPECT_EQ(attention_rollout(maps, cancel, pool), nullptr);
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
    const auto before = trace_of(built, 6, {}, workspace);
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

TEST(Predictions, AreTheSoftmaxOfTheLastRowOfACausalModel) {
    const auto model = testing::opened(std::filesystem::path(HEADSCOPE_TEST_DATA) / "families" / "gpt2");
    ASSERT_NE(model, nullptr);
    Workspace workspace(1);
    RunOptions options;
    options.logits = logits_for_predictions(model->config);
    EXPECT_EQ(options.logits, Logits::kLast);
    ModelInput input;
    input.ids = {22, 58, 7};
    const auto trace = trace_ids(model, input, options, workspace).value();
    const std::vector<PredictedToken> predicted = predict_tokens(*trace, 3);
    ASSERT_EQ(predicted.size(), 1U);
    EXPECT_EQ(predicted[0].position, 3);
    ASSERT_EQ(predicted[0].top.size(), 3U);
    double sum = 0;
    for (const float logit : trace->maps->logits) sum += std::exp(static_cast<double>(logit));
    for (const Prediction& one : predicted[0].top)
        EXPECT_NEAR(one.probability,
                    std::exp(static_cast<double>(trace->maps->logits[static_cast<std::size_t>(one.id)])) / sum, 1e-12);
    EXPECT_GE(predicted[0].top[0].probability, predicted[0].top[1].probability);
    EXPECT_EQ(predicted[0].top[0].piece, "<" + std::to_string(predicted[0].top[0].id) + ">");
    EXPECT_EQ(predict_tokens(*trace, 1000)[0].top.size(), trace->maps->logits.size());
}

TEST(Predictions, OfMaskedModelsAreOnePerMaskToken) {
    const auto model = testing::opened(std::filesystem::path(HEADSCOPE_TEST_DATA) / "families" / "distilbert");
    ASSERT_NE(model, nullptr);
    Workspace workspace(1);
    RunOptions options;
    options.logits = logits_for_predictions(model->config);
    EXPECT_EQ(options.logits, Logits::kAll);
    ModelInput input;
    input.ids = {5, 9, 7, 11};
    AttentionTrace trace = *trace_ids(model, input, options, workspace).value();
    EXPECT_TRUE(predict_tokens(trace).empty());
    for (const std::size_t at : {1U, 3U}) {
        trace.encoding.tokens[at].is_special = true;
        trace.encoding.tokens[at].piece = "[MASK]";
    }
    const std::vector<PredictedToken> predicted = predict_tokens(trace);
    ASSERT_EQ(predicted.size(), 2U);
    EXPECT_EQ(predicted[1].position, 3);
    const std::size_t pieces = trace.maps->logits.size() / 4;
    const auto row = trace.maps->logits.begin() + static_cast<std::ptrdiff_t>(3 * pieces);
    EXPECT_EQ(predicted[1].top[0].id, std::max_element(row, row + static_cast<std::ptrdiff_t>(pieces)) - row);
    EXPECT_TRUE(predict_tokens(*trace_ids(model, input, {}, workspace).value()).empty());
}

}  // namespace
}  // namespace headscope
