#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/state/command_search.h"
#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kRow = 32;
constexpr float kMostRows = 12;

const char* part_of(const Command& wanted) {
    for (const CommandPart& part : command_parts()) {
        for (const Command& command : part.commands) {
            if (&command == &wanted) return part.title;
        }
    }
    return "";
}

void draw_row(const Ui& ui, const Rect& rect, const Command& command, bool is_chosen, bool is_hovered) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    if (is_chosen || is_hovered) {
        list.AddRectFilled(min_of(rect), max_of(rect), is_chosen ? palette.raised_active : palette.raised_hover,
                           ui.px(4));
    }
    if (is_chosen) list.AddRectFilled(min_of(rect), {rect.x + ui.px(3), rect.bottom()}, palette.key, ui.px(2));
    const bool is_enabled = command.is_enabled(ui.state);
    Rect words = rect.inset(ui.px(14), 0);
    const float key = draw_key_at(ui, {words.right(), rect.y + rect.h / 2}, command);
    words.w -= key + ui.px(10);
    draw_text_in(list, ui.style.fonts->normal, words, is_enabled ? palette.text : palette.dim, command.label,
                 Align::kLeft);
    const float label = text_size(ui.style.fonts->normal, command.label).x + ui.px(12);
    if (label < words.w) {
        draw_text_in(list, ui.style.fonts->small, {words.x + label, words.y, words.w - label, words.h}, palette.dim,
                     is_enabled ? part_of(command) : "not now", Align::kLeft);
    }
}

// What the chosen command does, or why it cannot.
void draw_foot(const Ui& ui, const Rect& rect, const Command* command) {
    if (command == nullptr) {
        draw_wrapped(ui, rect, ui.palette().dim, "No command has these letters. Esc closes.");
        return;
    }
    const std::string_view reason = why_not(*command, ui.state);
    draw_wrapped(ui, rect, reason.empty() ? ui.palette().dim : ui.palette().query,
                 reason.empty() ? std::string_view(command->tip) : reason);
}

}  // namespace

void draw_palette(const Ui& ui, const Rect& window) {
    UiState& kept = ui.kept;
    const std::string query = ui.state.palette_query.text();
    std::vector<const Command*> found = search_commands(query, ui.state.recent_commands);
    std::erase_if(found, [](const Command* command) { return command->id == CommandId::kPalette; });
    if (kept.palette_of != query) kept.palette_at = 0;
    kept.palette_of = query;

    const float width = std::min(ui.px(640), window.w - ui.px(40));
    const float above = ui.px(16 + 34 + 10);
    const float foot = ui.px(56);
    const float room = std::max(ui.px(kRow), window.h - ui.px(100) - above - foot);
    const float rows = std::floor(std::min(kMostRows * ui.px(kRow), room) / ui.px(kRow)) * ui.px(kRow);
    const Rect card{window.x + (window.w - width) / 2, window.y + std::min(ui.px(64), window.h * 0.08F), width,
                    above + rows + foot};
    begin_card(ui, "palette", card);
    const Rect inner = card.inset(ui.px(16), ui.px(16));
    const TextBoxResult typed =
        text_box(ui, {inner.x, inner.y, inner.w, ui.px(34)}, TextFocus::kPaletteQuery, ui.state.palette_query,
                 kept.query_box, {"what to do", "What do you want to do?"});
    const std::span<const InputEvent> events = kept.query_box.focused ? typed.unhandled : ui.input;
    const ListKeys keys =
        walk_list(events, kept.palette_at, found.size(), static_cast<std::size_t>(rows / ui.px(kRow)) - 1);
    kept.palette_at = keys.at;

    ImGui::SetCursorScreenPos({card.x + ui.px(8), card.y + above});
    ImGui::BeginChild("found", {card.w - ui.px(16), rows}, false, ImGuiWindowFlags_NoBackground);
    if (keys.has_moved) scroll_to_line(ui.px(kRow) * static_cast<float>(keys.at), ui.px(kRow));
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const Command* pressed = keys.is_entered || typed.entered ? (found.empty() ? nullptr : found[keys.at]) : nullptr;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Rect row{origin.x, origin.y + ui.px(kRow) * static_cast<float>(i), card.w - ui.px(28), ui.px(kRow)};
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("command", row);
        ImGui::PopID();
        if (pointer.clicked) pressed = found[i];
        if (!ImGui::IsRectVisible(min_of(row), max_of(row))) continue;
        draw_row(ui, row, *found[i], i == kept.palette_at, pointer.hovered);
        const std::string_view reason = why_not(*found[i], ui.state);
        if (pointer.hovered) show_tip(ui.style, reason.empty() ? std::string_view(found[i]->tip) : reason);
    }
    ImGui::EndChild();
    const float line = card.y + above + rows + ui.px(6);
    ImGui::GetWindowDrawList()->AddLine({card.x, line}, {card.right(), line}, ui.palette().line);
    draw_foot(ui, {inner.x, line + ui.px(9), inner.w, card.bottom() - line - ui.px(12)},
              found.empty() ? nullptr : found[std::min(kept.palette_at, found.size() - 1)]);
    end_card(ui, card);
    if (pressed == nullptr || !pressed->is_enabled(ui.state)) return;
    ui.ask(ShowPopup{});
    ui.ask(RunCommand{pressed->id});
}

}  // namespace headscope
