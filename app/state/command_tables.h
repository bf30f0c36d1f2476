#pragma once

#include <span>

#include "app/state/app_state.h"
#include "app/state/commands.h"

namespace headscope {

// The parts of the table of commands, in the order of the help sheet. Each lives in a file of its own.
std::span<const Command> document_commands();      // what is read, opened, saved and copied
std::span<const Command> head_commands();          // from head to head, from token to token
std::span<const Command> map_commands();           // the large map
std::span<const Command> grid_commands();          // the head grid: modes, order, filter, zoom, heads chosen together
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

// Opens a popup and takes the focus from the text boxes; closes the popup if it is the open one.
inline void open_popup(AppState& state, Popup popup) {
    state.popup = state.popup == popup ? Popup::kNone : popup;
    state.focus = TextFocus::kNone;
    if (state.panel == Panel::kPopup) state.panel = Panel::kNone;
}

}  // namespace headscope
