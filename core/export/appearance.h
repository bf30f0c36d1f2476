#pragma once

namespace headscope {

// How a weight in [0, 1] becomes a position in the colour map.
enum class ScaleKind {
    kLinear,  // w
    kSqrt,    // √w: small weights stand out
    kLog,     // 1 + log10(w) / 4, so that 0.0001 and less is the dark end
};

enum class Theme { kDark, kLight };

}  // namespace headscope
