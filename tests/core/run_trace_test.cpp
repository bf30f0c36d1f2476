#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "core/trace/attention_trace.h"
#include "core/trace/map_check.h"
#include "tests/core/hand_built_model.h"

namespace headscope {
namespace {

using testing::HandBuiltModel;
using testing::input_of;
using testing::small_config;

// The model of a HandBuiltModel that lives as long as the pointer.
std::shared_ptr<const Model> shared_model(unsigned seed) {
    auto owner = std::make_shared<HandBuiltModel>(small_config(), seed);
    return {owner, &owner->model()};
}

TEST(RunTrace, NamesTokensByTheirIdsWhereTheModelHasNoTokenizer) {
    Workspace workspace(1);
    const auto model = shared_model(1);
    ModelInput input = input_of(*model, 3);
    input.ids = {7, 0, 100};
    input.type_ids = {0, 1, 1};
    input.attention_mask = {1, 1, 0};
    const auto result = trace_ids(model, input, {}, workspace);
    ASSERT_TRUE(result.has_value()) << result.error().message;
    const AttentionTrace& trace = *result.value();
    ASSERT_EQ(trace.encoding.tokens.size(), 3U);
    EXPECT_EQ(trace.encoding.tokens[0].piece, "<7>");
    EXPECT_EQ(trace.encoding.tokens[2].display, "<100>");
    EXPECT_EQ(trace.encoding.tokens[2].id, 100);
    EXPECT_EQ(trace.encoding.tokens[2].type_id, 1);
    EXPECT_FALSE(trace.encoding.tokens[1].is_special);
    EXPECT_EQ(trace.attention_mask, input.attention_mask);
    EXPECT_EQ(trace.n_tokens(), 3);
    EXPECT_EQ(trace.maps->head(0, 0)(0, 2), 0.0F);
    EXPECT_EQ(trace.model, model);
    EXPECT_GT(trace.milliseconds, 0);
}

TEST(RunTrace, ReportsThatRowsSumToOne) {
    Workspace workspace(2);
    const auto model = shared_model(2);
    const auto result = trace_ids(model, input_of(*model, 40), {}, workspace);
    ASSERT_TRUE(result.has_value());
    EXPECT_GT(result.value()->row_sum_max_error, 0);
    EXPECT_LT(result.value()->row_sum_max_error, 1e-6);
    EXPECT_EQ(result.value()->non_finite, 0U);
}

TEST(RunTrace, FeedsTheIdsAndTypesOfAnEncoding) {
    Workspace workspace(1);
    const auto model = shared_model(3);
    ModelInput input = input_of(*model, 4);
    input.type_ids = {0, 0, 1, 1};
    Encoding encoding;
    for (std::size_t i = 0; i < 4; ++i) {
        Token token;
        token.id = input.ids[i];
        token.type_id = input.type_ids[i];
        encoding.tokens.push_back(token);
    }
    const auto by_encoding = trace_encoding(model, encoding, {}, workspace);
    const auto by_ids = trace_ids(model, input, {}, workspace);
    ASSERT_TRUE(by_encoding.has_value() && by_ids.has_value());
    for (Index query = 0; query < 4; ++query) {
        EXPECT_EQ(by_encoding.value()->maps->head(1, 1)(query, 2), by_ids.value()->maps->head(1, 1)(query, 2));
    }
}

TEST(RunTrace, PassesOnWhyARunFailed) {
    Workspace workspace(1);
    const auto model = shared_model(4);
    ModelInput input = input_of(*model, 2);
    input.ids[1] = 5000;
    const auto result = trace_ids(model, input, {}, workspace);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().message, "input: token 1: id 5000, expected 0 to 100");
}

TEST(CheckMaps, CountsEachNonFiniteCellAndMeasuresTheOtherRows) {
    AttentionMaps maps(2, 3, 20, 20);
    for (Index layer = 0; layer < 2; ++layer) {
        for (Index head = 0; head < 3; ++head) {
            for (Index i = 0; i < 20; ++i) std::fill_n(maps.head(layer, head).row(i), maps.row_stride(), 1 / 20.0F);
        }
    }
    maps.head(1, 2)(19, 19) += 0.25F;
    maps.head(0, 1)(3, 0) = std::numeric_limits<float>::quiet_NaN();
    maps.head(0, 1)(3, 18) = std::numeric_limits<float>::infinity();
    maps.head(1, 0)(0, 5) = -std::numeric_limits<float>::infinity();
    ThreadPool pool(2);
    const MapCheck check = check_maps(maps, false, pool);
    EXPECT_EQ(check.non_finite, 3U);
    EXPECT_NEAR(check.row_sum_max_error, 0.25, 1e-6);
}

TEST(CheckMaps, ALackIsNoErrorWhereThereAreSinks) {
    AttentionMaps maps(1, 1, 4, 4);
    for (Index i = 0; i < 4; ++i) std::fill_n(maps.head(0, 0).row(i), maps.row_stride(), 0.1F);
    ThreadPool pool(1);
    EXPECT_NEAR(check_maps(maps, false, pool).row_sum_max_error, 0.6, 1e-6);
    EXPECT_EQ(check_maps(maps, true, pool).row_sum_max_error, 0);
}

}  // namespace
}  // namespace headscope
