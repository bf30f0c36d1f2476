#include "app/state/lesson_ablation.h"

#include <utility>

namespace headscope {
namespace {

constexpr std::size_t kPredictions = 5;

}  // namespace

Result<std::shared_ptr<const AblationNumbers>> make_ablation_numbers(const AblationRequest& request,
                                                                     const CancelToken& cancel, Workspace& workspace) {
    auto effect = measure_ablation(*request.trace, {request.off, request.by}, {MapSet::kEncoder, kPredictions, cancel},
                                   workspace);
    if (!effect.has_value()) return effect.error();
    auto made = std::make_shared<AblationNumbers>();
    static_cast<AblationEffect&>(*made) = std::move(effect).value();
    made->request = request;
    return std::shared_ptr<const AblationNumbers>(std::move(made));
}

}  // namespace headscope
