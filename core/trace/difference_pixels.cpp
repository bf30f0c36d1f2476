#include "core/trace/difference_pixels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

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

}  // namespace headscope
