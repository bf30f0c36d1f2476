// Attention rollout, against the product of matrices in float64.
#include "core/trace/rollout.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "tests/core/hand_built_model.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

using testing::DoubleMatrix;
using testing::HandBuiltModel;
using testing::kMapTolerance;

TEST(Rollout, EqualsTheProductInFloat64AndItsRowsSumToOne) {
    const auto built = std::make_shared<const HandBuiltModel>(testing::grouped_config(), 13);
    Workspace workspace(1);
    const auto trace = testing::trace_of(built, 10, {}, workspace);
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
    const auto trace = testing::trace_of(built, 64, {}, workspace);
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

}  // namespace
}  // namespace headscope
