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
        if (state.panel == Panel::kPopup) state.panel = Panel::kNone;
    } else if (state.focus == TextFocus::kLessonSize) {
        give_up_size(state);
    } else if (state.focus != TextFocus::kNone) {
        state.focus = TextFocus::kNone;
    } else if (state.panel != Panel::kNone) {
        state.panel = Panel::kNone;
    } else if (state.is_loading) {
        cancel_loading(state);
    } else if (state.beside.is_open) {
        toggle_beside(state);
    } else if (state.lesson.is_open) {
        state.lesson.is_open = false;
    } else if (state.view.rectangle) {
        ViewState view = state.view;
        view.rectangle.reset();
        change_view(state, view);
    } else if (state.view.locked_query || state.view.locked_key) {
        ViewState view = state.view;
        view.locked_query.reset();
        view.locked_key.reset();
        change_view(state, view);
    } else if (!state.view.linked.empty()) {
        ViewState view = state.view;
        view.linked.clear();
        view.combined.reset();
        change_view(state, view);
    } else if (!state.view.filter.empty()) {
        ViewState view = state.view;
        view.filter.clear();
        change_view(state, view);
    } else {
        state.message.reset();
    }
}

// A popup that searches opens with an empty box to type into.
void open_search(AppState& state, Popup popup, TextEdit& query) {
    open_popup(state, popup);
    if (state.popup != popup) return;
    query.set_text("");
    state.focus = focus_of(popup);
}

// Over a popup, between its text box and its buttons.
void step_panel(AppState& state, int steps) {
    if (state.popup != Popup::kNone) {
        const bool is_at_buttons = state.panel == Panel::kPopup;
        state.panel = is_at_buttons ? Panel::kNone : Panel::kPopup;
        state.focus = is_at_buttons ? focus_of(state.popup) : TextFocus::kNone;
        return;
    }
    state.focus = TextFocus::kNone;
    if (state.lesson.is_open || state.beside.is_open) {
        state.panel = state.panel == Panel::kLesson ? Panel::kNone : Panel::kLesson;
        return;
    }
    constexpr int kFirst = static_cast<int>(Panel::kTopBar);
    constexpr int kCount = static_cast<int>(Panel::kStatusBar) - kFirst + 1;
    const int now = static_cast<int>(state.panel) - kFirst;
    const bool is_nowhere = now < 0 || now >= kCount;
    const int next = is_nowhere ? (steps > 0 ? 0 : kCount - 1) : (now + steps + kCount) % kCount;
    state.panel = static_cast<Panel>(kFirst + next);
}

void show_first_steps(AppState& state) {
    state.first_steps = {};
    state.first_steps.is_shown = true;
}

void toggle_return(AppState& state) {
    bool& returns = state.settings.restores_session;
    returns = !returns;
    state.message = Message{MessageKind::kInfo,
                            returns ? "The next start goes on where this window is closed."
                                    : "The next start begins with the first example.",
                            std::nullopt};
}

void restore(AppState& state, const std::optional<ViewState>& view) {
    if (view) restore_view(state, *view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kFree, "Free, close", "Closes the innermost open thing, then frees the locked token.",
     plain(Key::kEscape), true, always, free_innermost},
    {CommandId::kUndo, "Undo a view change", "Goes back to the view before; texts have their own undo while you type.",
     with_ctrl(Key::kZ), false, [](const AppState& state) { return state.history.can_undo(); },
     [](AppState& state) { restore(state, state.history.undo(state.view)); }, "The view has not been changed yet."},
    {CommandId::kRedo, "Redo a view change", "Takes back an undo.", with_ctrl_shift(Key::kZ), false,
     [](const AppState& state) { return state.history.can_redo(); },
     [](AppState& state) { restore(state, state.history.redo(state.view)); }, "Nothing has been undone."},
    {CommandId::kPalette, "All commands", "Finds any command by a few of its letters; Enter runs it.",
     with_ctrl(Key::kP), true, always,
     [](AppState& state) { open_search(state, Popup::kPalette, state.palette_query); }},
    {CommandId::kMenu, "Menu", "Every command, part by part.", plain(Key::kF10), true, always,
     [](AppState& state) { open_popup(state, Popup::kMenu); }},
    {CommandId::kHelp, "Keys and terms", "Every command with its key, and the terms in a sentence each.",
     plain(Key::kF1), true, always, [](AppState& state) { open_search(state, Popup::kHelp, state.help_query); }},
    {CommandId::kNextPanel, "Next panel",
     "Moves the keyboard to the next panel; there Tab goes on, Enter presses, Esc leaves.", plain(Key::kF6), true,
     always, [](AppState& state) { step_panel(state, 1); }},
    {CommandId::kPreviousPanel, "Previous panel", "Moves the keyboard to the panel before.", with_shift(Key::kF6), true,
     always, [](AppState& state) { step_panel(state, -1); }},
    {CommandId::kReturnToSession, "Return to the last session at start: yes or no",
     "Whether the next start goes on where this window is closed, or begins with the first example.", std::nullopt,
     false, always, toggle_return},
    {CommandId::kFirstSteps, "Three things to try", "Shows once more what a new person is told.", std::nullopt, false,
     always, show_first_steps},
    {CommandId::kQuit, "Quit", "Closes the window.", with_ctrl(Key::kQ), true, always,
     [](AppState& state) { state.effects.quit = true; }},
});

}  // namespace

std::span<const Command> window_commands() {
    return kCommands;
}

}  // namespace headscope
