#include "app/widgets/quiet_button.h"

#include <cmath>

namespace headscope {

float quiet_button_width(const ControlStyle& style, std::string_view words) {
    return std::ceil(text_size(style.fonts->small, words).x + style.px(14));
}

bool quiet_button(const ControlStyle& style, const char* id, const Rect& rect, std::string_view words,
                  const QuietLook& look) {
    const KeyState key = look.is_enabled ? keyboard_on(style, id, rect) : KeyState();
    const AreaState state = area(id, rect);
    if (state.hovered && !look.tip.empty()) show_tip(style, look.tip);
    const Palette& palette = *style.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImU32 fill = look.is_on ? palette.raised_active : 0;
    if (state.hovered && look.is_enabled) fill = palette.raised_hover;
    if (fill != 0) list.AddRectFilled(min_of(rect), max_of(rect), fill, style.px(3));
    const bool is_bright = look.is_enabled && (look.is_on || state.hovered);
    const ImU32 ink = look.is_enabled ? palette.dim : with_alpha(palette.dim, 0.5F);
    draw_text_in(list, style.fonts->small, rect, is_bright ? palette.text : ink, words, Align::kCentre);
    if (key.is_on) draw_focus_ring(list, style, rect);
    return look.is_enabled && (state.clicked || key.is_pressed);
}

}  // namespace headscope
