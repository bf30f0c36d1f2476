#include "app/state/head_measures.h"

#include <algorithm>
#include <new>
#include <utility>

#include "app/state/app_state.h"

namespace headscope {
namespace {

// Rows that are compared of each head, and cells of all pairs together.
constexpr Index kFewestRows = 16;
constexpr Index kMostRows = 128;
constexpr Index kMostCompared = 200'000'000;

Error too_large() {
    return {ErrorKind::kTooLarge, "heads: their facts need more memory than the machine has free"};
}

}  // namespace

const HeadFacts* HeadMeasures::find_facts(HeadRef head) const {
    const bool exists = head.layer >= 0 && head.layer < n_layers && head.head >= 0 && head.head < n_heads;
    return exists && !facts.empty() ? &facts[static_cast<std::size_t>(head.layer * n_heads + head.head)] : nullptr;
}

const RoleScore* HeadMeasures::strongest_role(HeadRef head) const {
    const HeadFacts* found = find_facts(head);
    return found != nullptr && !found->roles.empty() ? &found->roles.front() : nullptr;
}

Result<std::shared_ptr<const HeadMeasures>> measure_facts(const MeasureRequest& request, ThreadPool& pool) {
    try {
        auto made = std::make_shared<HeadMeasures>();
        made->request = request;
        const AttentionMaps& maps = get_map_set(*request.trace, request.set).maps;
        made->n_layers = maps.n_layers();
        made->n_heads = maps.n_heads();
        if (request.set == MapSet::kEncoder) made->facts = facts_of_trace(*request.trace, pool);
        if (request.set == MapSet::kDecoder) made->facts = facts_of_decoder(*request.trace, pool);
        return std::shared_ptr<const HeadMeasures>(std::move(made));
    } catch (const std::bad_alloc&) {
        return too_large();
    }
}

Result<std::shared_ptr<const HeadMeasures>> with_likeness(const HeadMeasures& facts, const CancelToken& cancel,
                                                          ThreadPool& pool) {
    try {
        auto made = std::make_shared<HeadMeasures>(facts);
        made->request.has_likeness = true;
        const AttentionMaps& maps = get_map_set(*facts.request.trace, facts.request.set).maps;
        const Index n = maps.n_layers() * maps.n_heads();
        const Index cells = std::max<Index>(1, n * n / 2 * maps.n_keys());
        auto distances = head_distances(maps, pool, cancel, std::clamp(kMostCompared / cells, kFewestRows, kMostRows));
        if (!distances.has_value()) return distances.error();
        made->distances = std::move(distances).value();
        made->plane = head_plane(made->distances);
        return std::shared_ptr<const HeadMeasures>(std::move(made));
    } catch (const std::bad_alloc&) {
        return too_large();
    }
}

bool needs_likeness(const AppState& state) {
    const bool is_ordered = state.view.order.kind == OrderKind::kSimilar;
    return is_ordered || state.view.side == SideCard::kFacts || state.popup == Popup::kHeadPlane;
}

std::optional<MeasureRequest> next_measure_request(AppState& state) {
    if (!state.shown) return std::nullopt;
    MeasureRequest wanted{state.shown->trace(), state.shown->set(), needs_likeness(state)};
    if (state.measures && !state.measures->request.is_of_same_maps(wanted)) state.measures.reset();
    if (state.is_computing) return std::nullopt;
    // What has more than is needed does too.
    const bool is_asked = state.measures_asked && state.measures_asked->is_of_same_maps(wanted) &&
                          (state.measures_asked->has_likeness || !wanted.has_likeness);
    if (is_asked) return std::nullopt;
    state.measures_asked = wanted;
    state.is_measuring = true;
    return wanted;
}

void forget_measure_request(AppState& state) {
    state.measures_asked.reset();
    state.is_measuring = false;
}

void accept_measures(AppState& state, Result<std::shared_ptr<const HeadMeasures>> measures) {
    if (!measures.has_value()) {
        state.is_measuring = false;
        return;
    }
    if (!state.measures_asked || !measures.value()->request.is_of_same_maps(*state.measures_asked)) return;
    state.measures = std::move(measures).value();
    if (!state.measures_asked->has_likeness || state.measures->has_likeness()) state.is_measuring = false;
}

}  // namespace headscope
