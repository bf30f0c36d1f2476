#pragma once

#include <imgui.h>

#include <span>
#include <string_view>

#include "app/widgets/geometry.h"
#include "app/widgets/keyboard_focus.h"
#include "app/widgets/palette.h"
#include "app/widgets/ui_fonts.h"

namespace headscope {

// What every control needs to draw itself.
struct ControlStyle {
    const Palette* palette = nullptr;
    const UiFonts* fonts = nullptr;
    float scale = 1;                    // pixels a unit: the screen's content scale times the person's text size
    KeyboardFocus* keyboard = nullptr;  // null: controls are for the pointer only

    float px(float units) const { return units * scale; }
};

enum class Align { kLeft, kCentre, kRight };

// The program's own words, in one of its fonts.
ImVec2 text_size(ImFont* font, std::string_view text);
void draw_text(ImDrawList& list, ImFont* font, ImVec2 position, ImU32 colour, std::string_view text);
// Inside a rectangle, centred vertically; what has no room ends in an ellipsis.
void draw_text_in(ImDrawList& list, ImFont* font, const Rect& rect, ImU32 colour, std::string_view text, Align align);

inline ImVec2 to_vec(Point p) {
    return {p.x, p.y};
}
inline Point to_point(ImVec2 v) {
    return {v.x, v.y};
}
inline ImVec2 min_of(const Rect& r) {
    return {r.x, r.y};
}
inline ImVec2 max_of(const Rect& r) {
    return {r.right(), r.bottom()};
}

struct ButtonLook {
    bool is_active = false;  // drawn as chosen
    bool is_framed = true;
    bool is_enabled = true;
    std::string_view hint = {};  // quiet words behind the label, such as a key
    const char* tip = nullptr;
};

// The width a button needs.
float button_width(const ControlStyle& style, std::string_view label, const ButtonLook& look);
// True when pressed. `id` must be unique in its window.
bool button(const ControlStyle& style, const char* id, const Rect& rect, std::string_view label,
            const ButtonLook& look);

// A small framed word that only informs. Returns its width.
float tag(const ControlStyle& style, ImVec2 position, std::string_view text, const char* tip);
float tag_width(const ControlStyle& style, std::string_view text);

// A row of words of which exactly one is chosen; -1, or the one pressed.
struct Segment {
    std::string_view label;
    const char* tip;
};
float segments_width(const ControlStyle& style, std::span<const Segment> segments);
int segments(const ControlStyle& style, const char* id, ImVec2 position, std::span<const Segment> segments, int chosen);

// A tip under the pointer if the last item is hovered.
void tip_if_hovered(const ControlStyle& style, const char* text);
void show_tip(const ControlStyle& style, std::string_view text);

// True while the pointer is over `rect` in the current window and nothing covers it; claims the area for clicks.
struct AreaState {
    bool hovered = false;
    bool clicked = false;  // left button went down and up on it
    Point mouse;
};
AreaState area(const char* id, const Rect& rect);

// What the keyboard does to a control that lies at `rect` of the current window; call before the control's own item.
struct KeyState {
    bool is_on = false;
    bool is_pressed = false;
};
KeyState keyboard_on(const ControlStyle& style, const char* id, const Rect& rect);
// The mark of what the keyboard is on, round a control.
void draw_focus_ring(ImDrawList& list, const ControlStyle& style, const Rect& rect);

// A card over everything else: shadow, border, ground.
void draw_card(ImDrawList& list, const ControlStyle& style, const Rect& rect);

}  // namespace headscope
