#pragma once

#include <memory>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/attention_trace.h"
#include "core/trace/map_set.h"

namespace headscope {

// What the cells of the shown maps are.
enum class MapValues {
    kWeights,     // the attention weights
    kNorms,       // ‖A_ij f(x_j)‖: what a key really contributes (see contribution.h)
    kNormShares,  // the same, each row divided by its sum
    kRollout,     // one map a layer: its heads and those below taken together (see rollout.h)
    kChange,      // what the weights are without the heads that are off, minus what they are with all
};
constexpr int kMapValuesCount = 5;

// Whether a set of a trace can be shown so: norms and changes take the model's weights, changes heads that are off, a
// rollout maps of tokens among themselves.
bool can_show_values(const AttentionTrace& trace, MapSet set, MapValues values);

// What the values are made of: the trace with those values in place of its weights, for which its tokens are run again
// where that is needed; of a change the trace of all heads, which is what the change is from; itself where they are its
// weights. It must be possible. Errors as run_model's.
Result<std::shared_ptr<const AttentionTrace>> with_values(const std::shared_ptr<const AttentionTrace>& trace,
                                                          MapValues values, const CancelToken& cancel,
                                                          Workspace& workspace);

// How such values are called, and what is to be known about them.
const char* values_name(MapValues values);
const char* values_tip(MapValues values);

}  // namespace headscope
