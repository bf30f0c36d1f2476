#pragma once

#include <cstddef>

#include "core/base/thread_pool.h"
#include "core/nn/attention_maps.h"

namespace headscope {

// What a trace says about the soundness of its maps.
struct MapCheck {
    double row_sum_max_error = 0;  // max over all rows without a NaN of |Σ_key a − 1|, summed in float64
    std::size_t non_finite = 0;    // cells that are NaN or infinite
};

// The largest of all sets. Where there are sinks, rows fall short of 1 by right, and only what is above 1 is an error.
MapCheck check_maps(const AttentionMaps& maps, bool has_sinks, ThreadPool& pool);

}  // namespace headscope
