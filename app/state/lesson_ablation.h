#pragma once

#include <memory>
#include <vector>

#include "core/base/cancel.h"
#include "core/trace/ablation_effect.h"

namespace headscope {

// Heads of the only stack (or the encoder) that are switched off.
struct AblationRequest {
    std::shared_ptr<const AttentionTrace> trace;
    std::vector<HeadRef> off;
    SwitchOff by = SwitchOff::kZero;
    bool ranks = false;  // every head on its own as well, which takes a run a head

    bool operator==(const AblationRequest&) const = default;
};

// What changes without them.
struct AblationNumbers : AblationEffect {
    AblationRequest request;
    std::vector<HeadImportance> ranking;  // empty unless asked for
};

// `previous` (may be null) gives its ranking where it is of the same trace and kind. Errors as run_model's.
Result<std::shared_ptr<const AblationNumbers>> make_ablation_numbers(
    const AblationRequest& request, const std::shared_ptr<const AblationNumbers>& previous, const CancelToken& cancel,
    Workspace& workspace);

}  // namespace headscope
