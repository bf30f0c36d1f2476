#pragma once

#include <memory>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// What the cells of the shown maps are.
enum class MapValues {
    kWeights,     // the attention weights
    kNorms,       // ‖A_ij f(x_j)‖: what a key really contributes (see contribution.h)
    kNormShares,  // the same, each row divided by its sum
};

// Whether a trace can be shown so: it takes the model's weights.
bool can_show_values(const AttentionTrace& trace, MapValues values);

// The trace with those values in place of its weights, for which its tokens are run again; itself where they are its
// weights. It must be possible. Errors as run_model's.
Result<std::shared_ptr<const AttentionTrace>> with_values(const std::shared_ptr<const AttentionTrace>& trace,
                                                          MapValues values, const CancelToken& cancel,
                                                          Workspace& workspace);

// How such values are called, and what is to be known about them.
const char* values_name(MapValues values);
const char* values_tip(MapValues values);

}  // namespace headscope
