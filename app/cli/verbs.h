#pragma once

#include "app/cli/arguments.h"
#include "app/cli/view_options.h"

namespace headscope {

// One verb a function: parses its arguments, does its work, returns the exit status.
int run_view(Arguments arguments, OpenWindow open_window);
int run_export(Arguments arguments);
int run_tokens(Arguments arguments);
int run_heads(Arguments arguments);
int run_find(Arguments arguments);
int run_model_verb(Arguments arguments);
int run_models(Arguments arguments);
int run_cost(Arguments arguments);
int run_bench(Arguments arguments);

}  // namespace headscope
