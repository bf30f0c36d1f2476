#pragma once

#include <imgui.h>

#include <array>

#include "core/export/appearance.h"

namespace headscope {

// The colours of a theme. One accent for the query, one for the key; everything else is quiet. `text` and
// `dim` have a contrast of at least 4.5 : 1 on every ground, the other colours of words on all but `raised_active`
// (WCAG 2.1, 1.4.3).
struct Palette {
    ImU32 ground;  // behind everything
    ImU32 bar;     // top and status bar
    ImU32 raised;  // buttons, chips, cards
    ImU32 raised_hover;
    ImU32 raised_active;  // the chosen one of a row of buttons
    ImU32 line;           // borders
    ImU32 text;
    ImU32 dim;  // secondary text
    ImU32 query;
    ImU32 key;
    ImU32 error;
    ImU32 shadow;
    std::array<ImU32, 6> heads;  // links of the selected head and five more (Okabe & Ito 2008, adapted to the ground)
};

const Palette& palette_of(Theme theme);

// The colour with its opacity multiplied by `alpha`.
ImU32 with_alpha(ImU32 colour, float alpha);

}  // namespace headscope
