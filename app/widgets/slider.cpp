#include "app/widgets/slider.h"

#include <algorithm>

namespace headscope {

float slider(const ControlStyle& style, const char* id, const Rect& rect, float value, float least, float most) {
    const float knob = style.px(8);
    const float left = rect.x + knob;
    const float width = std::max(1.0F, rect.w - 2 * knob);
    const KeyState key = keyboard_on(style, id, rect);
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::InvisibleButton(id, {std::max(1.0F, rect.w), std::max(1.0F, rect.h)});
    const bool is_held = ImGui::IsItemActive();
    const bool is_hovered = ImGui::IsItemHovered();
    if (is_held) {
        const float share = std::clamp((ImGui::GetIO().MousePos.x - left) / width, 0.0F, 1.0F);
        value = least + share * (most - least);
    }
    if (key.is_pressed) {
        constexpr float kSteps = 10;
        value = value >= most ? least : std::min(most, value + (most - least) / kSteps);
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = rect.y + rect.h / 2;
    const float x = left + width * std::clamp((value - least) / (most - least), 0.0F, 1.0F);
    list.AddRectFilled({rect.x, middle - style.px(2)}, {rect.right(), middle + style.px(2)},
                       style.palette->raised_active, style.px(2));
    list.AddCircleFilled({x, middle}, is_held || is_hovered ? knob + style.px(1) : knob, style.palette->key);
    if (key.is_on) draw_focus_ring(list, style, rect);
    return value;
}

}  // namespace headscope
