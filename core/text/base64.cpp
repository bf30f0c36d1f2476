#include "core/text/base64.h"

#include <array>
#include <cstdint>

namespace headscope {
namespace {

constexpr std::uint8_t kNone = 0xFF;

constexpr std::array<std::uint8_t, 256> make_values() {
    std::array<std::uint8_t, 256> out{};
    for (auto& value : out) value = kNone;
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (std::size_t i = 0; i < digits.size(); ++i)
        out[static_cast<unsigned char>(digits[i])] = static_cast<std::uint8_t>(i);
    return out;
}

constexpr std::array<std::uint8_t, 256> kValues = make_values();

}  // namespace

std::optional<std::string> decode_base64(std::string_view text) {
    std::string_view digits = text;
    if (text.size() % 4 == 0)
        for (int i = 0; i < 2 && digits.ends_with('='); ++i) digits.remove_suffix(1);
    if (digits.size() % 4 == 1) return std::nullopt;
    std::string out;
    out.reserve(digits.size() / 4 * 3 + 2);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : digits) {
        const std::uint8_t value = kValues[static_cast<unsigned char>(c)];
        if (value == kNone) return std::nullopt;
        bits = bits << 6 | value;
        count += 6;
        if (count < 8) continue;
        count -= 8;
        out.push_back(static_cast<char>(bits >> count & 0xFF));
        bits &= (1u << count) - 1;
    }
    if (bits != 0) return std::nullopt;
    return out;
}

}  // namespace headscope
