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

void draw_panels(const Ui& ui, float width, float height) {
    const bool has_two_axes = ui.state.shown && !ui.state.shown->is_square();
    const WindowLayout layout = lay_out_window(width, height, ui.style.scale, has_two_axes ? 2 : 1);
    draw_head_grid(ui, layout.grid);
    draw_map(ui, layout.map);
    draw_links(ui, layout.links);
    draw_token_strip(ui, layout.token_strip);
    draw_top_bar(ui, layout.top_bar);
    draw_status_bar(ui, layout.status_bar);
}

}  // namespace

void draw_window(const Ui& ui, float width, float height) {
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
        draw_lesson(ui, width, height);
    } else {
        draw_panels(ui, width, height);
    }
    ImGui::End();

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
    }
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar(4);
}

}  // namespace headscope
