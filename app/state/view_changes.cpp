// How the view of a state goes over into another one.

#include <vector>

#include "app/state/app_state.h"
#include "app/state/follow_ups.h"
#include "app/state/switch_off.h"
#include "core/trace/ablation.h"

namespace headscope {
namespace {

// Whether the model has to be run again for a view.
bool has_other_weights(const ViewState& view, const ViewState& old) {
    Ablation off = ablation_of(view);
    if (off.is_empty()) off.by = old.off_by;
    const bool other_heads = off != ablation_of(old);
    return other_heads || view.specials_as_text != old.specials_as_text;
}

}  // namespace

void fill_filter_box(AppState& state) {
    if (state.filter.text() != state.view.filter) state.filter.set_text(state.view.filter);
}

ViewState fitted(ViewState view, const ShownTrace& shown) {
    const auto exists = [&](HeadRef head) {
        return head.layer >= 0 && head.layer < shown.n_layers() && head.head >= 0 && head.head < shown.n_heads();
    };
    if (!exists(view.selected)) view.selected = {};
    if (!exists(view.order.like)) view.order.like = {};
    std::erase_if(view.linked, [&](HeadRef head) { return !exists(head); });
    if (view.linked.empty()) view.combined.reset();
    const Ablation off = ablation_of_model(ablation_of(view), shown.trace()->model->config);
    for (const MapSet set : {MapSet::kEncoder, MapSet::kDecoder, MapSet::kCross})
        off_of(view, set) = heads_off(off, set);
    view.map_set = shown.set();
    if (view.locked_query && !shown.query_place(*view.locked_query)) {
        view.locked_query.reset();
        view.locked_key.reset();
    }
    if (view.locked_key && !shown.key_place(*view.locked_key)) view.locked_key.reset();
    const auto is_token = [](Index token, const std::vector<Token>& of) {
        return token >= 0 && token < static_cast<Index>(of.size());
    };
    if (view.rectangle && !(is_token(view.rectangle->last_query, shown.query_tokens()) &&
                            is_token(view.rectangle->last_key, shown.key_tokens())))
        view.rectangle.reset();
    return view;
}

void go_to_view(AppState& state, const ViewState& view) {
    state.wanted_view.reset();
    if (shown_as(view) != shown_as(state.view)) state.effects.shown_changed = true;
    if (has_other_weights(view, state.view)) ask_for_maps(state);
    state.view = view;
    fill_filter_box(state);
}

void restore_view(AppState& state, const ViewState& view) {
    const bool other_maps = shown_as(view) != shown_as(state.view) || has_other_weights(view, state.view);
    ViewState now = state.shown ? fitted(view, *state.shown) : view;
    now.map_set = view.map_set;
    go_to_view(state, now);
    if (other_maps) state.wanted_view = view;
}

void change_view(AppState& state, const ViewState& view) {
    if (view == state.view) return;
    state.history.record(state.view);
    go_to_view(state, view);
}

}  // namespace headscope
