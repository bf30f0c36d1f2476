#include <algorithm>
#include <array>

#include "app/state/command_tables.h"
#include "app/state/selection.h"

// How the window is divided; and for a class or a talk, the window on a projector and what is pressed while one speaks.
namespace headscope {
namespace {

bool is_presenting(const AppState& state) {
    return state.view.presentation != Presentation::kOff;
}

// Projectors show light grounds best; the theme of before comes back at the end.
void toggle_presentation(AppState& state) {
    ViewState view = state.view;
    if (is_presenting(state)) {
        view.presentation = Presentation::kOff;
        view.theme = view.theme_behind;
    } else {
        view.presentation = Presentation::kHead;
        view.theme_behind = view.theme;
        view.theme = Theme::kLight;
    }
    state.popup = Popup::kNone;
    state.focus = TextFocus::kNone;
    state.panel = Panel::kNone;
    state.lesson.is_open = false;
    if (state.beside.is_open) toggle_beside(state);
    change_view(state, view);
}

void switch_scene(AppState& state) {
    ViewState view = state.view;
    view.presentation = view.presentation == Presentation::kHead ? Presentation::kGrid : Presentation::kHead;
    change_view(state, view);
}

// In reading order, stopping at the ends.
void step_head(AppState& state, Index step) {
    if (state.shown->is_of_layers()) {
        ViewState view = state.view;
        select_head(
            view, {std::clamp<Index>(view.selected.layer + step, 0, state.shown->n_layers() - 1), view.selected.head});
        change_view(state, view);
        return;
    }
    const Index heads = state.shown->n_heads();
    const Index count = state.shown->n_layers() * heads;
    const Index now = state.view.selected.layer * heads + state.view.selected.head;
    const Index next = std::clamp<Index>(now + step, 0, count - 1);
    ViewState view = state.view;
    select_head(view, {next / heads, next % heads});
    change_view(state, view);
}

constexpr float kStep = 0.03F;

void set_panels(AppState& state, const PanelShares& panels) {
    ViewState view = state.view;
    view.panels = panels;
    change_view(state, view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kWiderGrid, "Wider grid", "Moves the line between the grid and the map to the right.",
     with_ctrl(Key::kRight), false, always,
     [](AppState& state) { set_panels(state, with_side_step(state.view.panels, -kStep)); }},
    {CommandId::kNarrowerGrid, "Narrower grid", "Moves the line between the grid and the map to the left.",
     with_ctrl(Key::kLeft), false, always,
     [](AppState& state) { set_panels(state, with_side_step(state.view.panels, kStep)); }},
    {CommandId::kTallerMap, "Taller map", "Moves the line between the map and what is below it down.",
     with_ctrl(Key::kDown), false, always,
     [](AppState& state) { set_panels(state, with_map_step(state.view.panels, kStep)); }},
    {CommandId::kShorterMap, "Shorter map", "Moves the line between the map and what is below it up.",
     with_ctrl(Key::kUp), false, always,
     [](AppState& state) { set_panels(state, with_map_step(state.view.panels, -kStep)); }},
    {CommandId::kUsualPanels, "Usual panels", "Divides the window as the program does; also a double click on a line.",
     with_ctrl_shift(Key::k0), false, always, [](AppState& state) { set_panels(state, {}); }},
    {CommandId::kPresent, "Presentation",
     "Large type on a light ground for a class: the words, one head and its links, nothing else. Once more ends it.",
     plain(Key::kP), false, always, toggle_presentation},
    {CommandId::kPresentGrid, "Presentation: one head or all",
     "Goes between the head that is shown large and the grid of all.", with_shift(Key::kP), false, is_presenting,
     switch_scene, "There is no presentation: P begins one."},
    {CommandId::kHeadBehind, "Next head in reading order",
     "The head to the right, then the first of the next layer; for the page keys of a clicker.", plain(Key::kPageDown),
     false, has_maps, [](AppState& state) { step_head(state, 1); }},
    {CommandId::kHeadBefore, "Previous head in reading order",
     "The head to the left, then the last of the layer above; for the page keys of a clicker.", plain(Key::kPageUp),
     false, has_maps, [](AppState& state) { step_head(state, -1); }},
    {CommandId::kPointerRing, "Ring round the pointer", "Shows a class where the pointer is; once more hides it.",
     plain(Key::kR), false, always, [](AppState& state) { state.has_pointer_ring = !state.has_pointer_ring; }},
    {CommandId::kFullScreen, "Full screen", "Fills the screen with the window; once more gives it its frame back.",
     plain(Key::kF11), true, always, [](AppState& state) { state.effects.toggle_full_screen = true; }},
});

}  // namespace

std::span<const Command> presentation_commands() {
    return kCommands;
}

}  // namespace headscope
