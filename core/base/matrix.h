#pragma once

#include <cassert>
#include <cstddef>

namespace headscope {

using Index = std::ptrdiff_t;

// Row-major float32 views; `stride` is the distance between the starts of two rows, in floats. They own nothing.
struct ConstMatrixView {
    const float* data = nullptr;
    Index rows = 0;
    Index cols = 0;
    Index stride = 0;

    const float* row(Index r) const {
        assert(r >= 0 && r < rows);
        return data + r * stride;
    }
    float operator()(Index r, Index c) const {
        assert(c >= 0 && c < cols);
        return row(r)[c];
    }
};

struct MatrixView {
    float* data = nullptr;
    Index rows = 0;
    Index cols = 0;
    Index stride = 0;

    float* row(Index r) const {
        assert(r >= 0 && r < rows);
        return data + r * stride;
    }
    float& operator()(Index r, Index c) const {
        assert(c >= 0 && c < cols);
        return row(r)[c];
    }
    operator ConstMatrixView() const { return {data, rows, cols, stride}; }
};

}  // namespace headscope
