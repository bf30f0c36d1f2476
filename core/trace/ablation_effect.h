#pragma once

#include <cstddef>
#include <vector>

#include "core/base/cancel.h"
#include "core/trace/ablation.h"
#include "core/trace/predictions.h"

namespace headscope {

// What is different without some heads.
struct AblationEffect {
    MapSet set = MapSet::kEncoder;      // whose maps the next are of
    std::vector<float> map_changes;     // [n_layers, n_heads]: mean over rows of ½ Σ_key |after − before|, 0 to 1
    std::vector<VectorChange> changes;  // of the last hidden state, a token each
    // What the model expects before and after; empty where the weights have no head.
    std::vector<PredictedToken> before;
    std::vector<PredictedToken> after;
};

struct EffectOptions {
    MapSet set = MapSet::kEncoder;  // whose maps are compared; the trace must have it
    std::size_t top = 10;           // how many predictions each
    CancelToken cancel = {};
};

// Runs the tokens of a trace with all heads and without those of `ablation`. Errors as run_model's. Throws
// std::bad_alloc.
Result<AblationEffect> measure_ablation(const AttentionTrace& trace, const Ablation& ablation,
                                        const EffectOptions& options, Workspace& workspace);

}  // namespace headscope
