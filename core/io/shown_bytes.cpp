#include "core/io/shown_bytes.h"

#include <cmath>

namespace headscope {

std::string shown_bytes(double bytes) {
    const bool is_large = bytes >= 0.95e9;
    const double tenths = std::round(bytes / (is_large ? 1e8 : 1e5)) / 10;
    const std::string text = std::to_string(tenths);
    return text.substr(0, text.find('.') + 2) + (is_large ? " GB" : " MB");
}

}  // namespace headscope
