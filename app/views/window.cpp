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

void draw_panels(const Ui& ui, float width, float height) {
    const bool has_two_axes = ui.state.shown && !ui.state.shown->is_square();
    const WindowLayout layout = lay_out_window(width, height, ui.style.scale, has_two_axes ? 2 : 1);
    const auto draw = [&](Panel panel, void (*draw_panel)(const Ui&, const Rect&), const Rect& rect) {
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
    if (ui.state.lesson.is_open) {
        ui.kept.keyboard.enter_panel(static_cast<int>(Panel::kLesson));
        draw_lesson(ui, width, height);
    } else if (ui.state.beside.is_open) {
        draw_beside(ui, width, height);
    } else {
        draw_panels(ui, width, height);
    }
    ImGui::End();

    ui.kept.keyboard.enter_panel(static_cast<int>(Panel::kPopup));
    const Rect window{0, 0, width, height};
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
        case Popup::kHelp:
            draw_help_sheet(ui, window);
            break;
        case Popup::kPalette:
            draw_palette(ui, window);
            break;
        case Popup::kMenu:
            draw_main_menu(ui, window);
            break;
    }
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar(4);
}

}  // namespace headscope
