#include "core/text/reference_number.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>

namespace headscope {
namespace {

constexpr std::int64_t kLargestPower = 308;

// 1e0 to 1e308, each the nearest double.
double power_of_ten(std::int64_t exponent) {
    static const std::array<double, kLargestPower + 1> powers = [] {
        std::array<double, kLargestPower + 1> out;
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = std::strtod(("1e" + std::to_string(i)).c_str(), nullptr);
        return out;
    }();
    return powers[static_cast<std::size_t>(exponent)];
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The digits of a number as a whole number, and the power of ten it is to be multiplied by.
struct Digits {
    std::uint64_t value = 0;
    std::int64_t exponent = 0;
    bool is_full = false;  // no further digit fits

    // False if the digit did not fit, and is left out.
    bool take(char c) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        is_full = is_full || value > (std::numeric_limits<std::uint64_t>::max() - digit) / 10;
        if (!is_full) value = value * 10 + digit;
        return !is_full;
    }
};

}  // namespace

std::optional<double> reference_number(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    if (is_negative) text.remove_prefix(1);
    std::size_t at = 0;
    const auto is_digit_here = [&] { return at < text.size() && is_digit(text[at]); };
    if (!is_digit_here()) return std::nullopt;
    Digits digits;
    if (text[0] == '0')
        ++at;
    else
        for (; is_digit_here(); ++at)
            if (!digits.take(text[at])) ++digits.exponent;
    if (at < text.size() && text[at] == '.') {
        ++at;
        if (!is_digit_here()) return std::nullopt;
        // After an integer part that did not fit, the reference takes digits again if they fit.
        for (digits.is_full = false; is_digit_here(); ++at)
            if (digits.take(text[at])) --digits.exponent;
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        const bool is_below = at < text.size() && text[at] == '-';
        if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
        if (!is_digit_here()) return std::nullopt;
        std::int64_t power = 0;
        for (; is_digit_here(); ++at) power = power < 100'000'000'000 ? power * 10 + (text[at] - '0') : power;
        digits.exponent += is_below ? -power : power;
    }
    if (at != text.size()) return std::nullopt;

    auto value = static_cast<double>(digits.value);
    std::int64_t exponent = digits.exponent;
    for (; exponent < -kLargestPower && value != 0; exponent += kLargestPower) value /= power_of_ten(kLargestPower);
    if (value != 0 && exponent > kLargestPower) return std::nullopt;
    if (value != 0) value = exponent < 0 ? value / power_of_ten(-exponent) : value * power_of_ten(exponent);
    if (!std::isfinite(value)) return std::nullopt;
    return is_negative ? -value : value;
}

}  // namespace headscope
