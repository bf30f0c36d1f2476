#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

constexpr char32_t kReplacementCharacter = 0xFFFD;

bool is_valid_utf8(std::string_view bytes);

// One code point of valid UTF-8: its value and where its bytes lie.
struct CodePoint {
    char32_t value = 0;
    std::uint32_t begin = 0;  // byte offset of the first byte
    std::uint32_t end = 0;    // byte offset behind the last byte
};

// Decodes the code point at `offset` of valid UTF-8; offset must be the start of one.
CodePoint decode_at(std::string_view text, std::size_t offset);

// The code points of valid UTF-8.
std::vector<CodePoint> decode_utf8(std::string_view text);

void append_utf8(std::string& out, char32_t code_point);

// Any bytes made valid: each maximal invalid sequence becomes U+FFFD (Unicode 15, section 3.9, "best practice").
struct RepairedText {
    std::string text;          // always valid UTF-8
    std::size_t replaced = 0;  // how many sequences were replaced; 0 means that `text` is the input
    // Only if replaced > 0: the input byte offset of every byte of `text`, and of its end. Size text.size() + 1.
    std::vector<std::uint32_t> origin = {};

    // The offset in the input that corresponds to an offset in `text`.
    std::uint32_t to_input(std::uint32_t offset) const { return replaced == 0 ? offset : origin[offset]; }
};
RepairedText repair_utf8(std::string_view bytes);

}  // namespace headscope
