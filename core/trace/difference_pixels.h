#pragma once

#include <cstdint>
#include <span>

#include "core/trace/map_pixels.h"

namespace headscope {

// Half-precision −2: a masked cell of a difference, whose values go from −1 to 1.
constexpr std::uint16_t kMaskedDifferenceHalf = 0xC000;

// Where a slice is named: the one map of the function below, beside those of the heads.
constexpr int kDifferenceSlice = -2;

// IEEE 754 binary16 of a number from −1 to 1, clamped to that; kInvalidHalf for what is not finite.
std::uint16_t difference_to_half(float difference);

// One slice of `values` [rows][cols] times `scale`. Each level above holds of the cells below the one farthest from 0;
// cells that are not finite win, masked ones (`masked` [rows][cols], != 0; empty: none) lose. Throws std::bad_alloc.
MapPixels build_difference_pixels(std::span<const float> values, std::span<const unsigned char> masked, int rows,
                                  int cols, float scale);

// The same of every head of maps that hold differences: slices as build_map_pixels makes them. A cell is masked where
// its layer's mask forbids it and it is 0. Throws std::bad_alloc.
MapPixels build_difference_pixels(const MapsToDraw& drawn, ThreadPool& pool);

}  // namespace headscope
