#include "core/trace/weight_range.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace headscope {
namespace {

float largest_in(const float* row, std::span<const Index> keys) {
    float most = 0;
    for (const Index key : keys)
        if (std::isfinite(row[key])) most = std::max(most, std::abs(row[key]));
    return most;
}

float scale_to(float largest) {
    return largest > 0 ? 1 / largest : 1;
}

// The scales of one map from the largest weight of each of its drawn rows, which they replace.
void rows_to_scales(std::span<float> rows, std::span<const Index> queries, WeightRange range, float largest_of_all) {
    float most = range == WeightRange::kAll ? largest_of_all : 0;
    if (range == WeightRange::kHead)
        for (const Index query : queries) most = std::max(most, rows[static_cast<std::size_t>(query)]);
    for (float& row : rows) row = scale_to(range == WeightRange::kRow ? row : most);
}

}  // namespace

std::vector<float> colour_scales(const DrawnCells& drawn, WeightRange range, ThreadPool& pool) {
    if (range == WeightRange::kFixed) return {};
    const AttentionMaps& maps = drawn.maps;
    const auto n_queries = static_cast<std::size_t>(maps.n_queries());
    const auto n_slices = static_cast<std::size_t>(maps.n_layers() * maps.n_heads());
    std::vector<float> scales(n_slices * n_queries);
    pool.for_each(static_cast<int>(n_slices), [&](int slice) {
        const ConstMatrixView map = maps.head(slice / maps.n_heads(), slice % maps.n_heads());
        const std::size_t first = static_cast<std::size_t>(slice) * n_queries;
        for (const Index query : drawn.queries) {
            const std::size_t at = first + static_cast<std::size_t>(query);
            const float scale = drawn.row_scales.empty() ? 1 : drawn.row_scales[at];
            scales[at] = largest_in(map.row(query), drawn.keys) * scale;
        }
    });
    const float largest = scales.empty() ? 0 : *std::max_element(scales.begin(), scales.end());
    for (std::size_t slice = 0; slice < n_slices; ++slice)
        rows_to_scales({scales.data() + slice * n_queries, n_queries}, drawn.queries, range, largest);
    return scales;
}

std::vector<float> colour_scales(ConstMatrixView map, std::span<const Index> queries, std::span<const Index> keys,
                                 WeightRange range, float largest_of_all) {
    if (range == WeightRange::kFixed) return {};
    std::vector<float> scales(static_cast<std::size_t>(map.rows));
    for (const Index query : queries) scales[static_cast<std::size_t>(query)] = largest_in(map.row(query), keys);
    rows_to_scales(scales, queries, range, largest_of_all);
    return scales;
}

}  // namespace headscope
