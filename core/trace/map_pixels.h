#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/thread_pool.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"

namespace headscope {

// Half-precision bit pattern of a masked cell (−1): smaller than every weight, so that it never wins a maximum.
constexpr std::uint16_t kMaskedHalf = 0xBC00;
// Half-precision NaN: a weight that is not a number. It wins every maximum, so that it stays visible.
constexpr std::uint16_t kInvalidHalf = 0x7E00;

// The tokens that are drawn, in order: all, or all that are not special. Rows and columns of MapPixels follow it.
std::vector<Index> shown_tokens(const AttentionTrace& trace, SpecialsMode specials);

// Every head's map as IEEE 754 half floats, ready for a texture array, with mip levels that keep the maximum of the
// cells below, so that a single hot cell survives at every zoom.
struct MapPixels {
    struct Level {
        int rows = 0;  // queries
        int cols = 0;  // keys
        std::vector<std::uint16_t> halves;  // [slice][row][col], slice = layer * n_heads + head
    };
    int n_slices = 0;
    std::vector<Level> levels;  // level k + 1 has half the size of level k, rounded down, at least 1
};

// Cells of the shown tokens; with SpecialsMode::kRenormalise each row is divided by what remains of it. Cells that the
// mask forbids are kMaskedHalf, NaN is kInvalidHalf.
MapPixels build_map_pixels(const AttentionTrace& trace, SpecialsMode specials, ThreadPool& pool);

}  // namespace headscope
