#pragma once

#include <Eigen/Core>

#include "core/base/matrix.h"

namespace headscope {

using RowMajorMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline ConstMatrixView view_of(const RowMajorMatrix& matrix) {
    return {matrix.data(), matrix.rows(), matrix.cols(), matrix.cols()};
}
RowMajorMatrix copy_of(ConstMatrixView matrix);

// Copies of what one attention block read and made during a run.
struct AttentionCapture {
    RowMajorMatrix input;   // [queries, d_model], behind the norm in front of the block where there is one
    RowMajorMatrix source;  // [keys, d_model]: what keys and values are made of; the input but for cross-attention
    RowMajorMatrix projected_queries;  // [queries, n_heads · d_head], as the linear layers give them
    RowMajorMatrix projected_keys;     // [keys, n_kv_heads · d_head]
    RowMajorMatrix queries;            // the same normalised and turned to their positions, where the model does so
    RowMajorMatrix keys;
    RowMajorMatrix values;   // [keys, n_kv_heads · d_head]
    RowMajorMatrix context;  // [queries, n_heads · d_head]: Σ w · v, the heads side by side
};

}  // namespace headscope
