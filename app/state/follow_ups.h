#pragma once

#include "app/state/app_state.h"

namespace headscope {

// What has to follow whatever changes the texts, the model or the view of a state.

// Asks for the maps of the texts to be computed; without a model they are as soon as one is open.
void ask_for_maps(AppState& state);

// Puts the view's filter into its box, which always holds it.
void fill_filter_box(AppState& state);

}  // namespace headscope
