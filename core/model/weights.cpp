#include "core/model/weights.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <utility>

#include "core/model/tensor_values.h"

namespace headscope {

void EmbeddingTable::add_row(Index index, float scale, float* out) const {
    assert(index >= 0 && index < rows);
    constexpr Index kAtOnce = 256;
    const std::size_t size = element_size(dtype);
    const std::byte* row = data + static_cast<std::size_t>(index * cols) * size;
    std::array<float, kAtOnce> values;
    for (Index c = 0; c < cols; c += kAtOnce) {
        const Index count = std::min(kAtOnce, cols - c);
        const auto n = static_cast<std::size_t>(count);
        convert_to_float(dtype, {row + static_cast<std::size_t>(c) * size, n * size}, std::span(values).first(n));
        for (Index i = 0; i < count; ++i) out[c + i] += scale * values[static_cast<std::size_t>(i)];
    }
}

void EmbeddingTable::read_rows(Index first, Index count, float* out) const {
    assert(first >= 0 && first + count <= rows);
    const std::size_t size = element_size(dtype);
    const auto n = static_cast<std::size_t>(count * cols);
    convert_to_float(dtype, {data + static_cast<std::size_t>(first * cols) * size, n * size}, {out, n});
}

EmbeddingTable EmbeddingTable::own(std::vector<float> values, Index rows, Index cols) {
    assert(static_cast<Index>(values.size()) == rows * cols);
    EmbeddingTable table;
    table.owned = std::make_shared<const std::vector<float>>(std::move(values));
    table.data = reinterpret_cast<const std::byte*>(table.owned->data());
    table.rows = rows;
    table.cols = cols;
    return table;
}

}  // namespace headscope
