#pragma once

#include <span>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/nn/attention_maps.h"

namespace headscope {

// Which weight gets the last colour.
enum class WeightRange {
    kFixed,  // 1, in every row of every head: colours can be compared everywhere
    kRow,    // the largest of its row
    kHead,   // the largest of its head
    kAll,    // the largest of all heads
};

// What of a set of maps is drawn.
struct DrawnCells {
    const AttentionMaps& maps;
    std::span<const Index> queries;
    std::span<const Index> keys;
    std::span<const float> row_scales;  // [layer][head][query of all] that weights are multiplied with; empty: 1
};

// By what the weights of each row are multiplied for their colour, [layer][head][query of all], besides row_scales:
// 1 / the largest drawn weight of the range (of changes the largest distance from 0), 1 where there is none; weights
// that are not finite do not count. Empty for kFixed. Throws std::bad_alloc.
std::vector<float> colour_scales(const DrawnCells& drawn, WeightRange range, ThreadPool& pool);

// The same of one map [query, key] without row scales, [query of all]; `largest_of_all` is what kAll goes by.
std::vector<float> colour_scales(ConstMatrixView map, std::span<const Index> queries, std::span<const Index> keys,
                                 WeightRange range, float largest_of_all);

}  // namespace headscope
