#pragma once

#include <vector>

#include "core/trace/attention_trace.h"

namespace headscope {

// Which maps of an encoder–decoder model; every other model has the first alone.
//   kEncoder  source tokens among themselves (of other models: the only tokens there are)
//   kDecoder  target tokens among themselves
//   kCross    queries are target tokens, keys are source tokens
enum class MapSet { kEncoder, kDecoder, kCross };

// One set of a trace with the tokens of its axes. Refers into the trace.
struct MapSetView {
    const AttentionMaps& maps;
    const std::vector<Token>& queries;  // maps.n_queries()
    const std::vector<Token>& keys;     // maps.n_keys()
};

bool has_map_set(const AttentionTrace& trace, MapSet set);

// The trace must have the set.
MapSetView get_map_set(const AttentionTrace& trace, MapSet set);

// Whether rows of this layer's maps give a part of their weight to a sink, which is no token, and so sum to less than 1
// (Agarwal et al. 2025, gpt-oss).
bool has_sinks(const AttentionTrace& trace, MapSet set, Index layer);

// 1 − Σ_key of a row, summed in float64: what went to the sink; 0 for layers without.
float sink_weight(const AttentionTrace& trace, MapSet set, Index layer, Index head, Index query);

}  // namespace headscope
