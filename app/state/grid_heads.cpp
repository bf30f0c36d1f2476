#include "app/state/grid_heads.h"

#include <algorithm>
#include <utility>

namespace headscope {

bool draws_layers(const AppState& state) {
    return state.shown && state.shown->is_of_layers() && state.view.grid_mode != GridMode::kRoles;
}

// A tile a layer, which stands for the selected head in it.
void GridHeads::show_layers(const ShownTrace& shown, Key key) {
    key_ = std::move(key);
    all_ = shown.n_layers();
    a_layer_ = shown.n_heads();
    filtered_ = {};
    filtered_.count = all_;
    missing_.clear();
    values_.clear();
    is_list_ = false;
    heads_.clear();
    for (Index layer = 0; layer < shown.n_layers(); ++layer) heads_.push_back({layer, *key_->head_of_layers});
}

void GridHeads::update(const AppState& state) {
    Key key{state.shown, state.measures, state.view.filter, state.view.order, {}, {}, {}, {}, {}};
    const ShownTrace& shown = *state.shown;
    if (draws_layers(state)) {
        key.measures.reset();
        key.head_of_layers = state.view.selected.head;
        if (key_ != key) show_layers(shown, std::move(key));
        return;
    }
    const bool is_of_these =
        state.measures && state.measures->request.trace == shown.trace() && state.measures->request.set == shown.set();
    if (!is_of_these) key.measures.reset();
    if (state.view.order.kind == OrderKind::kLink) {
        if (state.view.locked_query && shown.query_place(*state.view.locked_query)) key.query = state.view.locked_query;
        if (state.view.locked_key && shown.key_place(*state.view.locked_key)) key.key = state.view.locked_key;
    }
    if (state.view.order.kind == OrderKind::kRelation) {
        const auto& found = state.findings.relations;
        if (found.current() != nullptr) key.relations = found.newest;
        key.no_relations = found.problem.empty() ? why_no_relations(state) : found.problem;
    }
    if (key_ == key) return;
    // While facts of a new text are computed the list and the filter stay as they were, so that nothing jumps.
    const bool goes_on = key_ && key_->order == key.order && key_->filter == key.filter &&
                         all_ == shown.n_layers() * shown.n_heads() && a_layer_ == shown.n_heads();
    all_ = shown.n_layers() * shown.n_heads();
    a_layer_ = shown.n_heads();
    FilteredHeads filtered = filter_heads(key.filter, shown.n_layers(), shown.n_heads(), key.measures.get());
    if (!goes_on || !filtered.is_waiting) filtered_ = std::move(filtered);
    OrderedHeads ordered =
        order_heads({shown, key.query, key.key, key.measures.get(), key.relations.get(), key.no_relations}, key.order);
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

namespace {

// From a tile of a list of `count`, `columns` a row.
Index tile_beside(Index tile, Index count, Index columns, GridStep step) {
    switch (step) {
        case GridStep::kLeft:
            return std::max<Index>(0, tile - 1);
        case GridStep::kRight:
            return std::min<Index>(count - 1, tile + 1);
        case GridStep::kUp:
            return tile >= columns ? tile - columns : tile;
        case GridStep::kDown:
            // The last row may be shorter: then to its end.
            return tile / columns < (count - 1) / columns ? std::min<Index>(count - 1, tile + columns) : tile;
    }
    return tile;
}

}  // namespace

HeadRef head_beside(const AppState& state, HeadRef head, GridStep step) {
    GridHeads grid;
    grid.update(state);
    const std::optional<std::size_t> place = grid.find(head);
    if (grid.is_list() && place) {
        const auto count = static_cast<Index>(grid.heads().size());
        const Index columns = std::clamp<Index>(state.grid_columns, 1, count);
        return grid.heads()[static_cast<std::size_t>(tile_beside(static_cast<Index>(*place), count, columns, step))];
    }
    const Index layers = step == GridStep::kUp ? -1 : step == GridStep::kDown ? 1 : 0;
    const Index heads = step == GridStep::kLeft ? -1 : step == GridStep::kRight ? 1 : 0;
    return {std::clamp<Index>(head.layer + layers, 0, state.shown->n_layers() - 1),
            std::clamp<Index>(head.head + heads, 0, state.shown->n_heads() - 1)};
}

}  // namespace headscope
