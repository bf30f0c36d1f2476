#include "core/trace/ablation_effect.h"

#include <cmath>

namespace headscope {
namespace {

float mean_change(ConstMatrixView before, ConstMatrixView after) {
    double sum = 0;
    for (Index row = 0; row < before.rows; ++row) {
        for (Index key = 0; key < before.cols; ++key)
            sum += std::abs(static_cast<double>(after(row, key)) - static_cast<double>(before(row, key)));
    }
    return static_cast<float>(sum / 2 / static_cast<double>(before.rows));
}

}  // namespace

Result<AblationEffect> measure_ablation(const AttentionTrace& trace, const Ablation& ablation,
                                        const EffectOptions& options, Workspace& workspace) {
    const ModelConfig& config = trace.model->config;
    RunOptions run;
    run.keep_last_hidden_state = true;
    run.logits = logits_for_predictions(config);
    run.cancel = options.cancel;
    const auto before = trace_again(trace, run, workspace);
    if (!before.has_value()) return before.error();
    run.ablation = ablation;
    const auto after = trace_again(trace, run, workspace);
    if (!after.has_value()) return after.error();

    AblationEffect effect;
    effect.set = options.set;
    const AttentionMaps& old_maps = get_map_set(*before.value(), options.set).maps;
    const AttentionMaps& new_maps = get_map_set(*after.value(), options.set).maps;
    for (Index layer = 0; layer < old_maps.n_layers(); ++layer)
        for (Index head = 0; head < old_maps.n_heads(); ++head)
            effect.map_changes.push_back(mean_change(old_maps.head(layer, head), new_maps.head(layer, head)));
    effect.changes = row_changes(before.value()->maps->last().last_hidden_state,
                                 after.value()->maps->last().last_hidden_state, config.last_stack().d_model);
    effect.before = predict_tokens(*before.value(), options.top);
    effect.after = predict_tokens(*after.value(), options.top);
    return effect;
}

}  // namespace headscope
