#pragma once

#include <array>
#include <cstdint>

#include "core/export/appearance.h"

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

// Numbers of both signs: from blue (the most negative) over the ground's neutral to orange (the most positive), in
// equal steps of OKLab, both ends equally far from the middle in lightness.
const Colormap& diverging_colormap(Theme theme);

inline const Colormap& colormap_of(Theme theme) {
    return theme == Theme::kDark ? dark_colormap() : light_colormap();
}

// Where a weight lies in the colour map: 0 is its first colour, 1 its last. Weights are clamped to [0, 1].
float colormap_position(ScaleKind scale, float weight);

}  // namespace headscope
