#include <algorithm>
#include <string>

#include "app/views/views.h"

namespace headscope {
namespace {

constexpr float kRow = 28;
constexpr float kParts = 190;
constexpr float kCommands = 420;

// Up and down walk the list that the keyboard is in, left and right change between the two lists.
struct MenuKeys {
    MenuPlace at;
    bool has_moved = false;
    bool is_entered = false;
};
MenuKeys walk_menu(const Ui& ui) {
    const std::span<const CommandPart> parts = command_parts();
    MenuKeys keys{ui.kept.menu_at};
    keys.at.part = std::min(keys.at.part, parts.size() - 1);
    for (const InputEvent& event : ui.input) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press == nullptr) continue;
        if (press->chord == plain(Key::kRight)) {
            if (!keys.at.command) keys.at.command = 0;
            continue;
        }
        if (press->chord == plain(Key::kLeft)) {
            keys.at.command.reset();
            continue;
        }
        constexpr std::size_t kPage = 10;
        if (keys.at.command) {
            const ListKeys walked =
                walk_list({&event, 1}, *keys.at.command, parts[keys.at.part].commands.size(), kPage);
            keys.at.command = walked.at;
            keys.is_entered = keys.is_entered || walked.is_entered;
        } else {
            const ListKeys walked = walk_list({&event, 1}, keys.at.part, parts.size(), kPage);
            keys.at.part = walked.at;
            if (walked.is_entered) keys.at.command = 0;
        }
        keys.has_moved = true;
    }
    return keys;
}

void draw_line_ground(const Ui& ui, const Rect& row, bool is_chosen, bool is_hovered) {
    if (!is_chosen && !is_hovered) return;
    ImGui::GetWindowDrawList()->AddRectFilled(
        min_of(row), max_of(row), is_chosen ? ui.palette().raised_active : ui.palette().raised_hover, ui.px(4));
}

void draw_parts(const Ui& ui, const Rect& rect, MenuPlace& at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::span<const CommandPart> parts = command_parts();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Rect row{rect.x, rect.y + ui.px(kRow) * static_cast<float>(i), rect.w, ui.px(kRow)};
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("part", row);
        ImGui::PopID();
        if (pointer.clicked || (pointer.hovered && at.part != i)) at = {i, std::nullopt};
        draw_line_ground(ui, row, at.part == i, pointer.hovered);
        draw_text_in(list, ui.style.fonts->normal, row.inset(ui.px(10), 0), ui.palette().text, parts[i].title,
                     Align::kLeft);
        draw_text_in(list, ui.style.fonts->small, row.inset(ui.px(10), 0), ui.palette().dim, "›", Align::kRight);
        if (at.part == i && !at.command && ui.state.panel != Panel::kPopup)
            draw_focus_ring(list, ui.style, row.inset(ui.px(2), ui.px(2)));
    }
}

// The command that was pressed, if any.
const Command* draw_commands(const Ui& ui, const Rect& rect, const MenuKeys& keys) {
    const std::span<const Command> commands = command_parts()[keys.at.part].commands;
    ImGui::SetCursorScreenPos(min_of(rect));
    ImGui::PushID(static_cast<int>(keys.at.part));
    ImGui::BeginChild("commands", {rect.w, rect.h}, false, ImGuiWindowFlags_NoBackground);
    if (keys.has_moved && keys.at.command)
        scroll_to_line(ui.px(kRow) * static_cast<float>(*keys.at.command), ui.px(kRow));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 origin = ImGui::GetCursorScreenPos();
    const Command* pressed = nullptr;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const Command& command = commands[i];
        const Rect row{origin.x, origin.y + ui.px(kRow) * static_cast<float>(i), rect.w - ui.px(12), ui.px(kRow)};
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("command", row);
        ImGui::PopID();
        const bool is_chosen = keys.at.command == i;
        if (pointer.clicked || (keys.is_entered && is_chosen)) pressed = &command;
        draw_line_ground(ui, row, is_chosen, pointer.hovered);
        const bool is_enabled = command.is_enabled(ui.state);
        const float key = draw_key_at(ui, {row.right() - ui.px(8), row.y + row.h / 2}, command);
        draw_text_in(list, ui.style.fonts->normal, {row.x + ui.px(10), row.y, row.w - key - ui.px(28), row.h},
                     is_enabled ? ui.palette().text : ui.palette().dim, command.label, Align::kLeft);
        if (is_chosen) draw_focus_ring(list, ui.style, row.inset(ui.px(2), ui.px(2)));
        if (!pointer.hovered) continue;
        const std::string_view reason = why_not(command, ui.state);
        show_tip(ui.style, reason.empty() ? std::string_view(command.tip) : reason);
    }
    ImGui::EndChild();
    ImGui::PopID();
    return pressed;
}

}  // namespace

void draw_main_menu(const Ui& ui, const Rect& window) {
    MenuKeys keys = walk_menu(ui);
    std::size_t most = command_parts().size();
    for (const CommandPart& part : command_parts()) most = std::max(most, part.commands.size());
    const float width = std::min(ui.px(kParts + kCommands), window.w - ui.px(20));
    const float top = ui.px(50);
    const float height = std::min(ui.px(kRow) * static_cast<float>(most) + ui.px(24), window.h - top - ui.px(20));
    const Rect card{ui.px(10), top, width, height};
    begin_card(ui, "main menu", card);
    const Rect inner = card.inset(ui.px(12), ui.px(12));
    const float parts = std::min(ui.px(kParts), inner.w * 0.4F);
    draw_parts(ui, {inner.x, inner.y, parts - ui.px(16), inner.h}, keys.at);
    ImGui::GetWindowDrawList()->AddLine({inner.x + parts - ui.px(6), inner.y},
                                        {inner.x + parts - ui.px(6), inner.bottom()}, ui.palette().line);
    const Command* pressed = draw_commands(ui, {inner.x + parts, inner.y, inner.w - parts, inner.h}, keys);
    ui.kept.menu_at = keys.at;
    end_card(ui, card);
    if (pressed == nullptr || !pressed->is_enabled(ui.state)) return;
    ui.ask(ShowPopup{});
    ui.ask(RunCommand{pressed->id});
}

}  // namespace headscope
