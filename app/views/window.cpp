#include <optional>

#include "app/views/layout.h"
#include "app/views/lesson.h"
#include "app/views/views.h"

namespace headscope {

void draw_empty(const Ui& ui, const Rect& rect, std::string_view what, std::string_view next_step) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float row = ui.px(22);
    const float top = rect.y + rect.h / 2 - row;
    draw_text_in(list, ui.style.fonts->normal, {rect.x, top, rect.w, row}, ui.palette().text, what, Align::kCentre);
    draw_text_in(list, ui.style.fonts->small, {rect.x, top + row, rect.w, row}, ui.palette().dim, next_step,
                 Align::kCentre);
}

namespace {

void draw_panel_ring(const Ui& ui, const Rect& rect) {
    const Rect ring = rect.inset(ui.px(2), ui.px(2));
    ImGui::GetWindowDrawList()->AddRect(min_of(ring), max_of(ring), ui.palette().key, ui.px(3), 0, ui.px(2));
}

// A line between two panels under the pointer, or being dragged.
struct DividingLines {
    bool is_side = false;
    bool is_map = false;
};

// Before the panels, which would take the pointer. The panels follow a drag; the view changes when it ends.
DividingLines take_dividing_lines(const Ui& ui, const WindowLayout& layout) {
    DividingLines lines;
    std::optional<PanelShares>& dragged = ui.kept.dragged_panels;
    const PanelShares now = dragged.value_or(ui.state.view.panels);
    const Point mouse = to_point(ImGui::GetIO().MousePos);
    bool is_held = false;
    const auto take = [&](const char* id, const Rect& rect, bool& is_lit, ImGuiMouseCursor cursor, PanelShares moved,
                          PanelShares reset) {
        if (rect.w < 1 || rect.h < 1) return;
        const AreaState pointer = area(id, rect);
        const bool is_active = ImGui::IsItemActive();
        is_lit = pointer.hovered || is_active;
        if (is_lit) ImGui::SetMouseCursor(cursor);
        if (pointer.hovered && ImGui::IsMouseDoubleClicked(0)) {
            ui.ask(SetPanels{reset});
        } else if (is_active && (dragged || ImGui::IsMouseDragging(0))) {
            dragged = moved;
        }
        is_held = is_held || is_active;
    };
    take("side line", layout.side_line, lines.is_side, ImGuiMouseCursor_ResizeEW,
         with_side_line_at(now, layout, mouse.x), {0, now.map});
    take("map line", layout.map_line, lines.is_map, ImGuiMouseCursor_ResizeNS, with_map_line_at(now, layout, mouse.y),
         {now.side, 0});
    if (dragged && !is_held) {
        ui.ask(SetPanels{*dragged});
        dragged.reset();
    }
    return lines;
}

void draw_dividing_lines(const Ui& ui, const WindowLayout& layout, const DividingLines& lines) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = ui.palette().key;
    if (lines.is_side) {
        const float x = layout.side_line.x + layout.side_line.w / 2;
        list.AddLine({x, layout.side_line.y}, {x, layout.side_line.bottom()}, colour, ui.px(2));
    }
    if (lines.is_map) {
        const float y = layout.map_line.y + layout.map_line.h / 2;
        list.AddLine({layout.map_line.x, y}, {layout.map_line.right(), y}, colour, ui.px(2));
    }
}

void draw_panels(const Ui& ui, float width, float height) {
    const bool has_two_axes = ui.state.shown && !ui.state.shown->is_square();
    const int rows = has_two_axes ? 2 : 1;
    const ViewState& view = ui.state.view;
    const TextFocus focus = ui.state.focus;
    const bool is_typing = focus == TextFocus::kSentence || focus == TextFocus::kPair || focus == TextFocus::kTarget;
    const WindowLayout layout =
        view.presentation == Presentation::kOff
            ? lay_out_window(width, height, ui.style.scale, rows, ui.kept.dragged_panels.value_or(view.panels))
            : lay_out_presentation(width, height, ui.style.scale, rows, view.presentation,
                                   is_typing || ui.state.panel == Panel::kTopBar);
    const DividingLines lines = take_dividing_lines(ui, layout);
    const auto draw = [&](Panel panel, void (*draw_panel)(const Ui&, const Rect&), const Rect& rect) {
        if (rect.w < 1 || rect.h < 1) return;
        ui.kept.keyboard.enter_panel(static_cast<int>(panel));
        draw_panel(ui, rect);
        if (ui.state.panel == panel) draw_panel_ring(ui, rect);
    };
    draw(Panel::kGrid, draw_head_grid, layout.grid);
    draw(Panel::kMap, draw_map, layout.map);
    draw(Panel::kLinks, draw_side_card, layout.links);
    draw(Panel::kTokens, draw_token_strip, layout.token_strip);
    draw(Panel::kTopBar, draw_top_bar, layout.top_bar);
    draw(Panel::kStatusBar, draw_status_bar, layout.status_bar);
    draw_dividing_lines(ui, layout, lines);
}

// A class sees where the pointer is.
void draw_pointer_ring(const Ui& ui) {
    if (!ui.state.has_pointer_ring || !ImGui::IsMousePosValid()) return;
    const ImVec2 at = ImGui::GetIO().MousePos;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    list.AddCircle(at, ui.px(23), with_alpha(ui.palette().ground, 0.8F), 0, ui.px(7));
    list.AddCircle(at, ui.px(23), ui.palette().query, 0, ui.px(3.5F));
}

// The keys that walk through the controls of the panel that has the keyboard.
void move_keyboard(const Ui& ui) {
    KeyboardFocus& keyboard = ui.kept.keyboard;
    keyboard.begin_frame(static_cast<int>(ui.state.panel));
    if (ui.state.panel == Panel::kNone) return;
    if (ImGui::IsMouseClicked(0)) ui.ask(FocusPanel{Panel::kNone});
    if (ui.state.focus != TextFocus::kNone) return;
    for (const InputEvent& event : ui.input) {
        const auto* press = std::get_if<KeyPress>(&event);
        if (press == nullptr) continue;
        if (press->chord == plain(Key::kTab)) keyboard.step(1);
        if (press->chord == with_shift(Key::kTab)) keyboard.step(-1);
        if (press->chord == plain(Key::kEnter) || press->chord == plain(Key::kSpace)) keyboard.press();
    }
}

}  // namespace

void draw_window(const Ui& given, float width, float height) {
    Ui ui = given;
    ui.style.keyboard = &given.kept.keyboard;
    move_keyboard(ui);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, ui.px(10));
    ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, 0);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, ui.palette().raised_active);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabHovered, ui.palette().dim);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabActive, ui.palette().dim);
    // No background: the frame has been cleared to the ground, and filling a window once more costs a software renderer
    // a third of the frame.
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav |
                                        ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::Begin("Headscope", nullptr, kFlags);
    const bool is_page = ui.state.lesson.is_open || ui.state.beside.is_open;
    if (is_page) ui.kept.keyboard.enter_panel(static_cast<int>(Panel::kLesson));
    if (ui.state.lesson.is_open) {
        draw_lesson(ui, width, height);
    } else if (ui.state.beside.is_open) {
        draw_beside(ui, width, height);
    } else {
        draw_panels(ui, width, height);
    }
    ImGui::End();

    ui.kept.keyboard.enter_panel(static_cast<int>(Panel::kPopup));
    const Rect window{0, 0, width, height};
    const bool has_room = ui.state.view.presentation == Presentation::kOff && !is_page;
    if (ui.state.first_steps.is_shown && has_room && ui.state.shown) draw_first_steps(ui, window);
    switch (ui.state.popup) {
        case Popup::kNone:
            break;
        case Popup::kModels:
            draw_open_dialog(ui, window);
            break;
        case Popup::kExamples:
            draw_examples_menu(ui, window);
            break;
        case Popup::kExport:
            draw_export_dialog(ui, window);
            break;
        case Popup::kSaveSession:
            draw_session_dialog(ui, window);
            break;
        case Popup::kHeadPlane:
            draw_head_plane(ui, window);
            break;
        case Popup::kHelp:
            draw_help_sheet(ui, window);
            break;
        case Popup::kPalette:
            draw_palette(ui, window);
            break;
        case Popup::kMenu:
            draw_main_menu(ui, window);
            break;
        case Popup::kMapMenu:
            draw_map_menu(ui, window);
            break;
    }
    draw_pointer_ring(ui);
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar(4);
}

}  // namespace headscope
