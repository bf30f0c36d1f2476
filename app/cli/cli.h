#pragma once

#include "app/cli/view_options.h"

namespace headscope {

// The whole program: runs the verb that argv names, or `view` where it names none, and returns the exit status: 0 done,
// 1 the input or the machine is at fault, 2 wrong usage.
int run_cli(int argc, char** argv, OpenWindow open_window);

}  // namespace headscope
