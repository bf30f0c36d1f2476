#pragma once

#include "app/widgets/controls.h"

namespace headscope {

// A knob on a line, dragged or set by a click anywhere on it; Enter moves it on by a tenth, round the end. Returns the
// value; ImGui's last item is the slider's area.
float slider(const ControlStyle& style, const char* id, const Rect& rect, float value, float least, float most);

}  // namespace headscope
