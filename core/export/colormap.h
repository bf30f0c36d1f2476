#pragma once

#include <array>
#include <cstdint>

namespace headscope {

struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Rgb&) const = default;
};

// 256 colours from weight 0 to weight 1, perceptually uniform: equal steps of lightness (OKLab, Ottosson 2020), always
// rising on dark ground and always falling on light ground, so that it also reads in grey and for colour-blind eyes.
using Colormap = std::array<Rgb, 256>;
const Colormap& dark_colormap();   // 0 is nearly black, 1 is pale mint
const Colormap& light_colormap();  // 0 is nearly white, 1 is deep violet

}  // namespace headscope
