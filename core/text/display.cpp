#include "core/text/display.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <optional>

#include "core/base/utf8.h"
#include "core/text/byte_level.h"
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

// How many bytes the character at `offset` has; 0 where no valid one begins.
std::size_t valid_length(std::string_view text, std::size_t offset) {
    const auto lead = static_cast<unsigned char>(text[offset]);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    return is_valid_utf8(text.substr(offset, length)) ? length : 0;
}

void append_hex(std::string& out, std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    out += "‹";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        if (i > 0) out += ' ';
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    out += "›";
}

std::optional<std::uint8_t> hex_digit(char c) {
    if (c >= '0' && c <= '9') return static_cast<std::uint8_t>(c - '0');
    if (c >= 'A' && c <= 'F') return static_cast<std::uint8_t>(c - 'A' + 10);
    if (c >= 'a' && c <= 'f') return static_cast<std::uint8_t>(c - 'a' + 10);
    return std::nullopt;
}

// The byte of "<0xE2>".
std::optional<char> byte_of_piece(std::string_view piece) {
    if (piece.size() != 6 || !piece.starts_with("<0x") || piece[5] != '>') return std::nullopt;
    const auto high = hex_digit(piece[3]);
    const auto low = hex_digit(piece[4]);
    if (!high || !low) return std::nullopt;
    return static_cast<char>(*high << 4 | *low);
}

std::optional<std::string> byte_level_bytes(std::string_view piece) {
    if (!is_valid_utf8(piece)) return std::nullopt;
    std::string out;
    for (std::size_t offset = 0; offset < piece.size();) {
        const CodePoint point = decode_at(piece, offset);
        const std::optional<std::uint8_t> byte = byte_level_byte(point.value);
        if (!byte) return std::nullopt;
        out += static_cast<char>(*byte);
        offset = point.end;
    }
    return out;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string out;
    for (std::size_t at = 0;;) {
        const std::size_t next = text.find(from, at);
        out += text.substr(at, next - at);
        if (next == std::string_view::npos) return out;
        out += to;
        at = next + from.size();
    }
}

}  // namespace

std::string visible_text(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t offset = 0; offset < text.size();) {
        if (text[offset] > ' ' && text[offset] < 0x7F) {
            out += text[offset++];
            continue;
        }
        if (const std::size_t length = valid_length(text, offset); length > 0) {
            const char32_t c = decode_at(text.substr(offset, length), 0).value;
            // A mark needs something to stand on.
            if (offset == 0 && is_accent(c)) append_utf8(out, U'◌');
            append_visible(out, c);
            offset += length;
            continue;
        }
        std::size_t end = offset + 1;
        while (end < text.size() && valid_length(text, end) == 0) ++end;
        append_hex(out, text.substr(offset, end - offset));
        offset = end;
    }
    return out;
}

std::string piece_bytes(std::string_view piece, const PieceStyle& style) {
    const auto is_longer_than = [&](const std::string& mark) { return !mark.empty() && piece.size() > mark.size(); };
    if (is_longer_than(style.continuation) && piece.starts_with(style.continuation))
        piece.remove_prefix(style.continuation.size());
    if (is_longer_than(style.word_end) && piece.ends_with(style.word_end)) piece.remove_suffix(style.word_end.size());
    if (style.is_byte_level)
        if (std::optional<std::string> bytes = byte_level_bytes(piece)) return *std::move(bytes);
    if (style.has_byte_pieces)
        if (const std::optional<char> byte = byte_of_piece(piece)) return std::string(1, *byte);
    return style.space.empty() ? std::string(piece) : replaced(piece, style.space, " ");
}

bool marks_spaces(const PieceStyle& style) {
    return style.is_byte_level || !style.space.empty();
}

bool begins_with_space(std::string_view piece, const PieceStyle& style) {
    if (piece.empty()) return false;
    if (!style.space.empty() && piece.starts_with(style.space)) return true;
    if (!style.is_byte_level) return piece[0] == ' ';
    // The characters of the bytes U+0000 to U+0020 are U+0100 to U+0120, in UTF-8 C4 80 to C4 A0.
    return piece.size() > 1 && piece[0] == '\xC4' && static_cast<unsigned char>(piece[1]) <= 0xA0;
}

std::string display_of_piece(std::string_view piece, const PieceStyle& style) {
    const std::string bytes = piece_bytes(piece, style);
    const bool begins_word =
        marks_spaces(style) && bytes.size() > 1 && bytes[0] == ' ' && static_cast<unsigned char>(bytes[1]) > ' ';
    return visible_text(std::string_view(bytes).substr(begins_word ? 1 : 0));
}

}  // namespace headscope
