#include "core/model/cost.h"

namespace headscope {
namespace {

double number(Index value) {
    return static_cast<double>(value);
}

Index kv_heads(const CostSizes& sizes, KeySharing sharing) {
    if (sharing == KeySharing::kMultiHead) return sizes.n_heads;
    return sharing == KeySharing::kGrouped ? sizes.n_kv_heads : 1;
}

}  // namespace

CostSizes cost_sizes_of(const StackConfig& config) {
    CostSizes sizes;
    sizes.d_model = config.d_model;
    sizes.n_heads = config.n_heads;
    sizes.n_kv_heads = config.n_kv_heads;
    sizes.d_head = config.d_head;
    sizes.n_layers = config.n_layers;
    sizes.d_ff = config.d_ff;
    sizes.is_gated = config.is_gated;
    sizes.n_experts = config.experts.n;
    sizes.n_experts_per_token = config.experts.n_per_token;
    return sizes;
}

CostSizes with_one_head(CostSizes sizes) {
    sizes.n_heads = sizes.n_kv_heads = 1;
    sizes.d_head = sizes.d_model;
    return sizes;
}

const char* name_of(KeySharing sharing) {
    switch (sharing) {
        case KeySharing::kMultiHead:
            return "multi-head";
        case KeySharing::kGrouped:
            return "grouped";
        case KeySharing::kMultiQuery:
            return "multi-query";
        case KeySharing::kLatent:
            return "latent";
    }
    return "";
}

KeySharing sharing_of(const CostSizes& sizes) {
    if (sizes.n_kv_heads == sizes.n_heads) return KeySharing::kMultiHead;
    return sizes.n_kv_heads == 1 ? KeySharing::kMultiQuery : KeySharing::kGrouped;
}

LatentWidths usual_latent_widths(Index d_head) {
    return {4 * d_head, d_head / 2};
}

AttentionCost attention_cost(const CostSizes& sizes, Index n_tokens, KeySharing sharing) {
    const double d_model = number(sizes.d_model);
    const double tokens = number(n_tokens);
    const double width = number(sizes.n_heads) * number(sizes.d_head);
    double score_width = width;  // of all queries together
    AttentionCost cost;
    if (sharing == KeySharing::kLatent) {
        const LatentWidths widths = usual_latent_widths(sizes.d_head);
        const double latent = number(widths.d_latent);
        const double rope = number(widths.d_rope);
        score_width += number(sizes.n_heads) * rope;
        // Queries; down to the latent and the shared key of the position; up to every head's key and value; W_O.
        cost.parameters = d_model * score_width + d_model * (latent + rope) + 2 * latent * width + width * d_model;
        cost.cached_a_token = latent + rope;
    } else {
        const double kv_width = number(kv_heads(sizes, sharing)) * number(sizes.d_head);
        cost.parameters = 2 * d_model * width + 2 * d_model * kv_width;
        cost.cached_a_token = 2 * kv_width;
    }
    cost.linear_flops = 2 * tokens * cost.parameters;
    cost.score_flops = 2 * tokens * tokens * (score_width + width);
    cost.scores = number(sizes.n_heads) * tokens * tokens;
    cost.cached = tokens * cost.cached_a_token;
    return cost;
}

FeedForwardCost feed_forward_cost(const CostSizes& sizes) {
    const double block = (sizes.is_gated ? 3.0 : 2.0) * number(sizes.d_model) * number(sizes.d_ff);
    if (sizes.n_experts == 0) return {block, block};
    const double router = number(sizes.d_model) * number(sizes.n_experts);
    return {block * number(sizes.n_experts) + router, block * number(sizes.n_experts_per_token) + router};
}

}  // namespace headscope
