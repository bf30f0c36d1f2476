#pragma once

#include <span>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/nn/attention_maps.h"

namespace headscope {

// How several heads become one map.
enum class Combination {
    kMean,  // rows of maps that sum to 1 still sum to 1
    kMax,   // the strongest weight of all heads in each cell, of changes the one farthest from 0: rows may sum to more
            // than 1
};

// The map [n_queries, n_keys] of several heads taken together cell by cell, rows without padding; means are summed in
// float64. A cell that is not a number in one head is none in the whole. `heads` must not be empty. Before that each
// row is multiplied by its entry of `row_scales` [layer][head][query], where there are any. Errors: kCancelled. Throws
// std::bad_alloc.
Result<std::vector<float>> combine_heads(const AttentionMaps& maps, std::span<const HeadRef> heads, Combination how,
                                         std::span<const float> row_scales, ThreadPool& pool,
                                         const CancelToken& cancel = {});

}  // namespace headscope
