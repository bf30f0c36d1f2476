#include "core/nn/attention_capture.h"

namespace headscope {

RowMajorMatrix copy_of(ConstMatrixView matrix) {
    return Eigen::Map<const RowMajorMatrix, 0, Eigen::OuterStride<>>(matrix.data, matrix.rows, matrix.cols,
                                                                     Eigen::OuterStride<>(matrix.stride));
}

}  // namespace headscope
