#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/thread_pool.h"
#include "core/nn/attention.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"
#include "core/trace/map_set.h"

namespace headscope {

// Half-precision −1: a masked cell. Compared as signed integers, half floats of this file order like their values, so
// that it is smaller than every weight and never wins a maximum.
constexpr std::uint16_t kMaskedHalf = 0xBC00;
// Half-precision 2: a weight that is not a number. It wins every maximum, so that it stays visible, and unlike a real
// NaN it survives shader compilers that assume there are none.
constexpr std::uint16_t kInvalidHalf = 0x4000;

// IEEE 754 binary16 of a weight, rounded to nearest, ties to even. Clamped to [0, 1]; NaN and infinities become
// kInvalidHalf.
std::uint16_t weight_to_half(float weight);

// The places of the tokens that are drawn, in order: all, or all that are not special. Rows and columns of MapPixels
// follow it.
std::vector<Index> shown_places(const std::vector<Token>& tokens, SpecialsMode specials);

// The same of the text's tokens.
std::vector<Index> shown_tokens(const AttentionTrace& trace, SpecialsMode specials);

// The same for the decoder's tokens of an encoder–decoder model.
std::vector<Index> shown_target_tokens(const AttentionTrace& trace, SpecialsMode specials);

// Every head's map as IEEE 754 half floats, ready for a texture array, with mip levels that keep the maximum of the
// cells below, so that a single hot cell survives at every zoom.
struct MapPixels {
    struct Level {
        int rows = 0;                       // queries
        int cols = 0;                       // keys
        std::vector<std::uint16_t> halves;  // [slice][row][col], slice = layer * n_heads + head
    };
    int n_slices = 0;
    // Level k + 1 has half the size of level k both ways, rounded down, at least 1; the last is 1×1. Cell c of level 0
    // lies in cell min(c >> k, size of level k − 1) of level k, along rows and columns alike: the last cell takes what
    // is left over. Empty where no query or no key is shown.
    std::vector<Level> levels;
};

// Fills `out`, reusing its memory. Cells of the shown tokens of one set, which the trace must have; with
// SpecialsMode::kRenormalise each row is divided by its sum over the tokens that are not special (a row without any
// such weight stays 0). Cells that the mask forbids are kMaskedHalf, except in rows that may look nowhere and so look
// everywhere; weights that are not finite are kInvalidHalf. Throws std::bad_alloc.
void build_map_pixels(const AttentionTrace& trace, SpecialsMode specials, ThreadPool& pool, MapPixels& out,
                      MapSet set = MapSet::kEncoder);

// The same into new memory.
MapPixels build_map_pixels(const AttentionTrace& trace, SpecialsMode specials, ThreadPool& pool,
                           MapSet set = MapSet::kEncoder);

// What is drawn of a set of maps whose rows and columns are tokens.
struct MapsToDraw {
    const AttentionMaps& maps;
    const std::vector<Index>& queries;  // the drawn ones, ascending
    const std::vector<Index>& keys;
    std::span<const AttentionMask> masks;  // one a layer
    std::span<const float> row_scales;     // [layer][head][query of all] that weights are multiplied with; empty: 1
};
// Every head's slice of it. Throws std::bad_alloc.
MapPixels build_map_pixels(const MapsToDraw& drawn, ThreadPool& pool);

// Where a slice is named: the one map of the function below, beside those of the heads.
constexpr int kCombinedSlice = -1;

// One slice of a map [query, key] that is made from others, of the queries and keys that are drawn (ascending), its
// weights times those of `row_scales` [query of all], where there are any. A cell is masked where its weight is 0 and
// each of `masks` forbids it. Throws std::bad_alloc.
MapPixels build_map_pixels(ConstMatrixView map, const std::vector<Index>& queries, const std::vector<Index>& keys,
                           std::span<const AttentionMask* const> masks, std::span<const float> row_scales = {});

}  // namespace headscope
