#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace headscope {

// "1,234,567".
inline std::string grouped(std::int64_t number) {
    std::string text = std::to_string(number);
    const std::ptrdiff_t first = number < 0 ? 1 : 0;
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > first; at -= 3)
        text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

}  // namespace headscope
