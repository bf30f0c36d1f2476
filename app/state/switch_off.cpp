#include "app/state/switch_off.h"

#include <algorithm>
#include <new>
#include <utility>

namespace headscope {
namespace {

constexpr std::size_t kPredictions = 10;

bool same_tokens(const std::vector<Token>& a, const std::vector<Token>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Token& x, const Token& y) { return x.id == y.id && x.type_id == y.type_id; });
}

}  // namespace

bool is_off(const ViewState& view, HeadRef head) {
    return std::find(view.off.begin(), view.off.end(), head) != view.off.end();
}

void toggle_off(ViewState& view, const std::vector<HeadRef>& heads) {
    const bool all_are = std::all_of(heads.begin(), heads.end(), [&](HeadRef head) { return is_off(view, head); });
    for (const HeadRef head : heads) {
        if (all_are) {
            std::erase(view.off, head);
        } else if (!is_off(view, head)) {
            view.off.push_back(head);
        }
    }
}

std::vector<HeadRef> heads_of_model(std::vector<HeadRef> off, const ModelConfig& config) {
    std::erase_if(off, [&](HeadRef h) { return h.layer >= config.n_layers || h.head >= config.n_heads; });
    return off;
}

std::string off_words(const ViewState& view) {
    if (view.off.empty()) return {};
    const std::string count = std::to_string(view.off.size()) + (view.off.size() == 1 ? " head" : " heads");
    return count + " off (" + switch_off_name(view.off_by) + ")";
}

Result<std::shared_ptr<const SwitchOffEffect>> measure_effect(const EffectRequest& request, const CancelToken& cancel,
                                                              Workspace& workspace) {
    try {
        auto effect = measure_ablation(*request.trace, request.trace->ablation, kPredictions, cancel, workspace);
        if (!effect.has_value()) return effect.error();
        auto made = std::make_shared<SwitchOffEffect>();
        static_cast<AblationEffect&>(*made) = std::move(effect).value();
        made->request = request;
        return std::shared_ptr<const SwitchOffEffect>(std::move(made));
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, "heads: what changes needs more memory than the machine has free"};
    }
}

bool RankingRequest::operator==(const RankingRequest& other) const {
    if (by != other.by) return false;
    if (trace == other.trace) return true;
    if (trace == nullptr || other.trace == nullptr || trace->model != other.trace->model) return false;
    return same_tokens(trace->encoding.tokens, other.trace->encoding.tokens) &&
           same_tokens(trace->target.tokens, other.trace->target.tokens);
}

Result<std::shared_ptr<const HeadRanking>> rank_all_heads(const RankingRequest& request, const CancelToken& cancel,
                                                          const std::function<void(int)>& progress,
                                                          Workspace& workspace) {
    RankOptions options;
    options.by = request.by;
    options.cancel = cancel;
    options.progress = [&](Index done, Index all) { progress(static_cast<int>(100 * done / all)); };
    auto ranked = rank_heads(*request.trace->model, input_of(*request.trace), options, workspace);
    if (!ranked.has_value()) return ranked.error();
    auto made = std::make_shared<HeadRanking>();
    made->request = request;
    made->heads = std::move(ranked).value();
    return std::shared_ptr<const HeadRanking>(std::move(made));
}

}  // namespace headscope
