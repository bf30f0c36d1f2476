#include "core/trace/combined_heads.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace headscope {
namespace {

void add_row(const float* row, float scale, std::span<double> sum) {
    for (std::size_t key = 0; key < sum.size(); ++key) sum[key] += static_cast<double>(row[key] * scale);
}

// Keeps what is farthest from 0, and what is not a number, which compares with nothing.
void raise_row(const float* row, float scale, std::span<double> most) {
    for (std::size_t key = 0; key < most.size(); ++key) {
        const auto weight = static_cast<double>(row[key] * scale);
        if (!(std::abs(weight) <= std::abs(most[key])) && !std::isnan(most[key])) most[key] = weight;
    }
}

}  // namespace

Result<std::vector<float>> combine_heads(const AttentionMaps& maps, std::span<const HeadRef> heads, Combination how,
                                         std::span<const float> row_scales, ThreadPool& pool,
                                         const CancelToken& cancel) {
    assert(!heads.empty());
    const auto n_keys = static_cast<std::size_t>(maps.n_keys());
    const Index n_queries = maps.n_queries();
    std::vector<float> out(static_cast<std::size_t>(n_queries) * n_keys);
    std::vector<double> rows(static_cast<std::size_t>(pool.size()) * n_keys);
    const double divisor = how == Combination::kMean ? static_cast<double>(heads.size()) : 1;
    pool.for_each(static_cast<int>(n_queries), [&](int query, int thread) {
        if (cancel.is_requested()) return;
        const std::span<double> row(rows.data() + static_cast<std::size_t>(thread) * n_keys, n_keys);
        std::fill(row.begin(), row.end(), 0.0);
        for (const HeadRef head : heads) {
            const float* weights = maps.head(head.layer, head.head).row(query);
            const Index place = (head.layer * maps.n_heads() + head.head) * n_queries + query;
            const float scale = row_scales.empty() ? 1 : row_scales[static_cast<std::size_t>(place)];
            if (how == Combination::kMean) {
                add_row(weights, scale, row);
            } else {
                raise_row(weights, scale, row);
            }
        }
        float* to = out.data() + static_cast<std::size_t>(query) * n_keys;
        for (std::size_t key = 0; key < n_keys; ++key) to[key] = static_cast<float>(row[key] / divisor);
    });
    if (cancel.is_requested()) return Error{ErrorKind::kCancelled, "heads: cancelled"};
    return out;
}

}  // namespace headscope
