#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/views.h"

namespace headscope {

void draw_first_steps(const Ui& ui, const Rect& window) {
    const FirstSteps& steps = ui.state.first_steps;
    struct Line {
        bool is_done;
        const char* words;
    };
    const std::array<Line, 3> lines = {{
        {steps.has_pointed, "Point at a word: its row lights up in every map, and below stands where it looks."},
        {steps.has_locked, "Click the word to keep it lit; Esc frees it."},
        {steps.has_sought, "Ctrl+P finds every command, F1 lists keys and terms."},
    }};
    const float row = ui.px(24);
    const float width = std::min(ui.px(640), window.w - ui.px(28));
    const float height = row * static_cast<float>(lines.size()) + ui.px(50);
    const Rect card{ui.px(14), window.bottom() - height - ui.px(44), width, height};
    // No popup: it stays while one works, and takes only the clicks on itself.
    ImGui::SetNextWindowPos(min_of(card));
    ImGui::SetNextWindowSize({card.w, card.h});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.palette().raised);
    ImGui::PushStyleColor(ImGuiCol_Border, ui.palette().key);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(6));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("first steps", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Rect inner = card.inset(ui.px(16), ui.px(12));
    draw_text_in(list, ui.style.fonts->bold, {inner.x, inner.y, inner.w, ui.px(22)}, ui.palette().text,
                 "Three things to try", Align::kLeft);
    ButtonLook look;
    look.is_framed = false;
    look.tip = "Close; it does not come back.";
    const float close = ui.px(24);
    if (button(ui.style, "close first steps", {inner.right() - close, inner.y - ui.px(2), close, close}, "×", look))
        ui.ask(EndFirstSteps{});
    float y = inner.y + ui.px(28);
    for (const Line& line : lines) {
        draw_text_in(list, ui.style.fonts->normal, {inner.x, y, ui.px(22), row},
                     line.is_done ? ui.palette().key : ui.palette().dim, line.is_done ? "✓" : "○", Align::kLeft);
        draw_text_in(list, ui.style.fonts->normal, {inner.x + ui.px(24), y, inner.w - ui.px(24), row},
                     line.is_done ? ui.palette().dim : ui.palette().text, line.words, Align::kLeft);
        y += row;
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor(2);
}

}  // namespace headscope
