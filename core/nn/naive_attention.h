#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "core/nn/attention.h"
#include "core/nn/attention_capture.h"

namespace headscope {

// The weights of one attention block as torch.nn.Linear stores them: W [out, in], b [out] (empty: none).
struct AttentionWeights {
    RowMajorMatrix w_q;  // [n_heads · d_head, d_model]
    RowMajorMatrix w_k;  // [n_kv_heads · d_head, d_model]
    RowMajorMatrix w_v;  // [n_kv_heads · d_head, d_model]
    RowMajorMatrix w_o;  // [d_model, n_heads · d_head]
    Eigen::VectorXf b_q, b_k, b_v, b_o;
};

struct NaiveAttentionResult {
    std::vector<RowMajorMatrix> maps;  // one a head, [queries, keys]
    RowMajorMatrix context;            // [T, n_heads · d_head], the heads' outputs side by side
    RowMajorMatrix output;             // [T, d_model], context W_Oᵀ + b_O
};

// What models add to the textbook.
struct NaiveRules {
    ScoreRules score;
    // Normalises and turns the queries or keys of one head, [tokens, d_head]; empty: they stay.
    std::function<void(RowMajorMatrix& queries)> place_queries = {};
    std::function<void(RowMajorMatrix& keys)> place_keys = {};
};

// Multi-head attention as the textbook writes it: a loop over heads, each with its own slice of W_q, W_k and W_v
// (Vaswani et al. 2017, section 3.2). The reference that the fast path is tested against. x is [T, d_model].
NaiveAttentionResult naive_attention(const AttentionShape& shape, const AttentionWeights& weights,
                                     const AttentionMask& mask, const RowMajorMatrix& x);
// The same with keys and values of `source` ([keys, d_model], x itself but for cross-attention), and with rules.
NaiveAttentionResult naive_attention(const AttentionShape& shape, const AttentionWeights& weights,
                                     const AttentionMask& mask, const RowMajorMatrix& x, const RowMajorMatrix& source,
                                     const NaiveRules& rules);

}  // namespace headscope
