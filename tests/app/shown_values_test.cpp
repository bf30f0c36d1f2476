#include "app/state/shown_values.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "app/state/grid_heads.h"
#include "core/model/model.h"
#include "core/trace/rollout.h"
#include "tests/app/small_translation.h"

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

// Heads 0:1 and 1:0 off, and what that changes.
class ShownChange : public ShownValues {
  protected:
    void SetUp() override {
        ShownValues::SetUp();
        whole_ = trace_;
        RunOptions options;
        options.ablation.heads = {{0, 1}, {1, 0}};
        trace_ = trace_again(*whole_, options, workspace_).value();
    }
    std::shared_ptr<const ShownTrace> show_as(ShownAs as) {
        as.values = MapValues::kChange;
        return std::make_shared<ShownTrace>(trace_, as, workspace_.pool(),
                                            with_values(trace_, MapValues::kChange, {}, workspace_).value());
    }

    std::shared_ptr<const AttentionTrace> whole_;
};

TEST_F(ShownChange, IsWhatIsShownWithoutTheHeadsMinusWhatIsShownWithAll) {
    EXPECT_TRUE(can_show_values(*trace_, MapSet::kEncoder, MapValues::kChange));
    EXPECT_FALSE(can_show_values(*whole_, MapSet::kEncoder, MapValues::kChange));
    for (const SpecialsMode specials : {SpecialsMode::kKeep, SpecialsMode::kDrop, SpecialsMode::kRenormalise}) {
        for (const bool words : {false, true}) {
            ShownAs as;
            as.specials = specials;
            as.words = words;
            const auto change = show_as(as);
            EXPECT_EQ(change->values(), MapValues::kChange);
            const ShownTrace after(trace_, as, workspace_.pool());
            const ShownTrace before(whole_, as, workspace_.pool());
            for (Index layer = 0; layer < change->n_layers(); ++layer) {
                for (Index head = 0; head < change->n_heads(); ++head) {
                    for (const Index query : change->queries()) {
                        for (const Index key : change->keys()) {
                            const HeadRef at{layer, head};
                            EXPECT_NEAR(change->weight(at, query, key),
                                        after.weight(at, query, key) - before.weight(at, query, key), 1e-6);
                            EXPECT_EQ(change->weight_without(at, query, key), after.weight(at, query, key));
                        }
                    }
                }
            }
        }
    }
}

TEST_F(ShownChange, RowsSumToZeroAndLayersUpToTheFirstHeadOffStay) {
    const auto change = show_as({});
    EXPECT_LE(change->row_sum_error(), 1e-5);
    for (Index head = 0; head < change->n_heads(); ++head) {
        for (const Index query : change->queries()) {
            EXPECT_NEAR(row_sum(*change, {1, head}, query), 0, 1e-5);
            for (const Index key : change->keys()) EXPECT_EQ(change->weight({0, head}, query, key), 0);
        }
    }
    EXPECT_GT(std::abs(change->top_target({1, 1}, 4).weight), 0.001F);
    EXPECT_TRUE(change->is_masked({1, 1}, 1, 4));
}

TEST_F(ShownChange, ColoursRunToTheSameDistanceOnBothSidesOfZero) {
    // Changes are far smaller than 1: where a fixed range is asked for, the largest of all heads gets the last colours.
    const auto change = show_as({});
    EXPECT_EQ(change->range(), WeightRange::kAll);
    EXPECT_EQ(change->as().range, WeightRange::kFixed);
    float largest = 0;
    for (Index layer = 0; layer < change->n_layers(); ++layer)
        for (Index head = 0; head < change->n_heads(); ++head)
            for (const Index query : change->queries())
                for (const Index key : change->keys())
                    largest = std::max(largest, std::abs(change->weight({layer, head}, query, key)));
    EXPECT_GT(largest, 0);
    EXPECT_FLOAT_EQ(change->largest_weight(), largest);
    EXPECT_FLOAT_EQ(change->colour_scale({1, 0}, 3), 1 / largest);
    // One cell has the last colour of one side.
    const std::vector<std::uint16_t>& top = change->pixels().levels.back().halves;
    EXPECT_TRUE(std::any_of(top.begin(), top.end(), [](std::uint16_t half) { return (half & 0x7FFF) == 0x3C00; }));
}

TEST_F(ShownChange, RanksAndStrongestKeysGoByDistanceFromZero) {
    const auto change = show_as({});
    const HeadRef head{1, 2};
    const Index query = 5;
    Index strongest = -1;
    for (const Index key : change->keys()) {
        if (change->key_token(key).is_special) continue;
        if (strongest < 0 ||
            std::abs(change->weight(head, query, key)) > std::abs(change->weight(head, query, strongest)))
            strongest = key;
    }
    const TopTarget top = change->top_target(head, query);
    EXPECT_EQ(top.key, strongest);
    EXPECT_EQ(top.weight, change->weight(head, query, strongest));
    for (const Index key : change->keys()) {
        Index rank = 1;
        for (const Index other : change->keys())
            rank += std::abs(change->weight(head, query, other)) > std::abs(change->weight(head, query, key)) ? 1 : 0;
        EXPECT_EQ(change->rank(head, query, key), rank);
    }
    // Several heads at once: the one farthest from 0, with its sign.
    const auto made =
        CombinedMap::make({change, {{1, 1}, {1, 2}, {1, 3}}, Combination::kMax}, workspace_.pool()).value();
    const CombinedMap& combined = *made;
    for (const Index key : change->keys()) {
        float farthest = 0;
        for (const HeadRef one : combined.heads())
            if (std::abs(change->weight(one, query, key)) > std::abs(farthest))
                farthest = change->weight(one, query, key);
        EXPECT_FLOAT_EQ(combined.weight(query, key), farthest);
    }
    EXPECT_FALSE(LargeMap(combined).may_exceed_one());
}

TEST_F(ShownValues, ARolloutHasOneMapALayerThatStandsForAllItsHeads) {
    const auto shown = show(MapValues::kRollout);
    EXPECT_TRUE(shown->is_of_layers());
    const auto rollout = attention_rollout(*trace_->maps, {}, workspace_.pool());
    EXPECT_EQ(shown->n_heads(), trace_->maps->n_heads());
    EXPECT_EQ(shown->pixels().n_slices, shown->n_layers());
    EXPECT_LE(shown->row_sum_error(), 1e-6);
    for (Index layer = 0; layer < shown->n_layers(); ++layer) {
        for (Index head = 0; head < shown->n_heads(); ++head) {
            EXPECT_EQ(shown->slice({layer, head}), layer);
            for (const Index query : shown->queries()) {
                EXPECT_NEAR(row_sum(*shown, {layer, head}, query), 1, 1e-5);
                for (const Index key : shown->keys())
                    EXPECT_EQ(shown->weight({layer, head}, query, key), rollout->head(layer, 0)(query, key));
            }
        }
    }
    EXPECT_EQ(LargeMap(*shown, {1, 3}).name(), "Rollout · layers 0–1");
    EXPECT_EQ(LargeMap(*shown, {0, 3}).name(), "Rollout · layer 0");
}

TEST_F(ShownValues, TheGridHasATileALayerForARolloutAndOneAHeadForRoles) {
    AppState state;
    state.model = trace_->model;
    state.shown = show(MapValues::kRollout);
    state.view.selected = {1, 2};
    state.view.filter = "layer<1";
    state.view.order.kind = OrderKind::kLink;
    GridHeads grid;
    grid.update(state);
    ASSERT_EQ(static_cast<Index>(grid.heads().size()), state.shown->n_layers());
    EXPECT_FALSE(grid.is_list());
    for (std::size_t layer = 0; layer < grid.heads().size(); ++layer) {
        EXPECT_EQ(grid.heads()[layer], (HeadRef{static_cast<Index>(layer), 2}));
        EXPECT_TRUE(grid.matches(grid.heads()[layer]));
    }
    state.view.combined = Combination::kMean;
    state.view.linked = {{0, 0}};
    EXPECT_EQ(next_combined_request(state), std::nullopt);  // there are no heads to take together
    state.view = {};
    state.view.grid_mode = GridMode::kRoles;
    grid.update(state);
    EXPECT_EQ(static_cast<Index>(grid.heads().size()), state.shown->n_layers() * state.shown->n_heads());
}

TEST(ShownRollout, CrossAttentionHasNone) {
    const auto trace = make_small_translation({"the", "man"}, {"der"});
    EXPECT_FALSE(can_show_values(*trace, MapSet::kCross, MapValues::kRollout));
    EXPECT_TRUE(can_show_values(*trace, MapSet::kDecoder, MapValues::kRollout));
    Workspace workspace(1);
    const auto rollout = with_values(trace, MapValues::kRollout, {}, workspace).value();
    ThreadPool pool(1);
    const ShownTrace shown(
        trace,
        {SpecialsMode::kKeep, MapSet::kDecoder, false, PairBlock::kAll, WeightRange::kFixed, MapValues::kRollout}, pool,
        rollout);
    EXPECT_FLOAT_EQ(shown.weight({0, 1}, 1, 0), 0.25F);  // half of the even row, and itself
    EXPECT_FLOAT_EQ(shown.weight({0, 1}, 1, 1), 0.75F);
}

}  // namespace
}  // namespace headscope
