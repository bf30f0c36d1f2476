// Feed-forward blocks of which each token uses some: chosen by a linear router, mixed by a softmax over the chosen.
#include <algorithm>
#include <cmath>

#include "core/nn/stack_pass.h"

namespace headscope {

void StackPass::choose_experts(ConstMatrixView logits) {
    const Experts& experts = config_.experts;
    for (Index t = 0; t < logits.rows; ++t) {
        const float* row = logits.row(t);
        float* weights = buffers_.expert_weights.data() + t * experts.n;
        std::fill_n(weights, experts.n, 0.0F);
        float largest = 0;
        float sum = 0;
        for (Index chosen = 0; chosen < experts.n_per_token; ++chosen) {
            Index best = -1;
            for (Index e = 0; e < experts.n; ++e) {
                if (weights[e] == 0 && (best < 0 || row[e] > row[best])) best = e;
            }
            if (chosen == 0) largest = row[best];
            // Never 0, which stands for "not chosen".
            weights[best] = std::max(std::exp(row[best] - largest), 1e-30F);
            sum += weights[best];
        }
        for (Index e = 0; e < experts.n; ++e) weights[e] /= sum;
    }
}

void StackPass::mix_experts(const LayerWeights& layer, ConstMatrixView x) {
    const Experts& experts = config_.experts;
    Gating gating;
    gating.slope = experts.slope;
    if (experts.limit > 0) gating.limit = experts.limit;
    gating.up_offset = experts.up_offset;
    layer.router.apply(x, router_, Epilogue::kNone, {}, pool_);
    choose_experts(router_);
    for (Index t = 0; t < x.rows; ++t) std::fill_n(expert_sum_.row(t), expert_sum_.cols, 0.0F);
    for (Index e = 0; e < experts.n; ++e) {
        Index n_tokens = 0;
        for (Index t = 0; t < x.rows; ++t) {
            if (buffers_.expert_weights[static_cast<std::size_t>(t * experts.n + e)] == 0) continue;
            buffers_.expert_tokens[static_cast<std::size_t>(n_tokens)] = t;
            std::copy_n(x.row(t), x.cols, expert_in_.row(n_tokens));
            ++n_tokens;
        }
        if (n_tokens == 0) continue;
        const FeedForwardWeights& block = layer.experts[static_cast<std::size_t>(e)];
        const ConstMatrixView in = {expert_in_.data, n_tokens, expert_in_.cols, expert_in_.stride};
        const MatrixView out = {expert_out_.data, n_tokens, expert_out_.cols, expert_out_.stride};
        block.down.apply(activate(block, in, gating), out, Epilogue::kNone, {}, pool_);
        for (Index i = 0; i < n_tokens; ++i) {
            const Index t = buffers_.expert_tokens[static_cast<std::size_t>(i)];
            const float weight = buffers_.expert_weights[static_cast<std::size_t>(t * experts.n + e)];
            float* row = expert_sum_.row(t);
            for (Index c = 0; c < expert_sum_.cols; ++c) row[c] += weight * out.row(i)[c];
        }
    }
    add_to_stream(expert_sum_);
}

}  // namespace headscope
