#include "core/text/shown_span.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/utf8.h"
#include "core/text/grapheme.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

// No cluster that anybody writes is longer; what is looked over for one span stays short in any text.
constexpr std::size_t kFarthest = 1024;

bool is_ascii(char c) {
    return static_cast<unsigned char>(c) < 0x80;
}

bool is_inside_character(std::string_view text, std::size_t offset) {
    return offset < text.size() && (static_cast<unsigned char>(text[offset]) & 0xC0) == 0x80;
}

// A place at or before `offset` where a cluster ends for certain: between two ASCII characters that are not CR LF.
std::size_t cluster_start_before(std::string_view text, std::size_t offset) {
    const std::size_t farthest = offset - std::min(offset, kFarthest);
    std::size_t at = offset;
    while (at > farthest && !(at < text.size() && is_ascii(text[at]) && is_ascii(text[at - 1]) && text[at] != '\n'))
        --at;
    while (is_inside_character(text, at)) ++at;
    return at;
}

ByteSpan without_leading_space(std::string_view text, ByteSpan span) {
    for (std::uint32_t at = span.begin; at < span.end;) {
        const CodePoint point = decode_at(text, at);
        if (!is_white_space(point.value)) return {at, span.end};
        at = point.end;
    }
    return span;
}

}  // namespace

ByteSpan shown_span(std::string_view text, ByteSpan span) {
    if (span.begin >= span.end || span.end > text.size()) return span;
    span = without_leading_space(text, span);
    const std::size_t start = cluster_start_before(text, span.begin);
    std::size_t stop = std::min<std::size_t>(text.size(), span.end + kFarthest);
    while (is_inside_character(text, stop)) ++stop;
    std::vector<char32_t> characters;
    std::vector<std::uint32_t> offsets;  // of each character, and of the end
    for (std::size_t at = start; at < stop;) {
        const CodePoint point = decode_at(text, at);
        characters.push_back(point.value);
        offsets.push_back(point.begin);
        at = point.end;
    }
    offsets.push_back(static_cast<std::uint32_t>(stop));
    ByteSpan out = span;
    for (std::size_t cluster = 0; cluster < characters.size() && offsets[cluster] < span.end;) {
        const std::size_t end = grapheme_end(characters, cluster);
        if (offsets[end] > span.begin) {
            out.begin = std::min(out.begin, offsets[cluster]);
            out.end = std::max(out.end, offsets[end]);
        }
        cluster = end;
    }
    return out;
}

}  // namespace headscope
