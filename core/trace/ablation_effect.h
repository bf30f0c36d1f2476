#pragma once

#include <cstddef>
#include <vector>

#include "core/base/cancel.h"
#include "core/trace/ablation.h"
#include "core/trace/predictions.h"

namespace headscope {

// What is different without some heads.
struct AblationEffect {
    std::vector<float> map_changes;     // [n_layers, n_heads]: mean over rows of ½ Σ_key |after − before|, 0 to 1
    std::vector<VectorChange> changes;  // of the last hidden state, a token each
    // What the model expects before and after; empty where the weights have no head.
    std::vector<PredictedToken> before;
    std::vector<PredictedToken> after;
};

// Runs the tokens of a trace with all heads and without those of `ablation`; at most `top` predictions each. Errors as
// run_model's. Throws std::bad_alloc.
Result<AblationEffect> measure_ablation(const AttentionTrace& trace, const Ablation& ablation, std::size_t top,
                                        const CancelToken& cancel, Workspace& workspace);

}  // namespace headscope
