#include "core/io/json_write.h"

#include <algorithm>
#include <charconv>

#include "core/base/utf8.h"

namespace headscope {
namespace {

constexpr char kHex[] = "0123456789abcdef";

// ".0" behind a whole number: [first, last) has neither a point nor an exponent.
char* finish_number(char* first, char* last, bool is_zero) {
    if (is_zero && *first == '0') return last;
    if (std::any_of(first, last, [](char c) { return c == '.' || c == 'e'; })) return last;
    *last++ = '.';
    *last++ = '0';
    return last;
}

}  // namespace

char* write_json_number(char* out, float value, int digits) {
    char* const room = out + kMaxNumberBytes - 2;
    const std::to_chars_result result =
        digits == 0 ? std::to_chars(out, room, value)
                    : std::to_chars(out, room, value, std::chars_format::general, std::min(digits, 17));
    return finish_number(out, result.ptr, value == 0);
}

void append_json_number(std::string& out, float value, int digits) {
    char buffer[kMaxNumberBytes];
    out.append(buffer, write_json_number(buffer, value, digits));
}

void append_json_number(std::string& out, double value) {
    char buffer[kMaxNumberBytes];
    const std::to_chars_result result = std::to_chars(buffer, buffer + kMaxNumberBytes - 2, value);
    out.append(buffer, finish_number(buffer, result.ptr, value == 0));
}

void append_json_string(std::string& out, std::string_view text) {
    RepairedText repaired;
    if (!is_valid_utf8(text)) {
        repaired = repair_utf8(text);
        text = repaired.text;
    }
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        switch (c) {
            case '"':
                out += "\\\"";
                break;
            case '\\':
                out += "\\\\";
                break;
            case '\n':
                out += "\\n";
                break;
            case '\r':
                out += "\\r";
                break;
            case '\t':
                out += "\\t";
                break;
            default:
                if (byte < 0x20 || byte == 0x7F) {
                    out += "\\u00";
                    out += kHex[byte >> 4];
                    out += kHex[byte & 15];
                } else {
                    out += c;
                }
        }
    }
    out += '"';
}

std::string hex_text(std::string_view bytes) {
    std::string text;
    for (const char c : bytes) {
        text += kHex[static_cast<unsigned char>(c) >> 4];
        text += kHex[static_cast<unsigned char>(c) & 15];
    }
    return text;
}

}  // namespace headscope
