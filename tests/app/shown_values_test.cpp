#include "app/state/shown_values.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "core/model/model.h"
#include "tests/app/small_trace.h"

namespace headscope {
namespace {

class ShownValues : public testing::Test {
  protected:
    void SetUp() override {
        auto model = load_model(HEADSCOPE_WEIGHTS "/headscope-small", {});
        ASSERT_TRUE(model.has_value()) << model.error().message;
        auto encoding = encode_for_model(*model.value(), "the cat sat on the mat", std::nullopt, {});
        trace_ = trace_encoding(model.value(), std::move(encoding).value(), {}, workspace_).value();
    }
    std::shared_ptr<const ShownTrace> show(MapValues values) {
        ShownAs as;
        as.values = values;
        auto drawn = with_values(trace_, values, {}, workspace_);
        EXPECT_TRUE(drawn.has_value());
        return std::make_shared<ShownTrace>(trace_, as, workspace_.pool(), drawn.value());
    }

    Workspace workspace_{1};
    std::shared_ptr<const AttentionTrace> trace_;
};

double row_sum(const ShownTrace& shown, HeadRef head, Index query) {
    double sum = 0;
    for (const Index key : shown.keys()) sum += static_cast<double>(shown.weight(head, query, key));
    return sum;
}

TEST_F(ShownValues, NormsAreRawAndTheLargestOfAllHeadsGetsTheLastColour) {
    const auto shown = show(MapValues::kNorms);
    EXPECT_EQ(shown->values(), MapValues::kNorms);
    EXPECT_EQ(shown->range(), WeightRange::kAll);
    EXPECT_EQ(shown->as().range, WeightRange::kFixed);  // as asked
    EXPECT_EQ(shown->trace(), trace_);                  // facts and lesson stay with the weights
    float largest = 0;
    for (Index layer = 0; layer < shown->n_layers(); ++layer)
        for (Index head = 0; head < shown->n_heads(); ++head)
            for (const Index query : shown->queries())
                for (const Index key : shown->keys())
                    largest = std::max(largest, shown->weight({layer, head}, query, key));
    EXPECT_FLOAT_EQ(shown->largest_weight(), largest);
    EXPECT_NE(row_sum(*shown, {0, 0}, 3), row_sum(*show(MapValues::kWeights), {0, 0}, 3));
}

TEST_F(ShownValues, SharesOfNormsHaveRowsThatSumToOne) {
    const auto shown = show(MapValues::kNormShares);
    EXPECT_EQ(shown->range(), WeightRange::kFixed);
    for (Index layer = 0; layer < shown->n_layers(); ++layer)
        for (Index head = 0; head < shown->n_heads(); ++head)
            for (const Index query : shown->queries()) EXPECT_NEAR(row_sum(*shown, {layer, head}, query), 1, 1e-5);
}

TEST(MapValuesCommand, GoesFromWeightsToNormsToSharesAndBack) {
    AppState state;
    state.shown = make_small_shown({"the", "man"});
    state.model = state.shown->trace()->model;
    for (const MapValues values : {MapValues::kNorms, MapValues::kNormShares, MapValues::kWeights}) {
        run_command(state, CommandId::kNextValues);
        EXPECT_EQ(state.view.values, values);
        EXPECT_TRUE(state.effects.shown_changed);
    }
}

TEST(MapValuesCommand, MapsThatCannotBeShownSoAreNotAskedForForever) {
    AppState state;
    state.view.values = MapValues::kNorms;
    ThreadPool pool(1);
    ShownAs as;
    as.values = MapValues::kNorms;
    EXPECT_FALSE(can_show_values(*make_small_trace({"the"}), MapValues::kNorms));
    accept_trace(state, std::shared_ptr<const ShownTrace>(
                            std::make_shared<ShownTrace>(make_small_trace({"the", "man"}), as, pool)));
    EXPECT_EQ(state.shown->values(), MapValues::kWeights);
    EXPECT_FALSE(state.effects.shown_changed);
}

}  // namespace
}  // namespace headscope
