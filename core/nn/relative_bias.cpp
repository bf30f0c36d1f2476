#include "core/nn/relative_bias.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headscope {

Index relative_bucket(const RelativeBias& rule, Index distance) {
    const Index n = rule.is_bidirectional ? rule.n_buckets / 2 : rule.n_buckets;
    const Index first = rule.is_bidirectional && distance > 0 ? n : 0;
    const Index size = rule.is_bidirectional ? std::abs(distance) : std::max<Index>(-distance, 0);
    const Index exact = n / 2;
    if (size < exact) return first + size;
    const float far = std::log(static_cast<float>(size) / static_cast<float>(exact)) /
                      std::log(static_cast<float>(rule.max_distance) / static_cast<float>(exact)) *
                      static_cast<float>(n - exact);
    return first + std::min(exact + static_cast<Index>(far), n - 1);
}

DistanceBias distance_bias(const RelativeBias& rule, const EmbeddingTable& table, Index n_queries, Index n_keys,
                           AlignedBuffer& buffer) {
    const Index stride = DistanceBias::size(n_queries, n_keys);
    const Index heads = table.cols;
    buffer.reserve(static_cast<std::size_t>(heads * stride));
    std::fill_n(buffer.data(), heads * stride, 0.0F);
    std::vector<float> values(static_cast<std::size_t>(table.rows * heads));
    table.read_rows(0, table.rows, values.data());
    for (Index i = 0; i < n_queries + n_keys - 1; ++i) {
        const Index bucket = relative_bucket(rule, i - (n_queries - 1));
        for (Index head = 0; head < heads; ++head)
            buffer.data()[head * stride + i] = values[static_cast<std::size_t>(bucket * heads + head)];
    }
    return {buffer.data(), stride};
}

}  // namespace headscope
