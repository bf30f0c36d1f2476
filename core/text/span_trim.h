#pragma once

#include <string_view>
#include <vector>

#include "core/text/post_processor.h"
#include "core/text/tokenizer.h"

namespace headscope {

// A token's span after the trims, in order. `written` is the reference's string of the token: as many characters of
// `text` are taken off as it has white space or "Ġ" at that end, whatever stands in the text there. `is_first`: no
// token of the text comes before it.
ByteSpan trim_span(ByteSpan span, std::string_view written, std::string_view text, bool is_first,
                   const std::vector<SpanTrim>& trims);

}  // namespace headscope
