#include "app/widgets/controls.h"

#include <algorithm>
#include <cmath>

namespace headscope {
namespace {

constexpr float kRounding = 4;
constexpr float kButtonPadding = 10;
constexpr float kTagPadding = 6;
constexpr std::string_view kEllipsis = "…";

float text_top(const Rect& rect, float height) {
    return std::floor(rect.y + (rect.h - height) / 2);
}

}  // namespace

ImVec2 text_size(ImFont* font, std::string_view text) {
    return font->CalcTextSizeA(font->FontSize, 1e9F, 0, text.data(), text.data() + text.size());
}

void draw_text(ImDrawList& list, ImFont* font, ImVec2 position, ImU32 colour, std::string_view text) {
    if (text.empty()) return;
    list.AddText(font, font->FontSize, {std::floor(position.x), std::floor(position.y)}, colour, text.data(),
                 text.data() + text.size());
}

void draw_text_in(ImDrawList& list, ImFont* font, const Rect& rect, ImU32 colour, std::string_view text, Align align) {
    if (text.empty()) return;
    const ImVec2 size = text_size(font, text);
    float x = rect.x;
    if (align == Align::kCentre) x += std::max(0.0F, (rect.w - size.x) / 2);
    if (align == Align::kRight) x += std::max(0.0F, rect.w - size.x);
    const ImVec2 at{std::floor(x), text_top(rect, size.y)};
    const char* const begin = text.data();
    const char* const end = begin + text.size();
    if (size.x <= rect.w + 1) {
        list.AddText(font, font->FontSize, at, colour, begin, end);
        return;
    }
    const float room = rect.w - text_size(font, kEllipsis).x;
    if (room < 0) {
        const ImVec4 clip(rect.x, rect.y, rect.right(), rect.bottom());
        list.AddText(font, font->FontSize, at, colour, begin, end, 0, &clip);
        return;
    }
    const char* cut = end;
    const float width = font->CalcTextSizeA(font->FontSize, room, 0, begin, end, &cut).x;
    list.AddText(font, font->FontSize, at, colour, begin, cut);
    list.AddText(font, font->FontSize, {at.x + width, at.y}, colour, kEllipsis.data(),
                 kEllipsis.data() + kEllipsis.size());
}

AreaState area(const char* id, const Rect& rect) {
    if (rect.w < 1 || rect.h < 1) return {};
    ImGui::SetCursorScreenPos(min_of(rect));
    const bool clicked = ImGui::InvisibleButton(id, {rect.w, rect.h});
    return {ImGui::IsItemHovered(), clicked, to_point(ImGui::GetIO().MousePos)};
}

KeyState keyboard_on(const ControlStyle& style, const char* id, const Rect& rect) {
    if (style.keyboard == nullptr || rect.w < 1 || rect.h < 1) return {};
    const ImGuiID number = ImGui::GetID(id);
    if (!style.keyboard->is_on(number)) return {};
    if (style.keyboard->has_moved() && !ImGui::IsRectVisible(min_of(rect), max_of(rect)))
        ImGui::SetScrollFromPosY(rect.y - ImGui::GetWindowPos().y);
    return {true, style.keyboard->is_pressed(number)};
}

void draw_focus_ring(ImDrawList& list, const ControlStyle& style, const Rect& rect) {
    const float grow = style.px(2);
    list.AddRect({rect.x - grow, rect.y - grow}, {rect.right() + grow, rect.bottom() + grow}, style.palette->key,
                 style.px(kRounding + 2), 0, style.px(2));
}

void show_tip(const ControlStyle& style, std::string_view text) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {style.px(10), style.px(8)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, style.px(kRounding));
    ImGui::PushStyleColor(ImGuiCol_PopupBg, style.palette->raised);
    ImGui::PushStyleColor(ImGuiCol_Border, style.palette->line);
    ImGui::PushStyleColor(ImGuiCol_Text, style.palette->text);
    ImGui::PushFont(style.fonts->small);
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(style.px(340));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopFont();
    ImGui::PopStyleColor(3);
    ImGui::PopStyleVar(2);
}

void tip_if_hovered(const ControlStyle& style, const char* text) {
    if (text != nullptr && ImGui::IsItemHovered()) show_tip(style, text);
}

float button_width(const ControlStyle& style, std::string_view label, const ButtonLook& look) {
    float width = text_size(style.fonts->normal, label).x + 2 * style.px(kButtonPadding);
    if (!look.hint.empty()) width += text_size(style.fonts->small, look.hint).x + style.px(6);
    return std::ceil(width);
}

bool button(const ControlStyle& style, const char* id, const Rect& rect, std::string_view label,
            const ButtonLook& look) {
    const KeyState key = look.is_enabled ? keyboard_on(style, id, rect) : KeyState();
    const AreaState state = area(id, rect);
    tip_if_hovered(style, look.tip);
    const Palette& palette = *style.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool lit = look.is_enabled && state.hovered;
    ImU32 fill = look.is_framed ? palette.raised : 0;
    if (look.is_active) fill = palette.raised_active;
    if (lit) fill = palette.raised_hover;
    if (fill != 0) list.AddRectFilled(min_of(rect), max_of(rect), fill, style.px(kRounding));
    if (look.is_framed) list.AddRect(min_of(rect), max_of(rect), palette.line, style.px(kRounding));
    const ImU32 colour = look.is_enabled ? palette.text : palette.dim;
    float content = text_size(style.fonts->normal, label).x;
    if (!look.hint.empty()) content += text_size(style.fonts->small, look.hint).x + style.px(6);
    const Rect words{rect.x + std::max(style.px(4), (rect.w - content) / 2), rect.y, rect.w, rect.h};
    draw_text_in(list, style.fonts->normal, words, colour, label, Align::kLeft);
    if (!look.hint.empty()) {
        const float skip = text_size(style.fonts->normal, label).x + style.px(6);
        draw_text_in(list, style.fonts->small, {words.x + skip, rect.y, words.w - skip, rect.h}, palette.dim, look.hint,
                     Align::kLeft);
    }
    if (key.is_on) draw_focus_ring(list, style, rect);
    return look.is_enabled && (state.clicked || key.is_pressed);
}

float tag_width(const ControlStyle& style, std::string_view text) {
    return std::ceil(text_size(style.fonts->small, text).x + 2 * style.px(kTagPadding));
}

float tag(const ControlStyle& style, ImVec2 position, std::string_view text, const char* tip) {
    const Rect rect{position.x, position.y, tag_width(style, text), style.px(20)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRect(min_of(rect), max_of(rect), style.palette->line, style.px(3));
    draw_text_in(list, style.fonts->small, rect, style.palette->dim, text, Align::kCentre);
    if (tip != nullptr && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows) &&
        rect.contains(to_point(ImGui::GetIO().MousePos))) {
        show_tip(style, tip);
    }
    return rect.w;
}

float segments_width(const ControlStyle& style, std::span<const Segment> segments) {
    float width = 0;
    for (const Segment& segment : segments) width += button_width(style, segment.label, {});
    return width;
}

int segments(const ControlStyle& style, const char* id, ImVec2 position, std::span<const Segment> segments,
             int chosen) {
    const float height = style.px(26);
    const Rect frame{position.x, position.y, segments_width(style, segments), height};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min_of(frame), max_of(frame), style.palette->raised, style.px(kRounding));
    int pressed = -1;
    float x = position.x;
    ImGui::PushID(id);
    for (int i = 0; i < static_cast<int>(segments.size()); ++i) {
        const Segment& segment = segments[static_cast<std::size_t>(i)];
        const float width = button_width(style, segment.label, {});
        ImGui::PushID(i);
        ButtonLook look;
        look.is_framed = false;
        look.is_active = i == chosen;
        look.tip = segment.tip;
        if (button(style, "segment", {x, position.y, width, height}, segment.label, look)) pressed = i;
        ImGui::PopID();
        x += width;
    }
    ImGui::PopID();
    list.AddRect(min_of(frame), max_of(frame), style.palette->line, style.px(kRounding));
    return pressed;
}

void draw_card(ImDrawList& list, const ControlStyle& style, const Rect& rect) {
    const Rect shadow{rect.x - style.px(1), rect.y + style.px(2), rect.w + style.px(2), rect.h + style.px(2)};
    list.AddRectFilled(min_of(shadow), max_of(shadow), style.palette->shadow, style.px(kRounding + 2));
    list.AddRectFilled(min_of(rect), max_of(rect), style.palette->raised, style.px(kRounding));
    list.AddRect(min_of(rect), max_of(rect), style.palette->line, style.px(kRounding));
}

}  // namespace headscope
