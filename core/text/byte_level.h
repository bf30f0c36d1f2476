#pragma once

#include <array>
#include <cstdint>
#include <optional>

// The characters by which byte-level vocabularies write bytes: those of printable Latin-1 stand for themselves, the
// other 68 bytes, in increasing order, are U+0100, U+0101 and on. (GPT-2's `bytes_to_unicode`.)
namespace headscope {

namespace byte_level {

constexpr bool is_itself(std::uint32_t byte) {
    return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
}

constexpr std::uint32_t kMoved = 68;

constexpr std::array<char16_t, 256> make_characters() {
    std::array<char16_t, 256> out{};
    std::uint32_t moved = 0;
    for (std::uint32_t byte = 0; byte < 256; ++byte)
        out[byte] = static_cast<char16_t>(is_itself(byte) ? byte : 0x100 + moved++);
    return out;
}

constexpr std::array<std::uint8_t, kMoved> make_moved_bytes() {
    std::array<std::uint8_t, kMoved> out{};
    std::uint32_t moved = 0;
    for (std::uint32_t byte = 0; byte < 256; ++byte)
        if (!is_itself(byte)) out[moved++] = static_cast<std::uint8_t>(byte);
    return out;
}

inline constexpr std::array<char16_t, 256> kCharacters = make_characters();
inline constexpr std::array<std::uint8_t, kMoved> kMovedBytes = make_moved_bytes();

}  // namespace byte_level

constexpr char32_t byte_level_character(std::uint8_t byte) {
    return byte_level::kCharacters[byte];
}

// The byte that a character stands for; none for a character that stands for no byte.
constexpr std::optional<std::uint8_t> byte_level_byte(char32_t c) {
    if (c >= 0x100 && c < 0x100 + byte_level::kMoved) return byte_level::kMovedBytes[c - 0x100];
    if (c < 0x100 && byte_level::is_itself(c)) return static_cast<std::uint8_t>(c);
    return std::nullopt;
}

static_assert(byte_level_character(' ') == 0x120 && byte_level_character(0xAD) == 0x143);
static_assert(byte_level_byte(0x10A) == std::uint8_t{'\n'} && !byte_level_byte(' ') && !byte_level_byte(0x144));

}  // namespace headscope
