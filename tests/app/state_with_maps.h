#pragma once

#include "app/state/app_state.h"
#include "tests/app/small_trace.h"

namespace headscope {

// A window's state over the small trace of three words, its model open.
inline AppState state_with_maps() {
    AppState state;
    state.shown = make_small_shown({"the", "man", "saw"});
    state.model = state.shown->trace()->model;
    return state;
}

}  // namespace headscope
