#include <array>

#include "app/state/command_tables.h"
#include "app/state/selection.h"
#include "app/state/switch_off.h"

// What heads do, and what becomes of the text without them.
namespace headscope {
namespace {

// Shows a card below the large map; the links again if it is there already.
template <SideCard card>
void toggle_card(AppState& state) {
    ViewState view = state.view;
    view.side = view.side == card ? SideCard::kLinks : card;
    state.popup = Popup::kNone;
    change_view(state, view);
}

bool are_some_off(const AppState& state) {
    return are_any_off(state.view);
}
bool can_roll_out(const AppState& state) {
    return state.shown && can_show_values(*state.trace(), state.shown->set(), MapValues::kRollout);
}
bool can_show_change(const AppState& state) {
    return state.shown && are_any_off(state.view);
}

// What changes is shown beside, unless another card is.
void switch_to(AppState& state, ViewState view) {
    if (view.side == SideCard::kLinks && are_any_off(view) && !are_any_off(state.view)) view.side = SideCard::kEffect;
    change_view(state, view);
}

std::vector<HeadRef> heads_of_layer(const AppState& state) {
    std::vector<HeadRef> heads;
    for (Index head = 0; head < state.shown->n_heads(); ++head) heads.push_back({state.view.selected.layer, head});
    return heads;
}

void toggle_chosen(AppState& state) {
    ViewState view = state.view;
    toggle_off(view, state.shown->set(), selected_heads(view));
    switch_to(state, view);
}

void toggle_layer(AppState& state) {
    ViewState view = state.view;
    toggle_off(view, state.shown->set(), heads_of_layer(state));
    switch_to(state, view);
}

void leave_one_of_layer(AppState& state) {
    ViewState view = state.view;
    std::vector<HeadRef>& off = off_of(view, state.shown->set());
    off = heads_of_layer(state);
    std::erase(off, view.selected);
    switch_to(state, view);
}

void leave_one_of_all(AppState& state) {
    ViewState view = state.view;
    switch_all_on(view);
    std::vector<HeadRef>& off = off_of(view, state.shown->set());
    for (Index layer = 0; layer < state.shown->n_layers(); ++layer)
        for (Index head = 0; head < state.shown->n_heads(); ++head)
            if (HeadRef{layer, head} != view.selected) off.push_back({layer, head});
    switch_to(state, view);
}

void all_on(AppState& state) {
    ViewState view = state.view;
    switch_all_on(view);
    change_view(state, view);
}

void change_kind(AppState& state) {
    ViewState view = state.view;
    view.off_by = view.off_by == SwitchOff::kZero ? SwitchOff::kMean : SwitchOff::kZero;
    change_view(state, view);
}

void rank_all(AppState& state) {
    if (state.findings.ranking.is_running) {
        cancel_ranking(state);
        return;
    }
    if (!is_ranking_in_lesson(state)) {
        ViewState view = state.view;
        view.side = SideCard::kEffect;
        change_view(state, view);
    }
    ask_for_ranking(state);
}

bool can_be_next(const AppState& state, MapValues values) {
    if (values == MapValues::kRollout) return can_roll_out(state);
    return values != MapValues::kChange || can_show_change(state);
}

// From what is shown on to the next that there can be.
void next_values(AppState& state) {
    const auto after = [](MapValues values) {
        return static_cast<MapValues>((static_cast<int>(values) + 1) % kMapValuesCount);
    };
    ViewState view = state.view;
    if (!can_be_next(state, view.values)) view.values = MapValues::kWeights;
    do {
        view.values = after(view.values);
    } while (!can_be_next(state, view.values));
    change_view(state, view);
}

// Those values; the weights again if they are shown already.
template <MapValues values>
void toggle_values(AppState& state) {
    ViewState view = state.view;
    view.values = view.values == values ? MapValues::kWeights : values;
    change_view(state, view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kNextValues, "Maps of weights, norms, rollout or change",
     "Weights, then ‖A·f(x)‖: how much each key really contributes behind W_O; then the same with rows that sum to 1; "
     "then rollout, and with heads off what changes.",
     plain(Key::kN), false, has_maps, next_values},
    {CommandId::kShowRollout, "Maps of attention rollout",
     "One map a layer, no head's own: its heads and those of the layers below taken together (Abnar & Zuidema 2020).",
     with_shift(Key::kN), false, can_roll_out, toggle_values<MapValues::kRollout>,
     "Cross-attention has no rollout: its queries and keys are other tokens."},
    {CommandId::kShowChange, "Maps of what changes without heads",
     "Each weight without the heads that are off, minus what it is with all of them.", with_shift(Key::kB), false,
     can_show_change, toggle_values<MapValues::kChange>, "No head is off: O switches the chosen heads off."},
    {CommandId::kFactsCard, "Head facts",
     "What the selected head does on this text: its roles with scores, entropy, distance, and the heads most like it.",
     plain(Key::kI), false, has_maps, toggle_card<SideCard::kFacts>},
    {CommandId::kFindLinks, "Find heads that link two words…",
     "Every head by how strongly one word looks at another; the locked query and key are filled in.",
     with_ctrl(Key::kF), true, has_maps, open_link_search},
    {CommandId::kHeadPlane, "Heads by likeness, as a picture",
     "Every head as a dot: those whose maps are alike lie close together; a line drawn round some chooses them.",
     with_shift(Key::kI), false, has_maps, [](AppState& state) { open_popup(state, Popup::kHeadPlane); }},
    {CommandId::kGuessCard, "Predictions",
     "What the model expects as the next word, or in place of a mask token, with probabilities.", plain(Key::kG), false,
     has_maps, toggle_card<SideCard::kGuess>},
    {CommandId::kEffectCard, "What changes without heads",
     "How maps, hidden states and predictions differ without the heads that are switched off.", plain(Key::kB), false,
     has_maps, toggle_card<SideCard::kEffect>},
    {CommandId::kToggleOff, "Switch the chosen heads off or on",
     "The model is run again without what these heads add; every map behind them changes.", plain(Key::kO), false,
     has_maps, toggle_chosen},
    {CommandId::kOffKind, "Heads off: by zero or by mean",
     "Zero takes a head's output away; mean puts its average over all positions in its place.", with_shift(Key::kO),
     false, has_maps, change_kind},
    {CommandId::kToggleLayerOff, "Switch the layer off or on", "All heads of the selected head's layer.", std::nullopt,
     false, has_maps, toggle_layer},
    {CommandId::kOffButOneOfLayer, "Leave one head of the layer",
     "Switches off every head of the layer but the selected one.", std::nullopt, false, has_maps, leave_one_of_layer},
    {CommandId::kOffButOne, "Leave one head of the model", "Switches off every head but the selected one.",
     std::nullopt, false, has_maps, leave_one_of_all},
    {CommandId::kAllOn, "All heads on again", "The model as it is.", std::nullopt, false, are_some_off, all_on,
     "No head is off."},
    {CommandId::kRankHeads, "Rank all heads by what changes without them",
     "Switches off each head on its own and measures how far the last hidden states move; once more cancels.",
     std::nullopt, false, has_maps, rank_all},
});

}  // namespace

std::span<const Command> explore_commands() {
    return kCommands;
}

}  // namespace headscope
