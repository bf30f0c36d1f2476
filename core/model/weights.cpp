#include "core/model/weights.h"

#include <cassert>
#include <cstring>

namespace headscope {

void EmbeddingTable::add_row(Index index, float* out) const {
    assert(index >= 0 && index < rows);
    const std::byte* row = data + static_cast<std::size_t>(index * cols) * sizeof(float);
    for (Index c = 0; c < cols; ++c) {
        float value = 0;
        std::memcpy(&value, row + static_cast<std::size_t>(c) * sizeof(float), sizeof value);
        out[c] += value;
    }
}

}  // namespace headscope
