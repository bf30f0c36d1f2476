// Heads switched off in models with an encoder and a decoder: against transformers with columns of W_O at 0.
#include <gtest/gtest.h>

#include <memory>

#include "core/trace/ablation_effect.h"
#include "core/trace/row_steps.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using testing::kHiddenTolerance;
using testing::kMapTolerance;

fs::path data() {
    return HEADSCOPE_TEST_DATA;
}

std::vector<HeadRef> heads_of(const nlohmann::json& list) {
    std::vector<HeadRef> heads;
    for (const nlohmann::json& head : list) heads.push_back({head[0].get<Index>(), head[1].get<Index>()});
    return heads;
}

// A model and what it reads, the source and the target of the first case of its family.
struct Opened {
    std::shared_ptr<const Model> model;
    ModelInput input;
};
Opened opened_family(const std::string& family) {
    for (const nlohmann::json& one : testing::json_of(data() / "ablation" / "two_stacks.json")) {
        if (one["family"] != family) continue;
        Opened found{testing::opened(data() / "families" / family), {}};
        found.input.ids = one["ids"].get<std::vector<TokenId>>();
        found.input.decoder_ids = one["decoder_ids"].get<std::vector<TokenId>>();
        return found;
    }
    ADD_FAILURE() << family;
    return {};
}

class TwoStacksOff : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Families, TwoStacksOff, ::testing::Range(0, 6));

TEST_P(TwoStacksOff, EveryMapEqualsTransformersWithTheHeadsColumnsOfTheOutputAtZero) {
    const nlohmann::json one =
        testing::json_of(data() / "ablation" / "two_stacks.json").at(static_cast<std::size_t>(GetParam()));
    SCOPED_TRACE(one["file"].get<std::string>());
    const Opened opened = opened_family(one["family"]);
    ASSERT_NE(opened.model, nullptr);
    RunOptions options;
    options.keep_last_hidden_state = true;
    Workspace workspace(2);
    const auto whole = run_model(*opened.model, opened.input, options, workspace);
    options.ablation.heads = heads_of(one["off"]["encoder"]);
    options.ablation.decoder_heads = heads_of(one["off"]["decoder"]);
    options.ablation.cross_heads = heads_of(one["off"]["cross"]);
    const auto run = run_model(*opened.model, opened.input, options, workspace);
    ASSERT_TRUE(run.has_value()) << run.error().message;
    const auto file = open_safetensors(data() / "ablation" / one["file"].get<std::string>());
    ASSERT_TRUE(file.has_value()) << file.error().message;
    const auto expected = [&](const char* name) { return testing::tensor_of(file.value(), name); };
    const AttentionMaps& maps = *run.value();
    EXPECT_LE(testing::map_difference(maps, expected("attentions")), kMapTolerance);
    EXPECT_LE(testing::map_difference(*maps.decoder, expected("decoder_attentions")), kMapTolerance);
    EXPECT_LE(testing::map_difference(*maps.cross, expected("cross_attentions")), kMapTolerance);
    EXPECT_LE(testing::scaled_difference(maps.decoder->last_hidden_state, expected("last_hidden_state")),
              kHiddenTolerance);
    // The heads matter for all that comes behind them: with them the result is another.
    const AttentionMaps& with = *whole.value();
    EXPECT_GT(testing::map_difference(with, expected("attentions")) +
                  testing::map_difference(*with.decoder, expected("decoder_attentions")),
              1e-3);
    EXPECT_GT(testing::map_difference(*with.cross, expected("cross_attentions")), 1e-3);
    EXPECT_GT(testing::scaled_difference(with.decoder->last_hidden_state, expected("last_hidden_state")), 1e-3);
}

TEST(TwoStacksOff, TheMeanOfOneTargetTokenIsWhatItWas) {
    Opened opened = opened_family("bart");
    opened.input.decoder_ids.resize(1);
    Workspace workspace(1);
    RunOptions options;
    options.keep_last_hidden_state = true;
    const auto whole = run_model(*opened.model, opened.input, options, workspace).value();
    options.ablation = {{}, SwitchOff::kMean, {{0, 1}}, {{0, 2}, {1, 0}}};
    const auto mean = run_model(*opened.model, opened.input, options, workspace).value();
    EXPECT_EQ(mean->decoder->last_hidden_state, whole->decoder->last_hidden_state);
    options.ablation.by = SwitchOff::kZero;
    const auto zero = run_model(*opened.model, opened.input, options, workspace).value();
    EXPECT_NE(zero->decoder->last_hidden_state, whole->decoder->last_hidden_state);
}

TEST(TwoStacksOff, NamesAHeadThatThereIsNot) {
    const Opened two = opened_family("t5");
    Workspace workspace(1);
    RunOptions options;
    options.ablation.cross_heads = {{0, 4}};
    EXPECT_EQ(run_model(*two.model, two.input, options, workspace).error().message,
              "input: switched off: cross head 4, expected 0 to 3");
    options.ablation = {{}, SwitchOff::kZero, {{2, 0}}};
    EXPECT_EQ(run_model(*two.model, two.input, options, workspace).error().message,
              "input: switched off: decoder layer 2, expected 0 to 1");
    EXPECT_EQ(find_missing_heads(options.ablation, two.model->config),
              "decoder:2:0, expected decoder:0:0 to decoder:1:3");
    const auto one = testing::opened(data() / "families" / "bert");
    ModelInput input;
    input.ids = {5, 9};
    EXPECT_EQ(run_model(*one, input, options, workspace).error().message,
              "input: switched off: heads of a decoder, expected none: bert models have no decoder of their own");
    EXPECT_EQ(find_missing_heads(options.ablation, one->config),
              "heads of a decoder, expected none: the model has one stack of layers");
    EXPECT_EQ(find_missing_heads({{{0, 1}}}, one->config), "");
}

TEST(TwoStacksOff, RankingGoesByWhatEachHeadOfASetChangesOnItsOwn) {
    const Opened opened = opened_family("marian");
    Workspace workspace(1);
    RunOptions options;
    options.keep_last_hidden_state = true;
    const auto whole = run_model(*opened.model, opened.input, options, workspace).value();
    const Index width = opened.model->config.last_stack().d_model;
    for (const MapSet set : {MapSet::kDecoder, MapSet::kCross}) {
        RankOptions rank;
        rank.set = set;
        const auto ranked = rank_heads(*opened.model, opened.input, rank, workspace);
        ASSERT_TRUE(ranked.has_value()) << ranked.error().message;
        ASSERT_EQ(ranked.value().size(), 8U);
        for (const HeadImportance& head : ranked.value()) {
            options.ablation = {};
            heads_off(options.ablation, set) = {head.head};
            const auto run = run_model(*opened.model, opened.input, options, workspace).value();
            double change = 0;
            const auto rows = row_changes(whole->decoder->last_hidden_state, run->decoder->last_hidden_state, width);
            for (const VectorChange& row : rows) change += row.relative / static_cast<double>(rows.size());
            EXPECT_NEAR(head.change, change, 1e-5);
            EXPECT_LE(head.change, ranked.value().front().change);
        }
    }
}

TEST(TwoStacksOff, TheEffectIsOnTheMapsOfTheSetThatIsAskedFor) {
    const Opened opened = opened_family("t5");
    Workspace workspace(1);
    const auto trace = trace_ids(opened.model, opened.input, {}, workspace).value();
    Ablation off;
    off.cross_heads = {{0, 1}};
    EffectOptions options;
    options.set = MapSet::kCross;
    const auto effect = measure_ablation(*trace, off, options, workspace);
    ASSERT_TRUE(effect.has_value()) << effect.error().message;
    EXPECT_EQ(effect.value().set, MapSet::kCross);
    EXPECT_EQ(effect.value().changes.size(), opened.input.decoder_ids.size());
    ASSERT_EQ(effect.value().map_changes.size(), 8U);
    for (std::size_t head = 0; head < 4; ++head) EXPECT_EQ(effect.value().map_changes[head], 0);
    EXPECT_GT(effect.value().map_changes.back(), 0);
    options.set = MapSet::kEncoder;
    const AblationEffect encoder = measure_ablation(*trace, off, options, workspace).value();
    for (const float change : encoder.map_changes) EXPECT_EQ(change, 0);
}

TEST(TwoStacksOff, TheStepsOfARowAreThoseWithoutTheHeads) {
    const Opened opened = opened_family("bart");
    Workspace workspace(1);
    RunOptions options;
    options.ablation = {{}, SwitchOff::kZero, {{0, 1}}, {{0, 2}}};
    const auto trace = trace_ids(opened.model, opened.input, options, workspace).value();
    const auto whole = trace_ids(opened.model, opened.input, {}, workspace).value();
    for (const MapSet set : {MapSet::kDecoder, MapSet::kCross}) {
        const auto block = run_block(*trace, set, 1, {}, workspace);
        ASSERT_TRUE(block.has_value()) << block.error().message;
        const RowSteps steps = row_steps(*block.value(), 3, 2);
        const AttentionMaps& maps = get_map_set(*trace, set).maps;
        double moved = 0;
        for (Index key = 0; key < maps.n_keys(); ++key) {
            EXPECT_NEAR(steps.weights[static_cast<std::size_t>(key)], maps.head(1, 3)(2, key), 2e-6);
            moved += std::abs(maps.head(1, 3)(2, key) - get_map_set(*whole, set).maps.head(1, 3)(2, key));
        }
        EXPECT_GT(moved, 1e-4);
    }
}

}  // namespace
}  // namespace headscope
