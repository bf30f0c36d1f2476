#include "app/state/shown_values.h"

#include <utility>

#include "core/trace/contribution.h"
#include "core/trace/rollout.h"

namespace headscope {

bool can_show_values(const AttentionTrace& trace, MapSet set, MapValues values) {
    switch (values) {
        case MapValues::kWeights:
            return true;
        case MapValues::kNorms:
        case MapValues::kNormShares:
            return !trace.model->weights.layers.empty();
        case MapValues::kRollout:
            return set != MapSet::kCross || !has_map_set(trace, set);
        case MapValues::kChange:
            return !trace.model->weights.layers.empty() && !trace.ablation.is_empty();
    }
    return false;
}

namespace {

using TraceResult = Result<std::shared_ptr<const AttentionTrace>>;

TraceResult with_norms(const AttentionTrace& trace, MapValues values, const CancelToken& cancel, Workspace& workspace) {
    RunOptions options;
    options.cancel = cancel;
    options.keep_values = true;
    options.ablation = trace.ablation;
    const auto again = trace_again(trace, options, workspace);
    if (!again.has_value()) return again.error();
    // Made by this call alone, so that nobody else sees it change.
    auto maps = std::const_pointer_cast<AttentionMaps>(contribution_maps(*again.value(), workspace.pool()));
    if (values == MapValues::kNormShares) {
        for (AttentionMaps* set : {maps.get(), maps->decoder.get(), maps->cross.get()})
            if (set != nullptr) normalise_rows(*set);
    }
    auto made = std::make_shared<AttentionTrace>(trace);
    made->maps = std::move(maps);
    made->holds_contributions = true;
    return std::shared_ptr<const AttentionTrace>(std::move(made));
}

TraceResult with_rollout(const AttentionTrace& trace, const CancelToken& cancel, Workspace& workspace) {
    std::shared_ptr<AttentionMaps> maps = rollout_of_stacks(*trace.maps, cancel, workspace.pool());
    if (maps == nullptr) return Error{ErrorKind::kCancelled, "rollout: cancelled"};
    auto made = std::make_shared<AttentionTrace>(trace);
    made->maps = std::move(maps);
    return std::shared_ptr<const AttentionTrace>(std::move(made));
}

}  // namespace

TraceResult with_values(const std::shared_ptr<const AttentionTrace>& trace, MapValues values, const CancelToken& cancel,
                        Workspace& workspace) {
    switch (values) {
        case MapValues::kWeights:
            break;
        case MapValues::kNorms:
        case MapValues::kNormShares:
            return with_norms(*trace, values, cancel, workspace);
        case MapValues::kRollout:
            return with_rollout(*trace, cancel, workspace);
        case MapValues::kChange: {
            RunOptions options;
            options.cancel = cancel;
            return trace_again(*trace, options, workspace);
        }
    }
    return trace;
}

const char* values_name(MapValues values) {
    switch (values) {
        case MapValues::kWeights:
            return "weights";
        case MapValues::kNorms:
            return "norms";
        case MapValues::kNormShares:
            return "norms, rows sum to 1";
        case MapValues::kRollout:
            return "rollout ½ W + ½ I: no head's own";
        case MapValues::kChange:
            return "change: heads off − all on";
    }
    return "";
}

const char* values_tip(MapValues values) {
    switch (values) {
        case MapValues::kWeights:
            return "Attention weights as the model computes them.";
        case MapValues::kNorms:
            return "‖A_ij f(x_j)‖ with f(x) = (x W_V + b_V) W_O of the head (Kobayashi et al. 2020): a key with a "
                   "small "
                   "value vector adds little, whatever its weight. Left out: b_O, the residual stream, and a norm "
                   "behind the block. N goes on.";
        case MapValues::kNormShares:
            return "‖A_ij f(x_j)‖ divided by the sum of its row: in what parts the row's contributions come (Kobayashi "
                   "et al. 2020). Left out: b_O, the residual stream, and a norm behind the block. N goes on.";
        case MapValues::kRollout:
            return "Attention rollout (Abnar & Zuidema 2020), one map a layer and no head's own: how much of each "
                   "input "
                   "token is in each query behind that layer, if attention only mixed the stream. W is the mean of the "
                   "layer's heads, rows divided by their sum; A = 0.5 W + 0.5 I; R_1 = A_1, R_l = A_l R_(l-1). Rows "
                   "sum "
                   "to 1. N goes on.";
        case MapValues::kChange:
            return "Each weight without the heads that are off, minus what it is with all of them: orange where it "
                   "grows, blue where it shrinks. Rows of a change sum to 0. Layers up to the first head that is off "
                   "do not change. N goes on.";
    }
    return "";
}

}  // namespace headscope
