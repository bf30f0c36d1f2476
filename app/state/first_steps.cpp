#include "app/state/first_steps.h"

#include "app/state/app_state.h"

namespace headscope {

void end_first_steps(AppState& state) {
    state.first_steps = {};
    state.settings.has_seen_hint = true;
}

void watch_first_steps(AppState& state) {
    FirstSteps& steps = state.first_steps;
    if (!steps.is_shown) return;
    if (!state.pointer_rests && state.hover.query && state.hover.query != steps.last_pointed_at) {
        steps.last_pointed_at = state.hover.query;
        ++steps.words_pointed_at;
    }
    constexpr int kWords = 3;
    steps.has_pointed = steps.has_pointed || steps.words_pointed_at >= kWords;
    steps.has_locked = steps.has_locked || state.view.locked_query;
    steps.has_sought = steps.has_sought || state.popup == Popup::kPalette || state.popup == Popup::kMenu ||
                       state.popup == Popup::kHelp;
    const int done =
        static_cast<int>(steps.has_pointed) + static_cast<int>(steps.has_locked) + static_cast<int>(steps.has_sought);
    if (done >= 2) end_first_steps(state);
}

}  // namespace headscope
