#pragma once

#include <vector>

#include "core/nn/attention.h"
#include "core/trace/attention_trace.h"
#include "core/trace/map_set.h"

namespace headscope {

// Which keys the queries of each layer may look at, [n_layers of trace.maps]. Without a rule where nothing is known.
std::vector<AttentionMask> layer_masks(const AttentionTrace& trace);

// The same for the decoder of an encoder–decoder model, among its own tokens.
std::vector<AttentionMask> decoder_layer_masks(const AttentionTrace& trace);

// The same for any set of the trace; cross-attention knows no order, but hidden source tokens stay hidden.
std::vector<AttentionMask> layer_masks(const AttentionTrace& trace, MapSet set);

// The keys that one query sees: those in [begin, end) that the mask allows. A row that may look nowhere looks
// everywhere, as the engine computes it.
struct VisibleKeys {
    VisibleKeys(const AttentionMask& mask, Index query, Index n_keys);

    bool contains(Index key) const {
        return key >= begin && key < end && (allowed == nullptr || allowed[static_cast<std::size_t>(key)] != 0);
    }

    Index begin = 0;
    Index end = 0;
    Index count = 0;
    const unsigned char* allowed = nullptr;  // by key; null: all
};

}  // namespace headscope
