#pragma once

#include "app/state/panel_shares.h"
#include "app/state/view_state.h"
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
    // Where a line between panels can be taken and moved; as wide as a pointer needs.
    Rect side_line;
    Rect map_line;
};

// For a window of width × height pixels, `scale` pixels a unit, with `token_rows` rows of tokens in the strip. Panels
// never overlap; below 1024 × 640 units they become too small to read rather than hide one another.
// What a person's shares ask for is done as far as every panel keeps a size that it can be read at.
WindowLayout lay_out_window(float width, float height, float scale, int token_rows = 1, PanelShares shares = {});

// The shares that bring a line of the layout to a point.
PanelShares with_side_line_at(PanelShares shares, const WindowLayout& layout, float x);
PanelShares with_map_line_at(PanelShares shares, const WindowLayout& layout, float y);

// Pixels a unit in a presentation in a window of width × height pixels: type can be read at five metres when the
// picture is two metres wide; less for the grid, which is there to be seen as a whole. In steps, so that few sizes of
// type are made while a window is resized.
float presentation_scale(float width, float height, Presentation presentation = Presentation::kHead);
// The panels of a presentation; those that it does without are empty. The top bar is there to type into only.
WindowLayout lay_out_presentation(float width, float height, float scale, int token_rows, Presentation presentation,
                                  bool has_top_bar);

}  // namespace headscope
