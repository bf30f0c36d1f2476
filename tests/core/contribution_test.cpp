// What each key contributes to a head's output, against the formula in float64.
#include "core/trace/contribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/trace/attention_trace.h"
#include "tests/core/hand_built_model.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

using testing::DoubleMatrix;
using testing::HandBuiltModel;

constexpr double kContributionTolerance = 1e-5;  // of the largest value

TEST(Contribution, EqualsTheFormulaInFloat64AlsoOfGroupedHeads) {
    for (const ModelConfig& config : {testing::small_config(), testing::grouped_config()}) {
        const auto built = std::make_shared<const HandBuiltModel>(config, 11);
        Workspace workspace(2);
        RunOptions options;
        options.keep_values = true;
        const auto trace = testing::trace_of(built, 14, options, workspace);
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

}  // namespace
}  // namespace headscope
