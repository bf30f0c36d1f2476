#pragma once

#include <algorithm>

#include "app/views/ui.h"

namespace headscope {

// Where a card lies in the middle of the window: so many units wide and high, or as much as leaves 40 units of the
// window's width and `free_height` units of its height. Pixels.
inline Rect centred_card(const Ui& ui, const Rect& window, float width, float height, float free_height = 60) {
    const float w = std::min(ui.px(width), window.w - ui.px(40));
    const float h = std::min(ui.px(height), window.h - ui.px(free_height));
    return {window.x + (window.w - w) / 2, window.y + (window.h - h) / 2, w, h};
}

}  // namespace headscope
