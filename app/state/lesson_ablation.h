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

    bool operator==(const AblationRequest&) const = default;
};

// What changes without them.
struct AblationNumbers : AblationEffect {
    AblationRequest request;
};

// Errors as run_model's.
Result<std::shared_ptr<const AblationNumbers>> make_ablation_numbers(const AblationRequest& request,
                                                                     const CancelToken& cancel, Workspace& workspace);

}  // namespace headscope
