#pragma once

#include <optional>

#include "core/base/matrix.h"

namespace headscope {

struct AppState;

// What a new person is told to try. Goes away by itself when two of the three have been done, and never returns.
struct FirstSteps {
    bool is_shown = false;
    bool has_pointed = false;  // at a few words, not once in passing
    bool has_locked = false;
    bool has_sought = false;  // opened the palette, the menu or the help sheet
    int words_pointed_at = 0;
    std::optional<Index> last_pointed_at;

    bool operator==(const FirstSteps&) const = default;
};

// Ticks off what has been done, once a frame; hides the steps and remembers that in the settings when that is enough.
void watch_first_steps(AppState& state);
// Hides them for good.
void end_first_steps(AppState& state);

}  // namespace headscope
