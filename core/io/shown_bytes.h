#pragma once

#include <string>

namespace headscope {

// A size for a message: "4.5 GB", "12.3 MB", "0.5 kB".
std::string shown_bytes(double bytes);

}  // namespace headscope
