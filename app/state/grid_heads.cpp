#include "app/state/grid_heads.h"

#include <algorithm>
#include <utility>

namespace headscope {

void GridHeads::update(const AppState& state) {
    Key key{state.shown, state.measures, state.view.filter, state.view.order, {}, {}};
    const ShownTrace& shown = *state.shown;
    const bool is_of_these =
        state.measures && state.measures->request.trace == shown.trace() && state.measures->request.set == shown.set();
    if (!is_of_these) key.measures.reset();
    if (state.view.order.kind == OrderKind::kLink && state.view.locked_query &&
        shown.query_place(*state.view.locked_query)) {
        key.query = state.view.locked_query;
        if (state.view.locked_key && shown.key_place(*state.view.locked_key)) key.key = state.view.locked_key;
    }
    if (key_ == key) return;
    // While facts of a new text are computed the list and the filter stay as they were, so that nothing jumps.
    const bool goes_on = key_ && key_->order == key.order && key_->filter == key.filter &&
                         all_ == shown.n_layers() * shown.n_heads() && a_layer_ == shown.n_heads();
    all_ = shown.n_layers() * shown.n_heads();
    a_layer_ = shown.n_heads();
    FilteredHeads filtered = filter_heads(key.filter, shown.n_layers(), shown.n_heads(), key.measures.get());
    if (!goes_on || !filtered.is_waiting) filtered_ = std::move(filtered);
    OrderedHeads ordered = order_heads({shown, key.query, key.key, key.measures.get()}, key.order);
    const bool keeps_list = goes_on && is_list_ && ordered.is_waiting;
    key_ = std::move(key);
    missing_ = std::move(ordered.missing);
    if (keeps_list) return;
    is_list_ = ordered.is_list();
    heads_.clear();
    values_.clear();
    for (std::size_t place = 0; place < ordered.heads.size(); ++place) {
        if (is_list_ && !matches(ordered.heads[place])) continue;
        heads_.push_back(ordered.heads[place]);
        if (is_list_) values_.push_back(ordered.values[place]);
    }
}

std::optional<std::size_t> GridHeads::find(HeadRef head) const {
    const auto found = std::find(heads_.begin(), heads_.end(), head);
    return found == heads_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - heads_.begin()));
}

bool GridHeads::matches(HeadRef head) const {
    return !filtered_.is_filtering() || filtered_.matches[static_cast<std::size_t>(head.layer * a_layer_ + head.head)];
}

}  // namespace headscope
