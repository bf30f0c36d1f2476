#include "core/model/cost.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "core/model/published_sizes.h"

namespace headscope {
namespace {

CostSizes heads(Index d_model, Index n_heads, Index n_kv_heads, Index d_head) {
    return {.d_model = d_model, .n_heads = n_heads, .n_kv_heads = n_kv_heads, .d_head = d_head};
}

const CostSizes& published(const char* id) {
    return find_published_sizes(id)->sizes;
}

// Weights in all blocks.
double block_parameters(const CostSizes& sizes) {
    return static_cast<double>(sizes.n_layers) *
           (attention_cost(sizes, 1).parameters + feed_forward_cost(sizes).parameters);
}
double block_parameters_a_token(const CostSizes& sizes) {
    return static_cast<double>(sizes.n_layers) *
           (attention_cost(sizes, 1).parameters + feed_forward_cost(sizes).parameters_a_token);
}

TEST(Cost, EightHeadsHoldAsManyParametersAndFlopsAsOneOfTheWidthOfTheModel) {
    const AttentionCost eight = attention_cost(heads(512, 8, 8, 64), 512);
    const AttentionCost one = attention_cost(with_one_head(heads(512, 8, 8, 64)), 512);
    EXPECT_EQ(eight.parameters, 4.0 * 512 * 512);
    EXPECT_EQ(one.parameters, eight.parameters);
    EXPECT_EQ(one.linear_flops, eight.linear_flops);
    EXPECT_EQ(one.score_flops, eight.score_flops);
}

TEST(Cost, EightHeadsHoldEightTimesTheScoresOfOne) {
    EXPECT_EQ(attention_cost(heads(512, 8, 8, 64), 512).scores, 2'097'152);
    EXPECT_EQ(attention_cost(with_one_head(heads(512, 8, 8, 64)), 512).scores, 262'144);
}

TEST(Cost, OneHeadDiffersWhereHeadsTogetherAreNotAsWideAsTheModel) {
    const CostSizes& sizes = published("qwen3-0.6b");
    EXPECT_EQ(sizes.n_heads * sizes.d_head, 2048);
    EXPECT_NE(attention_cost(sizes, 16).parameters, attention_cost(with_one_head(sizes), 16).parameters);
}

TEST(Cost, FlopsAreTwoAMultiplicationAndAddition) {
    // T = 3, d_model 4, two heads of 2 over one key head: W_q 16, W_k 8, W_v 8, W_O 16 weights.
    const AttentionCost cost = attention_cost(heads(4, 2, 1, 2), 3);
    EXPECT_EQ(cost.parameters, 48);
    EXPECT_EQ(cost.linear_flops, 2 * 3 * 48);
    EXPECT_EQ(cost.score_flops, 2 * (2 * 2 * 9 * 2));  // q · k and w · v: 2 heads × 9 pairs × 2 numbers, 2 FLOPs each
    EXPECT_EQ(cost.flops(), cost.linear_flops + cost.score_flops);
}

TEST(Cost, SharingSetsWhatIsCachedOfAToken) {
    const CostSizes sizes = heads(4096, 32, 8, 128);
    EXPECT_EQ(attention_cost(sizes, 1, KeySharing::kMultiHead).cached_a_token, 2 * 32 * 128);
    EXPECT_EQ(attention_cost(sizes, 1, KeySharing::kGrouped).cached_a_token, 2 * 8 * 128);
    EXPECT_EQ(attention_cost(sizes, 1, KeySharing::kMultiQuery).cached_a_token, 2 * 128);
    EXPECT_EQ(attention_cost(sizes, 1, KeySharing::kLatent).cached_a_token, 512 + 64);
    EXPECT_EQ(attention_cost(sizes, 1000, KeySharing::kGrouped).cached, 1000 * 2 * 8 * 128);
}

TEST(Cost, LatentAttentionCachesAsMuchAsTwoAndAQuarterGroups) {  // DeepSeek-V2, table 1
    const CostSizes sizes = heads(5120, 128, 128, 128);
    const double latent = attention_cost(sizes, 1, KeySharing::kLatent).cached_a_token;
    EXPECT_EQ(latent / (2 * 128), 2.25);
}

TEST(Cost, LatentAttentionCountsItsMatrices) {
    // d_model 8, two heads of 4: d_latent 16, d_rope 2. Queries 8 × 12, down 8 × 18, up 2 · 16 × 8, W_O 8 × 8.
    const AttentionCost cost = attention_cost(heads(8, 2, 2, 4), 3, KeySharing::kLatent);
    EXPECT_EQ(cost.parameters, 8 * 12 + 8 * 18 + 2 * 16 * 8 + 8 * 8);
    EXPECT_EQ(cost.score_flops, 2 * 9 * 2 * (4 + 2) + 2 * 9 * 2 * 4);
}

TEST(Cost, SharingIsNamedByTheNumberOfKeyHeads) {
    EXPECT_EQ(sharing_of(heads(8, 4, 4, 2)), KeySharing::kMultiHead);
    EXPECT_EQ(sharing_of(heads(8, 4, 2, 2)), KeySharing::kGrouped);
    EXPECT_EQ(sharing_of(heads(8, 4, 1, 2)), KeySharing::kMultiQuery);
}

TEST(PublishedSizes, HoldEveryConfigurationOnceWithItsSource) {
    std::set<std::string> ids;
    for (const PublishedSizes& one : all_published_sizes()) {
        EXPECT_TRUE(ids.insert(one.id).second) << one.id;
        EXPECT_GT(std::strlen(one.source), 10U) << one.id;
        EXPECT_GT(std::strlen(one.parameters), 2U) << one.id;
        EXPECT_EQ(one.sizes.n_heads % one.sizes.n_kv_heads, 0) << one.id;
        EXPECT_GT(one.sizes.d_ff, 0) << one.id;
    }
    for (const char* id : {"transformer-base", "transformer-big", "bert-base", "bert-large", "minilm-l6", "gpt2",
                           "gpt2-medium", "gpt2-large", "gpt2-xl", "llama-3-8b", "qwen3-0.6b", "gemma-2-9b",
                           "gemma-3-270m", "smollm2-135m", "qwen3-30b-a3b", "gpt-oss-20b"})
        EXPECT_TRUE(ids.count(id) > 0) << id;
    EXPECT_EQ(find_published_sizes("bert"), nullptr);
}

// What the sizes give plus embeddings (and norms, where the published count is exact) is what the authors count.
TEST(PublishedSizes, GiveThePublishedParameters) {
    // Gemma 2 9B, table 2: 8,324,201,984 without embeddings, of which four norms a block and the last one are d_model.
    EXPECT_EQ(block_parameters(published("gemma-2-9b")) + (4 * 42 + 1) * 3584.0, 8'324'201'984.0);
    // gpt-oss 20B: 20.9 B and 3.6 B a token, with a word table for each end (a token meets one of them).
    const double words = 201'088.0 * 2880;
    EXPECT_NEAR(block_parameters(published("gpt-oss-20b")) + 2 * words, 20.9e9, 0.05e9);
    EXPECT_NEAR(block_parameters_a_token(published("gpt-oss-20b")) + words, 3.6e9, 0.05e9);
    EXPECT_NEAR(block_parameters(published("qwen3-30b-a3b")) + 2 * 151'936.0 * 2048, 30.5e9, 0.05e9);
    EXPECT_NEAR(block_parameters(published("qwen3-0.6b")) + 151'936.0 * 1024, 0.6e9, 0.01e9);
    EXPECT_NEAR(block_parameters(published("bert-base")) + 31'000.0 * 768, 110e6, 2e6);
    EXPECT_NEAR(block_parameters(published("bert-large")) + 31'000.0 * 1024, 340e6, 8e6);
    EXPECT_NEAR(block_parameters(published("gpt2-xl")) + 51'281.0 * 1600, 1558e6, 2e6);
    EXPECT_NEAR(block_parameters(published("smollm2-135m")) + 49'152.0 * 576, 135e6, 1e6);
    EXPECT_NEAR(block_parameters(published("llama-3-8b")) + 2 * 128'256.0 * 4096, 8.03e9, 0.01e9);
    EXPECT_NEAR(block_parameters(published("gemma-3-270m")) + 262'144.0 * 640, 268e6, 1e6);
}

TEST(PublishedSizes, ShowWidthAndDepthSideBySide) {
    const CostSizes& deep = published("qwen3-30b-a3b");
    const CostSizes& wide = published("gpt-oss-20b");
    EXPECT_EQ(deep.n_layers, 48);
    EXPECT_EQ(deep.d_model, 2048);
    EXPECT_EQ(wide.n_layers, 24);
    EXPECT_EQ(wide.d_model, 2880);
    EXPECT_EQ(wide.n_heads, 2 * deep.n_heads);
    EXPECT_EQ(attention_cost(deep, 1).cached_a_token * 48, 49'152);
    EXPECT_EQ(attention_cost(wide, 1).cached_a_token * 24, 24'576);
    EXPECT_EQ(width_against_depth().wide, 50.8);
    EXPECT_EQ(width_against_depth().deep, 52.0);
}

}  // namespace
}  // namespace headscope
