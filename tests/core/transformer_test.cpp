#include "core/nn/transformer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tests/core/every_kernel.h"
#include "tests/core/hand_built_model.h"

namespace headscope {
namespace {

using testing::HandBuiltModel;
using testing::input_of;
using testing::largest_difference;
using testing::small_config;

constexpr double kMapTolerance = 2e-6;
constexpr double kHiddenTolerance = 1e-5;  // of the largest value

std::shared_ptr<AttentionMaps> run(const Model& model, const ModelInput& input, Workspace& workspace,
                                   const RunOptions& options = {}) {
    auto result = run_model(model, input, options, workspace);
    EXPECT_TRUE(result.has_value()) << (result.has_value() ? "" : result.error().message);
    return result.has_value() ? std::move(result).value() : nullptr;
}

Error error_of(const Model& model, const ModelInput& input, const RunOptions& options = {}) {
    Workspace workspace(1);
    auto result = run_model(model, input, options, workspace);
    EXPECT_FALSE(result.has_value());
    return result.has_value() ? Error{} : result.error();
}

void expect_like_float64(const HandBuiltModel& model, const ModelInput& input, Workspace& workspace) {
    RunOptions options;
    options.keep_last_hidden_state = true;
    const auto maps = run(model.model(), input, workspace, options);
    ASSERT_NE(maps, nullptr);
    const HandBuiltModel::Reference reference = model.run_in_double(input);
    EXPECT_LE(largest_difference(*maps, reference.maps), kMapTolerance);
    const double scale = reference.last_hidden_state.cwiseAbs().maxCoeff();
    ASSERT_EQ(maps->last_hidden_state.size(), static_cast<std::size_t>(reference.last_hidden_state.size()));
    for (std::size_t i = 0; i < maps->last_hidden_state.size(); ++i) {
        ASSERT_NEAR(static_cast<double>(maps->last_hidden_state[i]), reference.last_hidden_state.data()[i],
                    kHiddenTolerance * scale);
    }
}

class TransformerTest : public testing::EveryKernel {
  protected:
    Workspace workspace_{2};
};
INSTANTIATE_TEST_SUITE_P(Kernels, TransformerTest, testing::kEveryLevel, testing::level_name);

TEST_P(TransformerTest, EqualsFloat64AtEveryLength) {
    const HandBuiltModel model(small_config(), 1);
    for (const Index tokens : {1, 2, 3, 7, 19, 33, 96}) {
        SCOPED_TRACE(tokens);
        expect_like_float64(model, input_of(model.model(), tokens), workspace_);
    }
}

TEST_P(TransformerTest, FeedsTokenTypesAndHidesMaskedKeys) {
    const HandBuiltModel model(small_config(), 2);
    ModelInput input = input_of(model.model(), 11);
    input.type_ids = {0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0};
    input.attention_mask = {1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0};
    expect_like_float64(model, input, workspace_);
    const auto maps = run(model.model(), input, workspace_);
    for (Index query = 0; query < 11; ++query) EXPECT_EQ(maps->head(1, 3)(query, 10), 0.0F);
}

TEST_P(TransformerTest, FollowsEveryOptionOfTheConfiguration) {
    for (const NormPlacement placement : {NormPlacement::kPost, NormPlacement::kPre}) {
        for (const MaskKind mask : {MaskKind::kNone, MaskKind::kCausal}) {
            for (const Activation activation : {Activation::kGelu, Activation::kRelu}) {
                ModelConfig config = small_config();
                config.norm_placement = placement;
                config.mask = mask;
                config.activation = activation;
                config.type_vocab_size = 0;
                config.n_kv_heads = 2;
                config.d_head = 10;  // not d_model / n_heads
                config.norm_eps = 1e-5F;
                const HandBuiltModel model(config, 3);
                expect_like_float64(model, input_of(model.model(), 21), workspace_);
            }
        }
    }
}

TEST(Transformer, GivesTheSameMapsInTheSameMemoryOnASecondRun) {
    const HandBuiltModel model(small_config(), 4);
    Workspace workspace(2);
    const ModelInput input = input_of(model.model(), 30);
    auto first = run(model.model(), input, workspace);
    const float* memory = first->head(0, 0).data;
    std::vector<float> kept;
    for (Index head = 0; head < 4; ++head) {
        for (Index i = 0; i < 30; ++i)
            kept.insert(kept.end(), first->head(1, head).row(i), first->head(1, head).row(i) + 32);
    }
    first.reset();
    const auto larger = run(model.model(), input_of(model.model(), 20), workspace);
    EXPECT_EQ(larger->head(0, 0).data, memory) << "a smaller run fits into what is there";
    EXPECT_TRUE(larger->last_hidden_state.empty());
    const auto again = run(model.model(), input, workspace);
    std::vector<float> now;
    for (Index head = 0; head < 4; ++head) {
        for (Index i = 0; i < 30; ++i)
            now.insert(now.end(), again->head(1, head).row(i), again->head(1, head).row(i) + 32);
    }
    EXPECT_EQ(now, kept);
}

TEST(Transformer, NeverTouchesMapsThatSomebodyStillHolds) {
    const HandBuiltModel model(small_config(), 5);
    Workspace workspace(2);
    std::vector<std::shared_ptr<AttentionMaps>> held;
    std::vector<float> sums;
    const auto sum = [](const AttentionMaps& maps) {
        float total = 0;
        for (Index i = 0; i < maps.n_queries(); ++i) total += maps.head(1, 2)(i, 0) * static_cast<float>(i + 1);
        return total;
    };
    for (Index tokens = 5; tokens < 15; ++tokens) {
        held.push_back(run(model.model(), input_of(model.model(), tokens), workspace));
        sums.push_back(sum(*held.back()));
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
        EXPECT_EQ(held[i]->n_queries(), static_cast<Index>(i) + 5);
        EXPECT_EQ(sum(*held[i]), sums[i]);
    }
}

TEST(Transformer, AlternatesBetweenTwoResultsWhileOneIsOnShow) {
    const HandBuiltModel model(small_config(), 6);
    Workspace workspace(1);
    const ModelInput input = input_of(model.model(), 12);
    auto shown = run(model.model(), input, workspace);
    auto next = run(model.model(), input, workspace);
    const float* const memory[] = {shown->head(0, 0).data, next->head(0, 0).data};
    for (int round = 0; round < 6; ++round) {
        shown = std::move(next);
        next = run(model.model(), input, workspace);
        EXPECT_EQ(next->head(0, 0).data, memory[round % 2]);
    }
}

TEST(Transformer, RunsWithoutKeepingMaps) {
    const HandBuiltModel model(small_config(), 7);
    Workspace workspace(1);
    RunOptions options;
    options.keep_last_hidden_state = true;
    const ModelInput input = input_of(model.model(), 9);
    const auto with = run(model.model(), input, workspace, options);
    options.keep_maps = false;
    const auto without = run(model.model(), input, workspace, options);
    EXPECT_EQ(without->n_layers(), 0);
    EXPECT_EQ(without->n_queries(), 9);
    EXPECT_EQ(without->last_hidden_state, with->last_hidden_state);
}

TEST(Transformer, ReportsEachLayerOnce) {
    const HandBuiltModel model(small_config(), 8);
    Workspace workspace(1);
    std::vector<std::pair<Index, Index>> seen;
    RunOptions options;
    options.progress = [&](Index done, Index of) { seen.emplace_back(done, of); };
    run(model.model(), input_of(model.model(), 3), workspace, options);
    EXPECT_EQ(seen, (std::vector<std::pair<Index, Index>>{{1, 2}, {2, 2}}));
}

TEST(Transformer, StopsBetweenLayersWhenCancelled) {
    const HandBuiltModel model(small_config(), 9);
    Index layers = 0;
    RunOptions options;
    options.progress = [&](Index done, Index) {
        layers = done;
        options.cancel.request();
    };
    EXPECT_EQ(error_of(model.model(), input_of(model.model(), 3), options).kind, ErrorKind::kCancelled);
    EXPECT_EQ(layers, 1);
}

TEST(Transformer, DoesNotBeginWhenCancelledBefore) {
    const HandBuiltModel model(small_config(), 10);
    RunOptions options;
    options.progress = [](Index, Index) { FAIL() << "a layer ran"; };
    options.cancel.request();
    EXPECT_EQ(error_of(model.model(), input_of(model.model(), 3), options).kind, ErrorKind::kCancelled);
}

TEST(Transformer, RefusesNoTokenAndMoreTokensThanPositions) {
    const HandBuiltModel model(small_config(), 11);
    EXPECT_EQ(error_of(model.model(), {}).message, "input: 0 tokens, expected 1 to 96");
    const Error error = error_of(model.model(), input_of(model.model(), 97));
    EXPECT_EQ(error.kind, ErrorKind::kInvalid);
    EXPECT_EQ(error.message, "input: 97 tokens, expected 1 to 96");
}

TEST(Transformer, NamesTheFirstIdOutOfRange) {
    const HandBuiltModel model(small_config(), 12);
    ModelInput input = input_of(model.model(), 5);
    input.ids[2] = 101;
    input.ids[3] = -1;
    EXPECT_EQ(error_of(model.model(), input).message, "input: token 2: id 101, expected 0 to 100");
    input.ids[2] = -7;
    EXPECT_EQ(error_of(model.model(), input).message, "input: token 2: id -7, expected 0 to 100");
    input = input_of(model.model(), 5);
    input.type_ids = {0, 1, 0, 0, 2};
    EXPECT_EQ(error_of(model.model(), input).message, "input: token 4: type id 2, expected 0 to 1");
}

TEST(Transformer, RefusesTypesAndMasksOfAnotherLength) {
    const HandBuiltModel model(small_config(), 13);
    ModelInput input = input_of(model.model(), 5);
    input.type_ids = {0, 0};
    EXPECT_EQ(error_of(model.model(), input).message, "input: type ids: 2 values, expected 5, one a token");
    input.type_ids.clear();
    input.attention_mask.assign(6, 1);
    EXPECT_EQ(error_of(model.model(), input).message, "input: attention mask: 6 values, expected 5, one a token");
}

TEST(Transformer, RefusesMapsThatWouldNotFitInMemoryAndSaysWhatWould) {
    ModelConfig config = small_config();
    config.d_model = config.d_embedding = config.d_ff = 2;
    config.n_heads = config.n_kv_heads = 2;
    config.d_head = 1;
    config.max_positions = 2'000'000;
    const HandBuiltModel model(config, 14);
    // 2 layers × 2 heads × 2,000,000² × 4 bytes.
    const Error error = error_of(model.model(), input_of(model.model(), 2'000'000));
    EXPECT_EQ(error.kind, ErrorKind::kTooLarge);
    EXPECT_EQ(error.message.find("input: 2000000 tokens: the attention maps need 64000.0 GB, expected at most "), 0U)
        << error.message;
    EXPECT_NE(error.message.find("(half of the free memory), room for "), std::string::npos) << error.message;
}

TEST(LayerStart, GoesOnWhereAnotherRunWas) {
    const HandBuiltModel built(testing::grouped_config(), 5);
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

}  // namespace
}  // namespace headscope
