#include "app/state/lesson_ablation.h"

#include <algorithm>
#include <cmath>

namespace headscope {
namespace {

constexpr std::size_t kPredictions = 5;

float mean_change(ConstMatrixView before, ConstMatrixView after) {
    double sum = 0;
    for (Index row = 0; row < before.rows; ++row) {
        for (Index key = 0; key < before.cols; ++key)
            sum += std::abs(static_cast<double>(after(row, key)) - static_cast<double>(before(row, key)));
    }
    return static_cast<float>(sum / 2 / static_cast<double>(before.rows));
}

}  // namespace

Result<std::shared_ptr<const AblationNumbers>> make_ablation_numbers(
    const AblationRequest& request, const std::shared_ptr<const AblationNumbers>& previous, const CancelToken& cancel,
    Workspace& workspace) {
    const Model& model = *request.trace->model;
    RunOptions options;
    options.keep_last_hidden_state = true;
    options.logits = logits_for_predictions(model.config);
    options.cancel = cancel;
    const auto before = trace_again(*request.trace, options, workspace);
    if (!before.has_value()) return before.error();
    options.ablation = {request.off, request.by};
    const auto after = trace_again(*request.trace, options, workspace);
    if (!after.has_value()) return after.error();

    auto made = std::make_shared<AblationNumbers>();
    made->request = request;
    const AttentionMaps& old_maps = *before.value()->maps;
    const AttentionMaps& new_maps = *after.value()->maps;
    for (Index layer = 0; layer < old_maps.n_layers(); ++layer)
        for (Index head = 0; head < old_maps.n_heads(); ++head)
            made->map_changes.push_back(mean_change(old_maps.head(layer, head), new_maps.head(layer, head)));
    made->changes = row_changes(old_maps.last().last_hidden_state, new_maps.last().last_hidden_state,
                                model.config.last_stack().d_model);
    made->before = predict_tokens(*before.value(), kPredictions);
    made->after = predict_tokens(*after.value(), kPredictions);
    const bool has_ranking = previous && !previous->ranking.empty() && previous->request.trace == request.trace &&
                             previous->request.by == request.by;
    if (has_ranking) {
        made->ranking = previous->ranking;
    } else if (request.ranks) {
        RankOptions rank;
        rank.by = request.by;
        rank.cancel = cancel;
        auto ranking = rank_heads(model, input_of(*request.trace), rank, workspace);
        if (!ranking.has_value()) return ranking.error();
        made->ranking = std::move(ranking).value();
    }
    return std::shared_ptr<const AblationNumbers>(std::move(made));
}

}  // namespace headscope
