#pragma once

#include <string>

namespace headscope {

// The value of an environment variable; empty where it is not set.
std::string environment(const char* name);

}  // namespace headscope
