#pragma once

#include <optional>
#include <string_view>

namespace headscope {

// A JSON number as the reference library reads it, which rounds twice: its digits as a whole number of 64 bits (further
// ones are left out), then divided or multiplied by a power of ten. The last bit often differs from the nearest double,
// and with it which of two ways through a word wins a tie. None if `text` is no JSON number or too large.
std::optional<double> reference_number(std::string_view text);

}  // namespace headscope
