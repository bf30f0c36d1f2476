#include "core/io/shown_bytes.h"

#include <cmath>

namespace headscope {

std::string shown_bytes(double bytes) {
    const bool is_giga = bytes >= 0.95e9;
    const bool is_mega = bytes >= 0.95e6;
    const double tenths = std::round(bytes / (is_giga ? 1e8 : is_mega ? 1e5 : 1e2)) / 10;
    const std::string text = std::to_string(tenths);
    return text.substr(0, text.find('.') + 2) + (is_giga ? " GB" : is_mega ? " MB" : " kB");
}

}  // namespace headscope
