#include "core/trace/difference_pixels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace headscope {
namespace {

constexpr std::uint16_t kSign = 0x8000;

// By distance from 0; masked cells lie below all.
int strength(std::uint16_t half) {
    return half == kMaskedDifferenceHalf ? -1 : half & ~kSign;
}

std::uint16_t farther(std::uint16_t x, std::uint16_t y) {
    return strength(x) >= strength(y) ? x : y;
}

MapPixels::Level half_of_level(const MapPixels::Level& from) {
    MapPixels::Level to;
    to.rows = std::max(from.rows / 2, 1);
    to.cols = std::max(from.cols / 2, 1);
    to.halves.assign(static_cast<std::size_t>(to.rows) * static_cast<std::size_t>(to.cols), kMaskedDifferenceHalf);
    for (int row = 0; row < from.rows; ++row) {
        const auto to_row = static_cast<std::size_t>(std::min(row / 2, to.rows - 1));
        for (int col = 0; col < from.cols; ++col) {
            const auto to_col = static_cast<std::size_t>(std::min(col / 2, to.cols - 1));
            std::uint16_t& cell = to.halves[to_row * static_cast<std::size_t>(to.cols) + to_col];
            cell = farther(cell, from.halves[static_cast<std::size_t>(row) * static_cast<std::size_t>(from.cols) +
                                             static_cast<std::size_t>(col)]);
        }
    }
    return to;
}

// With every level of the right size.
MapPixels empty_pixels(int n_slices, int rows, int cols) {
    MapPixels out;
    out.n_slices = n_slices;
    while (true) {
        MapPixels::Level level{rows, cols, {}};
        level.halves.resize(static_cast<std::size_t>(n_slices) * static_cast<std::size_t>(rows) *
                            static_cast<std::size_t>(cols));
        out.levels.push_back(std::move(level));
        if (rows == 1 && cols == 1) return out;
        rows = std::max(rows / 2, 1);
        cols = std::max(cols / 2, 1);
    }
}

}  // namespace

std::uint16_t difference_to_half(float difference) {
    if (!std::isfinite(difference)) return kInvalidHalf;
    const std::uint16_t size = weight_to_half(std::abs(difference));
    return difference < 0 ? static_cast<std::uint16_t>(size | kSign) : size;
}

MapPixels build_difference_pixels(std::span<const float> values, std::span<const unsigned char> masked, int rows,
                                  int cols, float scale) {
    MapPixels out;
    if (rows <= 0 || cols <= 0) return out;
    out.n_slices = 1;
    MapPixels::Level whole;
    whole.rows = rows;
    whole.cols = cols;
    whole.halves.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool is_masked = !masked.empty() && masked[i] != 0;
        whole.halves[i] = is_masked ? kMaskedDifferenceHalf : difference_to_half(values[i] * scale);
    }
    out.levels.push_back(std::move(whole));
    while (out.levels.back().rows > 1 || out.levels.back().cols > 1)
        out.levels.push_back(half_of_level(out.levels.back()));
    return out;
}

MapPixels build_difference_pixels(const MapsToDraw& drawn, ThreadPool& pool) {
    const AttentionMaps& maps = drawn.maps;
    const Index slices = maps.n_layers() * maps.n_heads();
    const auto rows = static_cast<int>(drawn.queries.size());
    const auto cols = static_cast<int>(drawn.keys.size());
    if (rows == 0 || cols == 0) return {};
    MapPixels out = empty_pixels(static_cast<int>(slices), rows, cols);
    pool.for_each(out.n_slices, [&](int slice) {
        const Index layer = slice / maps.n_heads();
        const ConstMatrixView map = maps.head(layer, slice % maps.n_heads());
        const AttentionMask& mask = drawn.masks[static_cast<std::size_t>(layer)];
        std::vector<float> values;
        std::vector<unsigned char> masked;
        values.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
        masked.reserve(values.capacity());
        for (const Index query : drawn.queries) {
            const Index place = static_cast<Index>(slice) * map.rows + query;
            const float scale = drawn.row_scales.empty() ? 1 : drawn.row_scales[static_cast<std::size_t>(place)];
            for (const Index key : drawn.keys) {
                values.push_back(map(query, key) * scale);
                masked.push_back(map(query, key) == 0 && !mask.allows(query, key) ? 1 : 0);
            }
        }
        const MapPixels one = build_difference_pixels(values, masked, rows, cols, 1);
        for (std::size_t k = 0; k < one.levels.size(); ++k) {
            const std::vector<std::uint16_t>& halves = one.levels[k].halves;
            std::copy(halves.begin(), halves.end(),
                      out.levels[k].halves.begin() +
                          static_cast<std::ptrdiff_t>(halves.size() * static_cast<std::size_t>(slice)));
        }
    });
    return out;
}

}  // namespace headscope
