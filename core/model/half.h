#pragma once

#include <bit>
#include <cstdint>

namespace headscope {

// IEEE 754 binary16 to binary32, exactly.
inline float half_to_float(unsigned half) {
    const std::uint32_t sign = (half & 0x8000U) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1FU;
    const std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 0) {
        // Zero or subnormal: fraction · 2⁻²⁴, which float32 holds exactly.
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return sign != 0 ? -magnitude : magnitude;
    }
    const std::uint32_t widened = exponent == 0x1FU ? 0xFFU : exponent + 112;
    return std::bit_cast<float>(sign | widened << 23 | fraction << 13);
}

}  // namespace headscope
