#pragma once

#include "core/base/matrix.h"
#include "core/model/model_config.h"

namespace headscope {

// The sizes of a stack of equal blocks that its costs follow from.
struct CostSizes {
    Index d_model = 0;
    Index n_heads = 0;
    Index n_kv_heads = 0;  // key and value heads; divides n_heads
    Index d_head = 0;      // need not be d_model / n_heads
    Index n_layers = 1;
    Index d_ff = 0;         // inner width of the feed-forward block, of one expert where there are several; 0: left out
    bool is_gated = false;  // three feed-forward matrices in place of two
    Index n_experts = 0;    // 0: one ordinary feed-forward block
    Index n_experts_per_token = 0;

    bool operator==(const CostSizes&) const = default;
};

CostSizes cost_sizes_of(const StackConfig& config);

// The same block with a single head as wide as the model, which is what its heads are compared with.
CostSizes with_one_head(CostSizes sizes);

// How heads share keys and values.
enum class KeySharing {
    kMultiHead,   // a key and value head for every query head (Vaswani et al. 2017)
    kGrouped,     // n_kv_heads of them (Ainslie et al. 2023)
    kMultiQuery,  // one (Shazeer 2019)
    kLatent,      // one short vector that all keys and values are computed from (DeepSeek-AI 2024, arXiv 2405.04434)
};
constexpr KeySharing kKeySharings[] = {KeySharing::kMultiHead, KeySharing::kGrouped, KeySharing::kMultiQuery,
                                       KeySharing::kLatent};
const char* name_of(KeySharing sharing);
// kMultiHead, kGrouped or kMultiQuery, as the sizes have it.
KeySharing sharing_of(const CostSizes& sizes);

// Widths of latent attention: what is kept of a token, and the part of its key that carries the position.
struct LatentWidths {
    Index d_latent = 0;
    Index d_rope = 0;
};
// The proportions of DeepSeek-V2, section 2.1.4: 4 · d_head and d_head / 2.
LatentWidths usual_latent_widths(Index d_head);

// What attention of one layer costs for T tokens. Whole numbers, exact below 2^53.
struct AttentionCost {
    double parameters = 0;      // of W_q, W_k, W_v and W_O, biases left out
    double linear_flops = 0;    // of those matrices; a multiplication and an addition are two
    double score_flops = 0;     // of q · kᵀ and Σ w · v, every pair of tokens counted
    double scores = 0;          // numbers in the maps: n_heads · T²
    double cached_a_token = 0;  // numbers kept of a token for later ones
    double cached = 0;          // the same for T tokens

    double flops() const { return linear_flops + score_flops; }
};

// The cost with another way of sharing: kGrouped has sizes.n_kv_heads key and value heads. Latent attention is counted
// with keys and values written out, and queries that are not compressed.
AttentionCost attention_cost(const CostSizes& sizes, Index n_tokens, KeySharing sharing);
inline AttentionCost attention_cost(const CostSizes& sizes, Index n_tokens) {
    return attention_cost(sizes, n_tokens, sharing_of(sizes));
}

// Weights of a block's feed-forward part, biases and norms left out: all of them, and those that one token meets.
struct FeedForwardCost {
    double parameters = 0;
    double parameters_a_token = 0;
};
FeedForwardCost feed_forward_cost(const CostSizes& sizes);

}  // namespace headscope
