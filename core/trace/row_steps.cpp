#include "core/trace/row_steps.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/nn/workspace.h"

namespace headscope {
namespace {

// From here on e^score is shown as e^(score − largest).
constexpr float kLargestPlainScore = 30;

// Fills the steps from `scores` to the weights.
void take_softmax(const AttentionMask& mask, const float* sink, RowSteps& steps) {
    const auto n_keys = static_cast<Index>(steps.scores.size());
    float largest = sink != nullptr ? *sink : -INFINITY;
    for (Index key = 0; key < n_keys; ++key) {
        const auto i = static_cast<std::size_t>(key);
        steps.allowed.push_back(mask.allows(steps.query, key) ? 1 : 0);
        if (steps.allowed[i] != 0) largest = std::max(largest, steps.scores[i]);
    }
    steps.exponentials.assign(steps.scores.size(), 0);
    if (largest == -INFINITY) {  // a row that may look at nothing looks at everything alike
        steps.weights.assign(steps.scores.size(), 1 / static_cast<float>(n_keys));
        return;
    }
    if (largest > kLargestPlainScore || largest < -kLargestPlainScore) steps.shift = largest;
    if (sink != nullptr) steps.sink = std::exp(*sink - steps.shift);
    steps.sum = steps.sink;
    for (std::size_t i = 0; i < steps.scores.size(); ++i) {
        if (steps.allowed[i] != 0) steps.exponentials[i] = std::exp(steps.scores[i] - steps.shift);
        steps.sum += steps.exponentials[i];
    }
    for (const float e : steps.exponentials) steps.weights.push_back(e / steps.sum);
}

Eigen::Map<const Eigen::RowVectorXf> segment(const RowMajorMatrix& matrix, Index row, Index first, Index count) {
    return {matrix.data() + row * matrix.cols() + first, count};
}

RowSteps steps_under(const AttentionBlock& block, const AttentionMask& mask, Index head, Index query) {
    const AttentionShape& shape = block.shape;
    const Index d = shape.d_head;
    const Index kv = head / shape.group() * d;
    RowSteps steps;
    steps.head = head;
    steps.query = query;
    const auto q = segment(block.numbers.queries, query, head * d, d);
    const DistanceBias bias = block.distance_bias();
    for (Index key = 0; key < block.n_keys(); ++key) {
        const float product = q.dot(segment(block.numbers.keys, key, kv, d));
        steps.products.push_back(product);
        float score = product * block.scale;
        steps.scaled.push_back(score);
        if (bias.data != nullptr) {
            steps.biases.push_back(bias.data[head * bias.head_stride + key - query + block.n_queries() - 1]);
            score += steps.biases.back();
        }
        if (block.soft_cap > 0) {
            score = block.soft_cap * std::tanh(score / block.soft_cap);
            steps.capped.push_back(score);
        }
        steps.scores.push_back(score);
    }
    take_softmax(mask, block.sinks.empty() ? nullptr : &block.sinks[static_cast<std::size_t>(head)], steps);
    Eigen::RowVectorXf mixed = Eigen::RowVectorXf::Zero(d);
    for (Index key = 0; key < block.n_keys(); ++key)
        mixed += steps.weights[static_cast<std::size_t>(key)] * segment(block.numbers.values, key, kv, d);
    steps.mixed.assign(mixed.data(), mixed.data() + d);
    return steps;
}

}  // namespace

RowSteps row_steps(const AttentionBlock& block, Index head, Index query) {
    return steps_under(block, block.mask, head, query);
}

std::vector<float> pushed_weights(const RowSteps& steps, Index key, float amount) {
    const auto pushed = static_cast<std::size_t>(key);
    const float before = steps.exponentials[pushed];
    const float after = before * std::exp(amount);
    const float sum = steps.sum - before + after;
    std::vector<float> weights;
    for (std::size_t i = 0; i < steps.exponentials.size(); ++i)
        weights.push_back((i == pushed ? after : steps.exponentials[i]) / sum);
    return steps.sum > 0 ? weights : steps.weights;
}

RowSteps one_wide_head(const AttentionBlock& block, Index query) {
    const AttentionShape& shape = block.shape;
    const Index d = shape.d_head;
    RowSteps steps;
    steps.query = query;
    const float scale = 1 / std::sqrt(static_cast<float>(shape.q_width()));
    for (Index key = 0; key < block.n_keys(); ++key) {
        float product = 0;
        for (Index head = 0; head < shape.n_heads; ++head)
            product += segment(block.numbers.queries, query, head * d, d)
                           .dot(segment(block.numbers.keys, key, head / shape.group() * d, d));
        steps.products.push_back(product);
        steps.scaled.push_back(product * scale);
        steps.scores.push_back(product * scale);
    }
    take_softmax(block.mask, nullptr, steps);
    return steps;
}

HeadParts head_parts(const AttentionBlock& block, Index query, ThreadPool& pool) {
    const AttentionShape& shape = block.shape;
    const PackedLinear& output = *block.weights.output;
    // Each row holds one head's Σ w · v in its place and nothing else.
    RowMajorMatrix alone = RowMajorMatrix::Zero(shape.n_heads, shape.q_width());
    for (Index head = 0; head < shape.n_heads; ++head)
        alone.block(head, head * shape.d_head, 1, shape.d_head) =
            block.numbers.context.block(query, head * shape.d_head, 1, shape.d_head);
    AlignedBuffer buffer;
    const MatrixView y = matrix_in(buffer, shape.n_heads, shape.d_model, output.padded_out());
    output.apply(view_of(alone), y, Epilogue::kNone, {}, pool);
    HeadParts parts;
    parts.parts = copy_of(y);
    const Eigen::Map<const Eigen::RowVectorXf> bias(output.bias().data(), shape.d_model);
    parts.parts.rowwise() -= bias;
    parts.sum = parts.parts.colwise().sum().transpose();
    for (Index head = 0; head < shape.n_heads; ++head) {
        const float size = parts.parts.row(head).squaredNorm();
        parts.norms.push_back(std::sqrt(size));
        parts.kept.push_back(size > 0 ? parts.parts.row(head).dot(parts.sum) / size : 1);
    }
    return parts;
}

MaskedAndOpen masked_and_open(const AttentionBlock& block, Index head) {
    assert(block.is_self);
    MaskedAndOpen maps;
    AttentionMask mask = block.mask;
    for (const MaskKind kind : {MaskKind::kCausal, MaskKind::kNone}) {
        mask.kind = kind;
        RowMajorMatrix& map = kind == MaskKind::kCausal ? maps.causal : maps.open;
        map.resize(block.n_queries(), block.n_keys());
        for (Index query = 0; query < block.n_queries(); ++query) {
            const RowSteps steps = steps_under(block, mask, head, query);
            std::copy(steps.weights.begin(), steps.weights.end(), map.row(query).data());
        }
    }
    return maps;
}

}  // namespace headscope
