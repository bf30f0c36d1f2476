#include "core/nn/naive_attention.h"

#include <cassert>
#include <cmath>

namespace headscope {
namespace {

// x Wᵀ + b, one row a token.
RowMajorMatrix project(const RowMajorMatrix& x, const RowMajorMatrix& w, const Eigen::VectorXf& b) {
    RowMajorMatrix y = x * w.transpose();
    if (b.size() > 0) y.rowwise() += b.transpose();
    return y;
}

// Rows of W (or b) that belong to one head.
RowMajorMatrix rows_of_head(const RowMajorMatrix& w, Index head, Index d_head) {
    return w.middleRows(head * d_head, d_head);
}
Eigen::VectorXf rows_of_head(const Eigen::VectorXf& b, Index head, Index d_head) {
    return b.size() > 0 ? Eigen::VectorXf(b.segment(head * d_head, d_head)) : b;
}

// q · k as softmax sees it.
float scored(const ScoreRules& rules, Index head, Index query, Index key, Index n_queries, float product) {
    float score = product * rules.scale;
    if (rules.bias.data != nullptr)
        score += rules.bias.data[head * rules.bias.head_stride + key - query + n_queries - 1];
    if (rules.soft_cap > 0) score = rules.soft_cap * std::tanh(score / rules.soft_cap);
    return score;
}

// The softmax of a query's scores over the keys it may look at; the others get 0. Subtracting the largest score changes
// nothing but keeps exp from overflowing. A sink takes its share and is dropped. Without a sink, a query that may look
// at nothing looks at everything alike.
void softmax_row(const AttentionMask& mask, const float* sink, Index query, RowMajorMatrix& scores) {
    const Index n_keys = scores.cols();
    float largest = sink != nullptr ? *sink : -INFINITY;
    bool sees_any = sink != nullptr;
    for (Index key = 0; key < n_keys; ++key) {
        if (!mask.allows(query, key)) continue;
        largest = std::fmax(largest, scores(query, key));
        sees_any = true;
    }
    if (!sees_any) {
        scores.row(query).setConstant(1.0F / static_cast<float>(n_keys));
        return;
    }
    float sum = sink != nullptr ? std::exp(*sink - largest) : 0.0F;
    for (Index key = 0; key < n_keys; ++key) {
        const bool allowed = mask.allows(query, key);
        scores(query, key) = allowed ? std::exp(scores(query, key) - largest) : 0.0F;
        sum += scores(query, key);
    }
    scores.row(query) /= sum;
}

}  // namespace

NaiveAttentionResult naive_attention(const AttentionShape& shape, const AttentionWeights& weights,
                                     const AttentionMask& mask, const RowMajorMatrix& x) {
    NaiveRules rules;
    rules.score.scale = 1.0F / std::sqrt(static_cast<float>(shape.d_head));
    return naive_attention(shape, weights, mask, x, x, rules);
}

NaiveAttentionResult naive_attention(const AttentionShape& shape, const AttentionWeights& weights,
                                     const AttentionMask& mask, const RowMajorMatrix& x, const RowMajorMatrix& source,
                                     const NaiveRules& rules) {
    assert(x.cols() == shape.d_model && source.cols() == shape.d_model);
    const Index d_head = shape.d_head;
    NaiveAttentionResult result;
    result.context.resize(x.rows(), shape.q_width());

    for (Index head = 0; head < shape.n_heads; ++head) {
        const Index kv_head = head / shape.group();
        // What each token looks for, what it offers, and what it hands over: [tokens, d_head] each.
        RowMajorMatrix q = project(x, rows_of_head(weights.w_q, head, d_head), rows_of_head(weights.b_q, head, d_head));
        RowMajorMatrix k =
            project(source, rows_of_head(weights.w_k, kv_head, d_head), rows_of_head(weights.b_k, kv_head, d_head));
        const RowMajorMatrix v =
            project(source, rows_of_head(weights.w_v, kv_head, d_head), rows_of_head(weights.b_v, kv_head, d_head));
        if (rules.place_queries) rules.place_queries(q);
        if (rules.place_keys) rules.place_keys(k);

        // How well each query matches each key, then as weights that sum to 1 over the keys.
        RowMajorMatrix map = q * k.transpose();
        const float* sink = rules.score.sinks.empty() ? nullptr : &rules.score.sinks[static_cast<std::size_t>(head)];
        for (Index query = 0; query < map.rows(); ++query) {
            for (Index key = 0; key < map.cols(); ++key)
                map(query, key) = scored(rules.score, head, query, key, map.rows(), map(query, key));
            softmax_row(mask, sink, query, map);
        }

        // Each token takes the weighted mean of the values.
        result.context.middleCols(head * d_head, d_head) = map * v;
        result.maps.push_back(std::move(map));
    }
    // W_O mixes the heads' outputs back into d_model numbers a token.
    result.output = project(result.context, weights.w_o, weights.b_o);
    return result;
}

}  // namespace headscope
