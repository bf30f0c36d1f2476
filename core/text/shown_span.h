#pragma once

#include <string_view>

#include "core/text/tokenizer.h"

namespace headscope {

// The bytes of valid UTF-8 to light up for a token that spans `span`: without the white space that begins it, unless
// there is nothing else, and extended to the ends of what people see as one character, so that no letter loses its
// accent and no emoji is cut. Empty spans stay as they are.
ByteSpan shown_span(std::string_view text, ByteSpan span);

}  // namespace headscope
