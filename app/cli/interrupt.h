#pragma once

#include "core/base/cancel.h"

namespace headscope {

// A token that Ctrl+C and a request to terminate set, so that a half-written temporary file is removed before the
// program ends. A second Ctrl+C ends it at once.
CancelToken cancel_on_interrupt();

}  // namespace headscope
