#include "core/trace/predictions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/trace/attention_trace.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

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
