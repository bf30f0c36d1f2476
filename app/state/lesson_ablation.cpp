#include "app/state/lesson_ablation.h"

#include <utility>

namespace headscope {
namespace {

constexpr std::size_t kPredictions = 5;

}  // namespace

Result<std::shared_ptr<const AblationNumbers>> make_ablation_numbers(
    const AblationRequest& request, const std::shared_ptr<const AblationNumbers>& previous, const CancelToken& cancel,
    Workspace& workspace) {
    auto effect = measure_ablation(*request.trace, {request.off, request.by}, kPredictions, cancel, workspace);
    if (!effect.has_value()) return effect.error();
    auto made = std::make_shared<AblationNumbers>();
    static_cast<AblationEffect&>(*made) = std::move(effect).value();
    made->request = request;
    const bool has_ranking = previous && !previous->ranking.empty() && previous->request.trace == request.trace &&
                             previous->request.by == request.by;
    if (has_ranking) {
        made->ranking = previous->ranking;
    } else if (request.ranks) {
        RankOptions rank;
        rank.by = request.by;
        rank.cancel = cancel;
        auto ranking = rank_heads(*request.trace->model, input_of(*request.trace), rank, workspace);
        if (!ranking.has_value()) return ranking.error();
        made->ranking = std::move(ranking).value();
    }
    return std::shared_ptr<const AblationNumbers>(std::move(made));
}

}  // namespace headscope
