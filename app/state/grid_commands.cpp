#include <algorithm>
#include <array>
#include <iterator>
#include <vector>

#include "app/state/actions.h"
#include "app/state/command_tables.h"
#include "app/state/grid_heads.h"
#include "app/state/relation_scores.h"
#include "app/state/selection.h"

// The head grid: what its tiles show, in which order, which heads, how large; and which heads are chosen together.
namespace headscope {
namespace {

constexpr float kZoomAPress = 1.4F;

bool has_drawn_maps(const AppState& state) {
    return state.shown && !state.shown->is_empty();
}
bool has_facts(const AppState& state) {
    return state.shown && state.shown->is_square();
}
bool has_several_chosen(const AppState& state) {
    return has_drawn_maps(state) && !state.view.linked.empty();
}

void cycle_mode(AppState& state) {
    ViewState view = state.view;
    const int count = has_facts(state) ? 3 : 2;
    view.grid_mode = static_cast<GridMode>((static_cast<int>(view.grid_mode) + 1) % count);
    change_view(state, view);
}

// By likeness the heads are ordered round the one that is selected now, and stay so when another is selected.
void order_by(AppState& state, OrderKind kind) {
    ViewState view = state.view;
    view.order.kind = kind;
    if (kind == OrderKind::kSimilar) view.order.like = view.selected;
    change_view(state, view);
}

void order_by_fact(AppState& state) {
    ViewState view = state.view;
    if (view.order.kind == OrderKind::kFact)
        view.order.fact = static_cast<Fact>((static_cast<std::size_t>(view.order.fact) + 1) % kFactCount);
    view.order.kind = OrderKind::kFact;
    change_view(state, view);
}

bool has_relations(const AppState& state) {
    return why_no_relations(state).empty();
}

void order_by_relation(AppState& state) {
    ViewState view = state.view;
    const std::vector<std::string>& names = relation_names();
    const auto now = std::find(names.begin(), names.end(), view.order.relation);
    const bool goes_on = view.order.kind == OrderKind::kRelation && now != names.end() && now + 1 != names.end();
    if (view.order.kind == OrderKind::kRelation || now == names.end())
        view.order.relation = goes_on ? now[1] : names[0];
    view.order.kind = OrderKind::kRelation;
    change_view(state, view);
}

void cycle_order(AppState& state) {
    const int count = has_relations(state) ? 5 : has_facts(state) ? 4 : 3;
    order_by(state, static_cast<OrderKind>((static_cast<int>(state.view.order.kind) + 1) % count));
}

void focus_filter(AppState& state) {
    state.popup = Popup::kNone;
    state.focus = TextFocus::kFilter;
    state.filter.select_all();
}

void clear_filter(AppState& state) {
    ViewState view = state.view;
    view.filter.clear();
    change_view(state, view);
}

void zoom(AppState& state, float times) {
    GridPlace place = state.view.grid_place;
    place.zoom = std::clamp(place.zoom * times, 1.0F, 64.0F);
    apply(state, MoveGrid{place});
}

template <class Predicate>
void choose_where(AppState& state, Predicate&& is_wanted) {
    GridHeads grid;
    grid.update(state);
    std::vector<HeadRef> heads;
    std::copy_if(grid.heads().begin(), grid.heads().end(), std::back_inserter(heads),
                 [&](HeadRef head) { return grid.matches(head) && is_wanted(head); });
    apply(state, ChooseHeads{heads, false});
}

// Goes one head on and keeps those passed on the way.
void extend(AppState& state, GridStep step) {
    const HeadRef from = state.view.selected;
    const HeadRef to = head_beside(state, from, step);
    if (to == from) return;
    ViewState view = state.view;
    const std::optional<Combination> combined = view.combined;
    select_head(view, to);
    view.linked.insert(view.linked.begin(), from);
    view.combined = combined;
    change_view(state, view);
}

void free_heads(AppState& state) {
    ViewState view = state.view;
    view.linked.clear();
    view.combined.reset();
    change_view(state, view);
}

template <Combination how>
void combine(AppState& state) {
    ViewState view = state.view;
    view.combined = view.combined == how ? std::nullopt : std::optional(how);
    change_view(state, view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kGridMaps, "Grid: maps", "Each tile of the grid is a head's map.", std::nullopt, false, always,
     set_view<&ViewState::grid_mode, GridMode::kMaps>},
    {CommandId::kGridTargets, "Grid: top target",
     "Each tile says which word the lit token looks at most in that head, special tokens skipped, and how strongly; "
     "of a key that is locked alone, who looks at it.",
     std::nullopt, false, always, set_view<&ViewState::grid_mode, GridMode::kTargets>},
    {CommandId::kGridRoles, "Grid: roles",
     "Each tile says what the head does on this text, such as looking at the token before.", std::nullopt, false,
     has_facts, set_view<&ViewState::grid_mode, GridMode::kRoles>},
    {CommandId::kCycleGridMode, "Grid: next mode", "Maps, top target, roles, in turn.", with_shift(Key::kG), false,
     always, cycle_mode},
    {CommandId::kOrderByLayer, "Order heads by layer", "Layers down, heads across.", std::nullopt, false, always,
     [](AppState& state) { order_by(state, OrderKind::kLayer); }},
    {CommandId::kOrderByLink, "Order heads by link",
     "The heads with the largest weight from the locked token to the locked key first; with no key locked, to whatever "
     "each looks at most; with a key alone, from whatever looks at it most.",
     std::nullopt, false, always, [](AppState& state) { order_by(state, OrderKind::kLink); }},
    {CommandId::kOrderBySimilarity, "Order heads by similarity",
     "The heads whose maps are most like the selected one's first (mean Jensen–Shannon divergence of the rows).",
     std::nullopt, false, has_maps, [](AppState& state) { order_by(state, OrderKind::kSimilar); }},
    {CommandId::kOrderByFact, "Order heads by a fact",
     "The heads with the largest entropy first; each further press goes on to the next fact.", std::nullopt, false,
     has_facts, order_by_fact, "Cross-attention has no such facts: its queries and keys are different tokens."},
    {CommandId::kOrderByRelation, "Order heads by a relation",
     "The heads first that best link a determiner to its noun in marked sentences; each further press goes on to the "
     "next relation, such as verb and object.",
     std::nullopt, false, has_relations, order_by_relation,
     "It needs a model with a tokenizer, and the maps of its encoder."},
    {CommandId::kCycleOrder, "Order heads: next",
     "By layer, by link, by similarity, by a fact, by a relation, in turn.", with_shift(Key::kS), false, has_maps,
     cycle_order},
    {CommandId::kFilterHeads, "Filter heads",
     "Finds heads by what they do: layer<3, entropy>1.5, role:previous; several with spaces, each turned round by a −.",
     plain(Key::kF), false, has_maps, focus_filter, nullptr, plain(Key::kSlash)},
    {CommandId::kClearFilter, "Show all heads", "Empties the filter.", std::nullopt, false,
     [](const AppState& state) { return !state.view.filter.empty(); }, clear_filter, "There is no filter."},
    {CommandId::kGridZoomIn, "Zoom into the grid", "Makes the tiles larger; so does the wheel.", plain(Key::kPlus),
     false, has_maps, [](AppState& state) { zoom(state, kZoomAPress); }},
    {CommandId::kGridZoomOut, "Zoom out of the grid", "Makes the tiles smaller; so does the wheel.", plain(Key::kMinus),
     false, has_maps, [](AppState& state) { zoom(state, 1 / kZoomAPress); }},
    {CommandId::kGridFit, "Fit the grid", "Shows every head again; so does a double click between the tiles.",
     plain(Key::k0), false, has_maps, [](AppState& state) { apply(state, MoveGrid{GridPlace{}}); }},
    {CommandId::kChooseAllHeads, "Choose all heads",
     "All heads that the filter finds are chosen; M then shows their mean.", with_ctrl_shift(Key::kA), false, has_maps,
     [](AppState& state) { choose_where(state, [](HeadRef) { return true; }); }},
    {CommandId::kChooseLayer, "Choose the whole layer",
     "All heads of the selected one's layer; so does a click on the layer's name.", plain(Key::kL), false, has_maps,
     [](AppState& state) {
         choose_where(state, [layer = state.view.selected.layer](HeadRef head) { return head.layer == layer; });
     }},
    {CommandId::kChooseColumn, "Choose the whole column",
     "The heads of this number in every layer; so does a click on the number.", with_shift(Key::kL), false, has_maps,
     [](AppState& state) {
         choose_where(state, [number = state.view.selected.head](HeadRef head) { return head.head == number; });
     }},
    {CommandId::kExtendLeft, "Choose also the head to the left", "Adds the neighbour to the chosen heads.",
     with_shift(Key::kLeft), false, has_maps, [](AppState& state) { extend(state, GridStep::kLeft); }},
    {CommandId::kExtendRight, "Choose also the head to the right", "Adds the neighbour to the chosen heads.",
     with_shift(Key::kRight), false, has_maps, [](AppState& state) { extend(state, GridStep::kRight); }},
    {CommandId::kExtendUp, "Choose also the head above", "Adds the tile above in the grid to the chosen heads.",
     with_shift(Key::kUp), false, has_maps, [](AppState& state) { extend(state, GridStep::kUp); }},
    {CommandId::kExtendDown, "Choose also the head below", "Adds the tile below in the grid to the chosen heads.",
     with_shift(Key::kDown), false, has_maps, [](AppState& state) { extend(state, GridStep::kDown); }},
    {CommandId::kFreeHeads, "Choose one head alone", "Lets all chosen heads go but the one drawn large.", std::nullopt,
     false, has_several_chosen, free_heads, "One head alone is chosen."},
    {CommandId::kMeanOfHeads, "Mean of the chosen heads",
     "Draws one large map of all chosen heads: the mean of their weights in each cell; again goes back to one head.",
     plain(Key::kM), false, has_several_chosen, combine<Combination::kMean>,
     "Choose several heads first: shift and click, or drag over them."},
    {CommandId::kMaxOfHeads, "Maximum of the chosen heads",
     "Draws one large map of all chosen heads: the largest of their weights in each cell; its rows may sum to more "
     "than 1.",
     with_shift(Key::kM), false, has_several_chosen, combine<Combination::kMax>,
     "Choose several heads first: shift and click, or drag over them."},
});

}  // namespace

std::span<const Command> grid_commands() {
    return kCommands;
}

}  // namespace headscope
