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
    constexpr Index kAtOnce = 256;  // whole blocks of every type
    const std::byte* row = data + offset_of(index);
    std::array<float, kAtOnce> values;
    for (Index c = 0; c < cols; c += kAtOnce) {
        const Index count = std::min(kAtOnce, cols - c);
        const auto n = static_cast<std::size_t>(count);
        const std::byte* from = row + stored_bytes(dtype, static_cast<std::size_t>(c));
        convert_to_float(dtype, {from, stored_bytes(dtype, n)}, std::span(values).first(n));
        for (Index i = 0; i < count; ++i) out[c + i] += scale * values[static_cast<std::size_t>(i)];
    }
}

void EmbeddingTable::read_rows(Index first, Index count, float* out) const {
    assert(first >= 0 && first + count <= rows);
    const auto n = static_cast<std::size_t>(count * cols);
    convert_to_float(dtype, {data + offset_of(first), stored_bytes(dtype, n)}, {out, n});
}

std::size_t EmbeddingTable::offset_of(Index row) const {
    return stored_bytes(dtype, static_cast<std::size_t>(row * cols));
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
