#include "app/views/ui.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace headscope {

const Label& token_text(const Ui& ui, AxisToken token, float size, float max_width) {
    TextStyle style;
    style.size = size;
    if (max_width > 0) {
        style.ellipsis = Ellipsis::kEnd;
        style.max_width = max_width;
    }
    const ShownTrace& shown = *ui.state.shown;
    return ui.labels.get(token.axis == Axis::kQuery ? shown.query_label(token.index) : shown.key_label(token.index),
                         style);
}

void draw_token_in(const Ui& ui, ImDrawList& list, AxisToken token, const Rect& rect, float size, ImU32 colour,
                   Align align) {
    const Label& label = token_text(ui, token, size, rect.w);
    float x = rect.x;
    if (align == Align::kCentre) x += (rect.w - label.size.x) / 2;
    if (align == Align::kRight) x += rect.w - label.size.x;
    ui.labels.draw(list, {x, rect.y + (rect.h - label.size.y) / 2}, label, colour);
}

TextBoxResult text_box(const Ui& ui, const Rect& rect, TextFocus which, TextEdit& edit, TextBoxState& kept,
                       const BoxLook& look) {
    const Palette& palette = ui.palette();
    TextBoxStyle style;
    style.id = look.id;
    style.size = {rect.w, rect.h};
    style.padding = ui.px(11);
    style.rounding = ui.px(4);
    style.text.size = ui.px(15);
    style.colours = {palette.ground, palette.line, palette.dim,
                     palette.text,   palette.dim,  with_alpha(palette.key, 0.35F),
                     palette.query};
    style.placeholder = look.placeholder;
    style.highlights = look.highlights;
    kept.focused = ui.state.focus == which;
    ImGui::SetCursorScreenPos(min_of(rect));
    TextBoxResult result = draw_text_box(kept, edit, style, kept.focused ? ui.input : std::span<const InputEvent>(),
                                         {ui.clipboard, ui.graphics, ui.layouts});
    if (kept.focused && ui.state.focus != which) ui.ask(FocusText{which});
    if (!kept.focused && ui.state.focus == which) ui.ask(FocusText{TextFocus::kNone});
    if (result.wants_frame) ui.kept.wants_frame = true;
    return result;
}

void begin_card(const Ui& ui, const char* id, const Rect& card) {
    ImGui::SetNextWindowPos(min_of(card));
    ImGui::SetNextWindowSize({card.w, card.h});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.palette().raised);
    ImGui::PushStyleColor(ImGuiCol_Border, ui.palette().line);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(12), ui.px(12)});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoCollapse;
    ImGui::Begin(id, nullptr, kFlags);
}

void end_card(const Ui& ui, const Rect& card) {
    const bool pressed_outside = ImGui::IsMouseClicked(0) && !card.contains(to_point(ImGui::GetIO().MousePos));
    ImGui::End();
    ImGui::PopStyleVar(3);
    ImGui::PopStyleColor(2);
    if (pressed_outside) ui.ask(ShowPopup{});
}

std::string short_weight(float weight) {
    if (!std::isfinite(weight)) return "n/a";
    if (weight >= 0.995F) return "1.0";
    std::array<char, 16> text;
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(weight));
    return text.data() + 1;  // without the leading 0
}

std::string precise_weight(float weight) {
    if (!std::isfinite(weight)) return "not a number";
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), weight >= 0.001F || weight == 0 ? "%#.4g" : "%.3e",
                  static_cast<double>(weight));
    return text.data();
}

}  // namespace headscope
