#pragma once

#include "core/base/aligned_buffer.h"
#include "core/model/model_config.h"
#include "core/model/weights.h"
#include "core/nn/attention.h"

namespace headscope {

// The bucket of a distance key − query (Raffel et al. 2020; the rounding is that of transformers' T5): near distances
// have a bucket each, far ones share them on a logarithmic scale up to max_distance. Without is_bidirectional, keys
// behind the query are all in bucket 0.
Index relative_bucket(const RelativeBias& rule, Index distance);

// The bias of every head at every distance between n_queries queries and n_keys keys, out of `table` [buckets, heads].
// The result points into `buffer`. Throws std::bad_alloc.
DistanceBias distance_bias(const RelativeBias& rule, const EmbeddingTable& table, Index n_queries, Index n_keys,
                           AlignedBuffer& buffer);

}  // namespace headscope
