#pragma once

#include "app/cli/view_options.h"
#include "app/state/app_state.h"

namespace headscope {

// Puts the state where the options of the verb `view` want the window to open: with their texts, a session, the last
// one, or an example, and asks for the model. What is wrong with a session or the model becomes the state's message.
// The settings must have been read.
void start(AppState& state, const ViewOptions& options);

}  // namespace headscope
