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

std::vector<HeadRef>& off_of(ViewState& view, MapSet set) {
    if (set == MapSet::kDecoder) return view.off_decoder;
    return set == MapSet::kCross ? view.off_cross : view.off;
}

const std::vector<HeadRef>& off_of(const ViewState& view, MapSet set) {
    if (set == MapSet::kDecoder) return view.off_decoder;
    return set == MapSet::kCross ? view.off_cross : view.off;
}

bool is_off(const ViewState& view, MapSet set, HeadRef head) {
    const std::vector<HeadRef>& off = off_of(view, set);
    return std::find(off.begin(), off.end(), head) != off.end();
}

bool are_any_off(const ViewState& view) {
    return !view.off.empty() || !view.off_decoder.empty() || !view.off_cross.empty();
}

void toggle_off(ViewState& view, MapSet set, const std::vector<HeadRef>& heads) {
    const bool all_are = std::all_of(heads.begin(), heads.end(), [&](HeadRef head) { return is_off(view, set, head); });
    for (const HeadRef head : heads) {
        if (all_are) {
            std::erase(off_of(view, set), head);
        } else if (!is_off(view, set, head)) {
            off_of(view, set).push_back(head);
        }
    }
}

void switch_all_on(ViewState& view) {
    for (const MapSet set : {MapSet::kEncoder, MapSet::kDecoder, MapSet::kCross}) off_of(view, set).clear();
}

Ablation ablation_of(const ViewState& view) {
    return {view.off, view.off_by, view.off_decoder, view.off_cross};
}

std::vector<HeadRef> heads_of_stack(std::vector<HeadRef> off, const StackConfig& stack) {
    std::erase_if(off, [&](HeadRef h) { return h.layer >= stack.n_layers || h.head >= stack.n_heads; });
    return off;
}

Ablation ablation_of_model(Ablation ablation, const ModelConfig& config) {
    ablation.heads = heads_of_stack(std::move(ablation.heads), config);
    for (std::vector<HeadRef>* off : {&ablation.decoder_heads, &ablation.cross_heads}) {
        if (config.decoder) {
            *off = heads_of_stack(std::move(*off), *config.decoder);
        } else {
            off->clear();
        }
    }
    return ablation;
}

std::string off_words(const ViewState& view) {
    if (!are_any_off(view)) return {};
    std::string counts;
    std::size_t last = 0;
    const auto add = [&](const std::vector<HeadRef>& off, const char* whose) {
        if (off.empty()) return;
        last = off.size();
        counts += (counts.empty() ? "" : " + ") + std::to_string(off.size()) + whose;
    };
    const bool has_others = !view.off_decoder.empty() || !view.off_cross.empty();
    add(view.off, has_others ? " encoder" : "");
    add(view.off_decoder, " decoder");
    add(view.off_cross, " cross");
    return counts + (last == 1 ? " head" : " heads") + " off (" + switch_off_name(view.off_by) + ")";
}

Result<std::shared_ptr<const SwitchOffEffect>> measure_effect(const EffectRequest& request, const CancelToken& cancel,
                                                              Workspace& workspace) {
    try {
        auto effect =
            measure_ablation(*request.trace, request.trace->ablation, {request.set, kPredictions, cancel}, workspace);
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
    if (by != other.by || set != other.set) return false;
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
    options.set = request.set;
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
