#pragma once

#include <imgui.h>

namespace headscope {

// The fonts of the program's own words. Owned by ImGui's font atlas; replaced between frames when the scale changes.
struct UiFonts {
    ImFont* small = nullptr;  // positions, hints, numbers in narrow places
    ImFont* normal = nullptr;
    ImFont* bold = nullptr;   // normal size, semi-bold
    ImFont* large = nullptr;  // semi-bold: titles and the number that matters
};

}  // namespace headscope
