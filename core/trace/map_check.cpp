#include "core/trace/map_check.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace headscope {
namespace {

// Sums in lanes, so that compilers may use vectors; a map has tens of millions of cells.
constexpr std::size_t kLanes = 8;

double sum_of_row(const float* row, Index n) {
    std::array<double, kLanes> lanes{};
    const Index whole = n / static_cast<Index>(kLanes) * static_cast<Index>(kLanes);
    for (Index j = 0; j < whole; j += static_cast<Index>(kLanes)) {
        for (std::size_t l = 0; l < kLanes; ++l) lanes[l] += static_cast<double>(row[j + static_cast<Index>(l)]);
    }
    double sum = 0;
    for (const double lane : lanes) sum += lane;
    for (Index j = whole; j < n; ++j) sum += static_cast<double>(row[j]);
    return sum;
}

std::size_t non_finite_in_row(const float* row, Index n) {
    return static_cast<std::size_t>(std::count_if(row, row + n, [](float cell) { return !std::isfinite(cell); }));
}

MapCheck check_head(ConstMatrixView map, bool has_sinks) {
    MapCheck check;
    for (Index i = 0; i < map.rows; ++i) {
        const double excess = sum_of_row(map.row(i), map.cols) - 1;
        const double error = has_sinks && excess < 0 ? 0 : std::abs(excess);
        if (std::isfinite(error)) {
            check.row_sum_max_error = std::max(check.row_sum_max_error, error);
        } else {
            // A sum of finite weights is finite, so only such rows need counting.
            check.non_finite += non_finite_in_row(map.row(i), map.cols);
        }
    }
    return check;
}

}  // namespace

MapCheck check_maps(const AttentionMaps& maps, bool has_sinks, ThreadPool& pool) {
    const Index heads = maps.n_layers() * maps.n_heads();
    std::vector<MapCheck> checks(static_cast<std::size_t>(heads));
    pool.for_each(static_cast<int>(heads), [&](int i) {
        checks[static_cast<std::size_t>(i)] = check_head(maps.head(i / maps.n_heads(), i % maps.n_heads()), has_sinks);
    });
    MapCheck all;
    for (const AttentionMaps* other : {maps.decoder.get(), maps.cross.get()})
        if (other != nullptr) checks.push_back(check_maps(*other, has_sinks, pool));
    for (const MapCheck& check : checks) {
        all.row_sum_max_error = std::max(all.row_sum_max_error, check.row_sum_max_error);
        all.non_finite += check.non_finite;
    }
    return all;
}

}  // namespace headscope
