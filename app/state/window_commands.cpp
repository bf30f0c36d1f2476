#include <array>

#include "app/state/command_tables.h"

// The window itself.
namespace headscope {
namespace {

// Esc: the innermost open thing closes first.
void free_innermost(AppState& state) {
    if (state.popup != Popup::kNone) {
        state.popup = Popup::kNone;
        state.focus = TextFocus::kNone;
    } else if (state.focus != TextFocus::kNone) {
        state.focus = TextFocus::kNone;
    } else if (state.is_loading) {
        cancel_loading(state);
    } else if (state.lesson.is_open) {
        state.lesson.is_open = false;
    } else if (state.view.locked_query) {
        ViewState view = state.view;
        view.locked_query.reset();
        view.locked_key.reset();
        change_view(state, view);
    } else if (!state.view.linked.empty()) {
        ViewState view = state.view;
        view.linked.clear();
        view.combined.reset();
        change_view(state, view);
    } else {
        state.message.reset();
    }
}

void restore(AppState& state, const std::optional<ViewState>& view) {
    if (view) restore_view(state, *view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kFree, "Free, close", "Closes the innermost open thing, then frees the locked token.",
     plain(Key::kEscape), true, always, free_innermost},
    {CommandId::kUndo, "Undo a view change", "Goes back to the view before; texts have their own undo while you type.",
     with_ctrl(Key::kZ), false, [](const AppState& state) { return state.history.can_undo(); },
     [](AppState& state) { restore(state, state.history.undo(state.view)); }},
    {CommandId::kRedo, "Redo a view change", "Takes back an undo.", with_ctrl_shift(Key::kZ), false,
     [](const AppState& state) { return state.history.can_redo(); },
     [](AppState& state) { restore(state, state.history.redo(state.view)); }},
    {CommandId::kHelp, "Keys and terms", "Every command with its key, and the terms in a sentence each.",
     plain(Key::kF1), true, always, [](AppState& state) { open_popup(state, Popup::kHelp); }},
    {CommandId::kQuit, "Quit", "Closes the window.", with_ctrl(Key::kQ), true, always,
     [](AppState& state) { state.effects.quit = true; }},
});

}  // namespace

std::span<const Command> window_commands() {
    return kCommands;
}

}  // namespace headscope
