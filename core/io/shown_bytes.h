#pragma once

#include <string>

namespace headscope {

// A size for a message: "4.5 GB", or "12.3 MB" below one gigabyte.
std::string shown_bytes(double bytes);

}  // namespace headscope
