#include "core/base/environment.h"

#include <cstdlib>

namespace headscope {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace headscope
