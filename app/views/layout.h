#pragma once

#include "app/widgets/geometry.h"

namespace headscope {

// Where the panels of the window lie.
struct WindowLayout {
    Rect top_bar;
    Rect token_strip;
    Rect grid;
    Rect map;
    Rect links;
    Rect status_bar;
};

// For a window of width × height pixels, `scale` pixels a unit, with `token_rows` rows of tokens in the strip. Panels
// never overlap; below 1024 × 640 units they become too small to read rather than hide one another.
WindowLayout lay_out_window(float width, float height, float scale, int token_rows = 1);

}  // namespace headscope
