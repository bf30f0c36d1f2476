#pragma once

#include <string_view>

#include "app/widgets/controls.h"

namespace headscope {

// A switch that is hardly there until it is on or pointed at: small words without a frame.
struct QuietLook {
    bool is_on = false;
    bool is_enabled = true;
    std::string_view tip = {};
};

float quiet_button_width(const ControlStyle& style, std::string_view words);
// True when pressed. `id` must be unique in its window.
bool quiet_button(const ControlStyle& style, const char* id, const Rect& rect, std::string_view words,
                  const QuietLook& look);

}  // namespace headscope
