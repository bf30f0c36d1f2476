#pragma once

#include <vector>

#include "core/base/thread_pool.h"
#include "core/trace/attention_trace.h"
#include "core/trace/map_set.h"

namespace headscope {

// For each token the position of the first piece of its word, as people see words; its own where it begins one or
// belongs to none, such as [SEP].
std::vector<Index> word_starts(const std::vector<Token>& tokens);

// One set of a trace, which must have it, by words: the weight to a word is the sum over its pieces, the weight from a
// word the mean over its pieces (Clark et al. 2019, section 4.1), so that rows sum as before. A word's row and column
// are those of its first piece, the others are 0; the shape is the set's. Summed in float64. Throws std::bad_alloc.
AttentionMaps word_maps(const AttentionTrace& trace, MapSet set, ThreadPool& pool);

}  // namespace headscope
