#pragma once

#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "tests/app/small_trace.h"

namespace headscope {

// A window's state over the small trace of these words, its model open.
inline AppState state_with_maps(const std::vector<std::string>& words = {"the", "man", "saw"}) {
    AppState state;
    state.shown = make_small_shown(words);
    state.model = state.shown->trace()->model;
    return state;
}

}  // namespace headscope
