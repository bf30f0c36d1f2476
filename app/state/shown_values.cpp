#include "app/state/shown_values.h"

#include <utility>

#include "core/trace/contribution.h"

namespace headscope {

bool can_show_values(const AttentionTrace& trace, MapValues values) {
    return values == MapValues::kWeights || !trace.model->weights.layers.empty();
}

Result<std::shared_ptr<const AttentionTrace>> with_values(const std::shared_ptr<const AttentionTrace>& trace,
                                                          MapValues values, const CancelToken& cancel,
                                                          Workspace& workspace) {
    if (values == MapValues::kWeights) return trace;
    RunOptions options;
    options.cancel = cancel;
    options.keep_values = true;
    options.ablation = trace->ablation;
    const auto again = trace_again(*trace, options, workspace);
    if (!again.has_value()) return again.error();
    // Made by this call alone, so that nobody else sees it change.
    auto maps = std::const_pointer_cast<AttentionMaps>(contribution_maps(*again.value(), workspace.pool()));
    if (values == MapValues::kNormShares) {
        for (AttentionMaps* set : {maps.get(), maps->decoder.get(), maps->cross.get()})
            if (set != nullptr) normalise_rows(*set);
    }
    auto made = std::make_shared<AttentionTrace>(*trace);
    made->maps = std::move(maps);
    made->holds_contributions = true;
    return std::shared_ptr<const AttentionTrace>(std::move(made));
}

const char* values_name(MapValues values) {
    switch (values) {
        case MapValues::kWeights:
            return "weights";
        case MapValues::kNorms:
            return "norms";
        case MapValues::kNormShares:
            return "norms, rows sum to 1";
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
    }
    return "";
}

}  // namespace headscope
