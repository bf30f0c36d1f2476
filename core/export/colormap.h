#pragma once

#include <array>
#include <cstdint>

namespace headscope {

struct Rgb {
    std::uint8_t r = 0, g = 0, b = 0;
    bool operator==(const Rgb&) const = default;
};

// 256 colours from weight 0 to weight 1, perceptually uniform: lightness is linear in the index and the hues in between
// are equally far apart (both in OKLab, Ottosson 2020), so that it also reads in grey and for colour-blind eyes.
// Lightness always rises on dark ground and always falls on light ground. Made at the first call; thread-safe.
using Colormap = std::array<Rgb, 256>;
const Colormap& dark_colormap();   // near-black, violet, indigo, blue, teal, pale mint
const Colormap& light_colormap();  // near-white, mint, teal, blue, deep violet

}  // namespace headscope
