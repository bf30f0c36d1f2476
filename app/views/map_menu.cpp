#include <algorithm>
#include <string>
#include <vector>

#include "app/views/map_view.h"

namespace headscope {
namespace {

constexpr float kLine = 30;
constexpr float kWidth = 380;

// What changes how the large map looks, whatever there is room for on its panel.
std::vector<CommandId> commands_of(const AppState& state) {
    std::vector<CommandId> commands = {CommandId::kToggleWords, CommandId::kMapSums,    CommandId::kCycleCompare,
                                       CommandId::kCycleRange,  CommandId::kCycleScale, CommandId::kCycleSpecials,
                                       CommandId::kNextValues,  CommandId::kMapZoomIn,  CommandId::kMapZoomOut,
                                       CommandId::kMapFit,      CommandId::kSelectCells};
    if (state.shown && state.shown->has_blocks()) commands.push_back(CommandId::kCycleBlock);
    if (state.view.rectangle) commands.push_back(CommandId::kFreeCells);
    return commands;
}

}  // namespace

void draw_map_menu(const Ui& ui, const Rect& window) {
    const std::vector<CommandId> commands = commands_of(ui.state);
    const ListKeys keys = walk_list(ui.input, ui.kept.map_menu_at, commands.size(), commands.size());
    ui.kept.map_menu_at = keys.at;
    const float line = ui.px(kLine);
    const float width = std::min(ui.px(kWidth), window.w - ui.px(20));
    const float height = std::min(line * static_cast<float>(commands.size()) + ui.px(30), window.h - ui.px(20));
    // Below its button or above it, inside of the window.
    const Rect& at = ui.kept.map_menu_button;
    const float below = at.bottom() + ui.px(4);
    const float y = below + height <= window.bottom() - ui.px(10) ? below : at.y - ui.px(4) - height;
    const Rect card{
        std::clamp(at.x, window.x + ui.px(10), std::max(window.x + ui.px(10), window.right() - ui.px(10) - width)),
        std::max(window.y + ui.px(10), y), width, height};
    begin_card(ui, "map menu", card);
    const Rect inner = card.inset(ui.px(12), ui.px(12));
    ImGui::SetCursorScreenPos(min_of(inner));
    ImGui::BeginChild("lines", {inner.w, inner.h}, false, ImGuiWindowFlags_NoBackground);
    if (keys.has_moved) scroll_to_line(line * static_cast<float>(keys.at), line);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const Command* pressed = nullptr;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const Command& command = get_command(commands[i]);
        const Rect row{origin.x, origin.y + line * static_cast<float>(i), inner.w, line};
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("line", row);
        ImGui::PopID();
        const bool is_chosen = i == keys.at;
        if (pointer.clicked || (keys.is_entered && is_chosen)) pressed = &command;
        if (is_chosen || pointer.hovered)
            list.AddRectFilled(min_of(row), max_of(row),
                               is_chosen ? ui.palette().raised_active : ui.palette().raised_hover, ui.px(4));
        const bool is_enabled = command.is_enabled(ui.state);
        const float key = draw_key_at(ui, {row.right() - ui.px(8), row.y + row.h / 2}, command);
        draw_text_in(list, ui.style.fonts->normal, {row.x + ui.px(10), row.y, row.w - key - ui.px(28), row.h},
                     is_enabled ? ui.palette().text : ui.palette().dim, command.label, Align::kLeft);
        const std::string_view reason = why_not(command, ui.state);
        if (pointer.hovered) show_tip(ui.style, reason.empty() ? std::string_view(command.tip) : reason);
    }
    ImGui::SetCursorScreenPos({origin.x, origin.y + line * static_cast<float>(commands.size())});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
    end_card(ui, card);
    if (pressed == nullptr || !pressed->is_enabled(ui.state)) return;
    ui.ask(ShowPopup{});
    ui.ask(RunCommand{pressed->id});
}

}  // namespace headscope
