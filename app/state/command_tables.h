#pragma once

#include <span>
#include <type_traits>

#include "app/state/app_state.h"
#include "app/state/commands.h"

namespace headscope {

// The parts of the table of commands, in the order of the help sheet. Each lives in a file of its own.
std::span<const Command> document_commands();      // what is read, opened, saved and copied
std::span<const Command> head_commands();          // from head to head, from token to token
std::span<const Command> map_commands();           // the large map
std::span<const Command> grid_commands();          // the head grid: modes, order, filter, zoom, heads chosen together
std::span<const Command> links_commands();         // the links
std::span<const Command> words_commands();         // words, texts and the range of colours
std::span<const Command> view_commands();          // how the maps are shown
std::span<const Command> explore_commands();       // what heads do, and the text without them
std::span<const Command> lesson_commands();        // the lesson and its pages
std::span<const Command> window_commands();        // closing, undo, help
std::span<const Command> presentation_commands();  // the window's panels, and presenting

// When a command can run.
inline bool always(const AppState&) {
    return true;
}
inline bool has_maps(const AppState& state) {
    return state.shown != nullptr;
}

inline bool has_blocks(const AppState& state) {
    return state.shown != nullptr && state.shown->has_blocks();
}

// Commands that set a member of the view, or go through its values in turn.
template <auto member, auto value>
void set_view(AppState& state) {
    ViewState view = state.view;
    view.*member = value;
    change_view(state, view);
}

template <auto member, int count>
void cycle_view(AppState& state) {
    ViewState view = state.view;
    using Value = std::remove_reference_t<decltype(view.*member)>;
    view.*member = static_cast<Value>((static_cast<int>(view.*member) + 1) % count);
    change_view(state, view);
}

// Opens a popup and takes the focus from the text boxes; closes the popup if it is the open one.
inline void open_popup(AppState& state, Popup popup) {
    state.popup = state.popup == popup ? Popup::kNone : popup;
    state.focus = TextFocus::kNone;
    if (state.panel == Panel::kPopup) state.panel = Panel::kNone;
}

}  // namespace headscope
