#include "core/text/span_trim.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/utf8.h"
#include "core/text/byte_level.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

bool is_space(char32_t c) {
    return c == byte_level_character(' ') || is_white_space(c);
}

bool is_inside_character(std::string_view text, std::size_t offset) {
    return offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80;
}

std::uint32_t next_character(std::string_view text, std::uint32_t offset) {
    do ++offset;
    while (is_inside_character(text, offset));
    return offset;
}

std::uint32_t previous_character(std::string_view text, std::uint32_t offset) {
    do --offset;
    while (offset > 0 && is_inside_character(text, offset));
    return offset;
}

std::size_t leading_spaces(std::string_view token) {
    std::size_t count = 0;
    for (std::uint32_t at = 0; at < token.size(); ++count) {
        const CodePoint point = decode_at(token, at);
        if (!is_space(point.value)) break;
        at = point.end;
    }
    return count;
}

std::size_t trailing_spaces(std::string_view token) {
    std::size_t count = 0;
    for (auto at = static_cast<std::uint32_t>(token.size()); at > 0; ++count) {
        at = previous_character(token, at);
        if (!is_space(decode_at(token, at).value)) break;
    }
    return count;
}

}  // namespace

ByteSpan trim_span(ByteSpan span, std::string_view written, std::string_view text, bool is_first,
                   const std::vector<SpanTrim>& trims) {
    const std::size_t leading = leading_spaces(written);
    const std::size_t trailing = trailing_spaces(written);
    if (leading == 0 && trailing == 0) return span;
    for (const SpanTrim& trim : trims) {
        const bool may_be_spared = (is_first && trim.text_comes_first) || span.begin == 0;
        const bool is_spared = may_be_spared && trim.spares_prefix_space && leading == 1;
        for (std::size_t i = is_spared ? leading : 0; i < leading && span.begin < span.end; ++i)
            span.begin = next_character(text, span.begin);
        std::uint32_t end = span.end;
        std::size_t left = trailing;
        for (; left > 0 && end > 0; --left) end = previous_character(text, end);
        // Where the text before its end is shorter than that, the span stays.
        if (left == 0) span.end = std::max(end, span.begin);
    }
    return span;
}

}  // namespace headscope
