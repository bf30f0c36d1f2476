#include "core/io/shown.h"

#include <limits>

#include "core/base/utf8.h"

namespace headscope {
namespace {

void append_escape(std::string& out, char kind, unsigned value, int digits) {
    static constexpr char kHex[] = "0123456789abcdef";
    out += '\\';
    out += kind;
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += kHex[(value >> shift) & 15U];
}

// Characters that print nothing but change how the text around them is shown.
bool is_hidden(char32_t c) {
    return (c >= 0x80 && c < 0xA0) || (c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E) ||
           (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

// Length of the valid UTF-8 sequence at the start of `bytes`; 0 if there is none.
std::size_t sequence_length(std::string_view bytes) {
    const auto lead = static_cast<unsigned char>(bytes.front());
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length > bytes.size() || !is_valid_utf8(bytes.substr(0, length))) return 0;
    return length;
}

}  // namespace

std::string shown_text(std::string_view text, std::size_t max_bytes) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        if (out.size() >= max_bytes) {
            out += "…";
            break;
        }
        const std::size_t length = sequence_length(text.substr(at));
        const auto byte = static_cast<unsigned char>(text[at]);
        if (length == 0 || byte < 0x20 || byte == 0x7F) {
            append_escape(out, 'x', byte, 2);
            ++at;
            continue;
        }
        const char32_t c = decode_at(text.substr(at, length), 0).value;
        if (is_hidden(c)) {
            append_escape(out, 'u', static_cast<unsigned>(c), 4);
        } else {
            out += text.substr(at, length);
        }
        at += length;
    }
    return out;
}

std::string shown_path(const std::filesystem::path& path) {
    return shown_text(path.native(), std::numeric_limits<std::size_t>::max());
}

}  // namespace headscope
