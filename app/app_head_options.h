#pragma once

#include <string>

#include "app/cli/view_options.h"
#include "app/state/app_state.h"

namespace headscope {

// What the options of the verb `view` say about heads: the card that is shown, and which heads are switched off.

bool has_head_options(const ViewOptions& options);
// kInvalid names a head that the model does not have. The maps must be there.
Status apply_head_options(AppState& state, const ViewOptions& options);

}  // namespace headscope
