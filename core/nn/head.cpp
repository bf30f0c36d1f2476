#include "core/nn/head.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "core/math/kernels.h"
#include "core/nn/activation.h"
#include "core/nn/workspace.h"

namespace headscope {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Rows of the matrix that are read at a time.
constexpr Index kChunkRows = 256;

// What the matrix is multiplied with, [T, d_embedding].
RowMajor inputs_of(const Model& model, ConstMatrixView hidden, ThreadPool& pool) {
    const HeadWeights& head = model.weights.head;
    const bool has_transform = head.transform.out() > 0;
    AlignedBuffer buffer;
    ConstMatrixView x = hidden;
    if (has_transform) {
        const MatrixView y = matrix_in(buffer, hidden.rows, head.transform.out(), head.transform.padded_out());
        head.transform.apply(hidden, y, epilogue_of(model.config.head_activation), {}, pool);
        const float* bias = head.transform_norm.bias.empty() ? nullptr : head.transform_norm.bias.data();
        active_kernels().layer_norm(y, y, head.transform_norm.weight.data(), bias, model.config.norm_eps);
        x = y;
    }
    RowMajor inputs(x.rows, x.cols);
    for (Index row = 0; row < x.rows; ++row) {
        for (Index c = 0; c < x.cols; ++c) inputs(row, c) = x(row, c) * model.config.logit_scale;
    }
    return inputs;
}

}  // namespace

void apply_head(const Model& model, ConstMatrixView hidden, std::span<float> out, ThreadPool& pool) {
    const HeadWeights& head = model.weights.head;
    const Index pieces = head.matrix.rows;
    assert(pieces > 0 && static_cast<Index>(out.size()) == hidden.rows * pieces);
    const RowMajor inputs = inputs_of(model, hidden, pool);
    const Index chunks = (pieces + kChunkRows - 1) / kChunkRows;
    // All memory is taken here: tasks must not throw.
    std::vector<RowMajor> rows(static_cast<std::size_t>(pool.size()), RowMajor(kChunkRows, head.matrix.cols));
    std::vector<RowMajor> results(static_cast<std::size_t>(pool.size()), RowMajor(hidden.rows, kChunkRows));
    const float cap = model.config.logit_soft_cap;
    pool.for_each(static_cast<int>(chunks), [&](int chunk, int thread) {
        const Index first = chunk * kChunkRows;
        const Index count = std::min(kChunkRows, pieces - first);
        RowMajor& w = rows[static_cast<std::size_t>(thread)];
        RowMajor& y = results[static_cast<std::size_t>(thread)];
        head.matrix.read_rows(first, count, w.data());
        for (Index t = 0; t < hidden.rows; ++t) {
            y.row(t).head(count).transpose().noalias() = w.topRows(count).lazyProduct(inputs.row(t).transpose());
            for (Index i = 0; i < count; ++i) {
                float logit = y(t, i);
                if (!head.bias.empty()) logit += head.bias[static_cast<std::size_t>(first + i)];
                if (cap > 0) logit = cap * std::tanh(logit / cap);
                out[static_cast<std::size_t>(t * pieces + first + i)] = logit;
            }
        }
    });
}

}  // namespace headscope
