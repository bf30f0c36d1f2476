#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headscope {

// The bytes that standard base64 (RFC 4648, section 4) stands for; "=" at the end may be left away. None if it is not
// base64: other characters, a length that fits no bytes, bits left over.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace headscope
