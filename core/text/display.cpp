#include <array>
#include <cstdio>

#include "core/base/utf8.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"

namespace headscope {
namespace {

// Characters that would show as nothing, break the line or turn the text around.
bool is_invisible(char32_t c) {
    return (c >= 0x80 && c <= 0x9F) || c == 0xAD || c == 0x061C || c == 0x180E || c == 0x200B || c == 0x200E ||
           c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

void append_visible(std::string& out, char32_t c) {
    constexpr char32_t kControlPictures = 0x2400;
    if (c == U'\t') return append_utf8(out, U'⇥');
    if (c == U'\n') return append_utf8(out, U'↵');
    if (c == U' ') return append_utf8(out, U'␣');
    if (c < 0x20) return append_utf8(out, kControlPictures + c);
    if (c == 0x7F) return append_utf8(out, U'␡');
    if (is_invisible(c)) {
        std::array<char, 16> code{};
        std::snprintf(code.data(), code.size(), "U+%04X", static_cast<unsigned>(c));
        out += code.data();
        return;
    }
    append_utf8(out, is_white_space(c) ? U'␣' : c);
}

}  // namespace

std::string visible_text(std::string_view text) {
    const RepairedText valid = repair_utf8(text);
    std::string out;
    for (std::size_t offset = 0; offset < valid.text.size();) {
        const CodePoint point = decode_at(valid.text, offset);
        // A mark needs something to stand on.
        if (offset == 0 && is_accent(point.value)) append_utf8(out, U'◌');
        append_visible(out, point.value);
        offset = point.end;
    }
    return out;
}

std::string display_of_piece(std::string_view piece) {
    constexpr std::string_view kContinuation = "##";
    if (piece.starts_with(kContinuation) && piece.size() > kContinuation.size())
        piece.remove_prefix(kContinuation.size());
    return visible_text(piece);
}

}  // namespace headscope
