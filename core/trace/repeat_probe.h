#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/base/cancel.h"
#include "core/trace/head_facts.h"

namespace headscope {

struct RepeatProbe {
    Index sequences = 4;
    Index length = 50;  // of the part that is repeated; fewer where the model has fewer positions or pieces
    std::uint32_t seed = 1;
    CancelToken cancel = {};
    std::function<void(Index done, Index sequences)> progress = {};  // called on the running thread
};

// What every head does on t1 … tL t1 … tL of distinct random ordinary tokens behind the model's own start tokens, which
// shows heads that need repeats whatever the text at hand holds (Olsson et al. 2022). Errors: kUnsupported for models
// that are not causal or have too few positions or pieces, and run_model's. Throws std::bad_alloc.
Result<FactsSummary> probe_repeats(std::shared_ptr<const Model> model, const RepeatProbe& probe, Workspace& workspace);

}  // namespace headscope
