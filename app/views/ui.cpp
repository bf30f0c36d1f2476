#include "app/views/ui.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/widgets/wrapped_text.h"

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
    const KeyState key = keyboard_on(ui.style, look.id, rect);
    ImGui::SetCursorScreenPos(min_of(rect));
    TextBoxResult result = draw_text_box(kept, edit, style, kept.focused ? ui.input : std::span<const InputEvent>(),
                                         {ui.clipboard, ui.graphics, ui.layouts});
    if (kept.focused && ui.state.focus != which) ui.ask(FocusText{which});
    if (!kept.focused && ui.state.focus == which) ui.ask(FocusText{TextFocus::kNone});
    if (result.wants_frame) ui.kept.wants_frame = true;
    if (key.is_on && !kept.focused) draw_focus_ring(*ImGui::GetWindowDrawList(), ui.style, rect);
    if (key.is_pressed) ui.ask(FocusText{which});
    return result;
}

std::string key_words(const Command& command) {
    return keys_of(command);
}

float draw_key_at(const Ui& ui, ImVec2 right_middle, const Command& command) {
    const std::string words = key_words(command);
    if (words.empty()) return 0;
    ImFont* font = ui.style.fonts->small;
    const float width = std::ceil(text_size(font, words).x + ui.px(12));
    const float height = ui.px(20);
    const Rect frame{right_middle.x - width, std::floor(right_middle.y - height / 2), width, height};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(min_of(frame), max_of(frame), ui.palette().ground, ui.px(3));
    list.AddRect(min_of(frame), max_of(frame), ui.palette().line, ui.px(3));
    draw_text_in(list, font, frame, ui.palette().dim, words, Align::kCentre);
    return width;
}

float draw_wrapped(const Ui& ui, const Rect& rect, ImU32 colour, std::string_view words, ImFont* font) {
    if (font == nullptr) font = ui.style.fonts->small;
    const float width = std::max(1.0F, rect.w);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    float height = 0;
    for (const std::string_view line : lines_broken_at_spaces(*font, words, width)) {
        // A word that is wider than all there is breaks wherever it must.
        const char* const end = line.data() + line.size();
        list.AddText(font, font->FontSize, {std::floor(rect.x), std::floor(rect.y + height)}, colour, line.data(), end,
                     width);
        height += std::max(font->FontSize, font->CalcTextSizeA(font->FontSize, 1e9F, width, line.data(), end).y);
    }
    return height;
}

void tip_on_words(const Ui& ui, const Rect& row, std::string_view words, std::string_view tip) {
    if (tip.empty()) return;
    const float width = std::min(row.w, text_size(ui.style.fonts->small, words).x);
    if (area(("about " + std::string(words)).c_str(), {row.x, row.y, width, row.h}).hovered) show_tip(ui.style, tip);
}

ListKeys walk_list(std::span<const InputEvent> events, std::size_t at, std::size_t count, std::size_t page) {
    ListKeys keys{std::min(at, count == 0 ? 0 : count - 1)};
    const auto go_to = [&](std::size_t to) {
        keys.at = std::min(to, count == 0 ? 0 : count - 1);
        keys.has_moved = true;
    };
    for (const InputEvent& event : events) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press == nullptr || press->chord != plain(press->chord.key)) continue;
        switch (press->chord.key) {
            case Key::kUp:
                go_to(keys.at == 0 ? count : keys.at - 1);
                break;
            case Key::kDown:
                go_to(keys.at + 1 >= count ? 0 : keys.at + 1);
                break;
            case Key::kPageUp:
                go_to(keys.at - std::min(keys.at, page));
                break;
            case Key::kPageDown:
                go_to(keys.at + page);
                break;
            case Key::kHome:
                go_to(0);
                break;
            case Key::kEnd:
                go_to(count);
                break;
            case Key::kEnter:
                keys.is_entered = true;
                break;
            default:
                break;
        }
    }
    return keys;
}

void scroll_to_line(float top, float height) {
    const float room = ImGui::GetWindowHeight();
    if (top < ImGui::GetScrollY()) {
        ImGui::SetScrollY(top);
    } else if (top + height > ImGui::GetScrollY() + room) {
        ImGui::SetScrollY(top + height - room);
    }
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
    if (weight < 0) return "−" + short_weight(-weight);
    std::array<char, 16> text;
    if (weight >= 0.995F) {
        std::snprintf(text.data(), text.size(), weight < 9.95F ? "%.1f" : "%.0f", static_cast<double>(weight));
        return text.data();
    }
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(weight));
    return text.data() + 1;  // without the leading 0
}

std::string precise_weight(float weight) {
    if (!std::isfinite(weight)) return "not a number";
    if (weight < 0) return "−" + precise_weight(-weight);
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), weight >= 0.001F || weight == 0 ? "%#.4g" : "%.3e",
                  static_cast<double>(weight));
    return text.data();
}

std::string short_value(const ShownTrace& shown, float value) {
    if (shown.is_change() && std::abs(value) < 0.005F) return short_weight(0);  // neither more nor less
    return (shown.is_change() && value > 0 ? "+" : "") + short_weight(value);
}

std::string precise_value(const ShownTrace& shown, float value) {
    return (shown.is_change() && value > 0 ? "+" : "") + precise_weight(value);
}

std::string map_name(const ShownTrace& shown, HeadRef head) {
    if (shown.is_of_layers()) return head.layer == 0 ? "0" : "0–" + std::to_string(head.layer);
    return std::to_string(head.layer) + "·" + std::to_string(head.head);
}

HeatmapStyle heatmap_style(const AppState& state, bool cell_gaps) {
    return {state.view.scale, state.view.theme, cell_gaps, state.shown && state.shown->is_change()};
}

}  // namespace headscope
