#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/state/view_state.h"
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/ablation_effect.h"

namespace headscope {

struct AppState;

// Heads that are switched off (ViewState::off and its fellows): everything that is shown is computed without them.

// Those of a set of maps.
std::vector<HeadRef>& off_of(ViewState& view, MapSet set);
const std::vector<HeadRef>& off_of(const ViewState& view, MapSet set);
bool is_off(const ViewState& view, MapSet set, HeadRef head);
bool are_any_off(const ViewState& view);
// The chosen heads off; on again if all of them are off.
void toggle_off(ViewState& view, MapSet set, const std::vector<HeadRef>& heads);
void switch_all_on(ViewState& view);
Ablation ablation_of(const ViewState& view);
// Those of `off` that a stack has; the rest was chosen with another model.
std::vector<HeadRef> heads_of_stack(std::vector<HeadRef> off, const StackConfig& stack);
Ablation ablation_of_model(Ablation ablation, const ModelConfig& config);
// "3 heads off (zero)", "1 encoder + 2 cross heads off (mean)"; empty if none is.
std::string off_words(const ViewState& view);

struct EffectRequest {
    std::shared_ptr<const AttentionTrace> trace;  // of a run with heads off
    MapSet set = MapSet::kEncoder;                // whose maps are compared

    bool operator==(const EffectRequest&) const = default;
};

// What is different without the heads that are off.
struct SwitchOffEffect : AblationEffect {
    EffectRequest request;
};
// Runs the same tokens with all heads and without. Errors as run_model's.
Result<std::shared_ptr<const SwitchOffEffect>> measure_effect(const EffectRequest& request, const CancelToken& cancel,
                                                              Workspace& workspace);

struct RankingRequest {
    std::shared_ptr<const AttentionTrace> trace;
    SwitchOff by = SwitchOff::kZero;
    MapSet set = MapSet::kEncoder;  // whose heads

    // Whether the same tokens go through the same model: which heads are off in the trace does not count.
    bool operator==(const RankingRequest& other) const;
};

// Every head of a set of maps by what it changes on its own.
struct HeadRanking {
    RankingRequest request;
    std::vector<HeadImportance> heads;  // most important first
};
// `progress` is called with per cents on the running thread. Errors as run_model's.
Result<std::shared_ptr<const HeadRanking>> rank_all_heads(const RankingRequest& request, const CancelToken& cancel,
                                                          const std::function<void(int)>& progress,
                                                          Workspace& workspace);

}  // namespace headscope
