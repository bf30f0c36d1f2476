#include <cmath>
#include <optional>

#include "app/views/map_view.h"

namespace headscope {
namespace {

constexpr float kZoomAStep = 1.25F;
constexpr float kDragDistance = 4;  // below, a press is a click

bool was_dragged(const Ui& ui) {
    const float least = ui.px(kDragDistance);
    return ImGui::GetIO().MouseDragMaxDistanceSqr[0] > least * least;
}

MapRectangle rectangle_between(const MapDrawing& drawing, MapGeometry::Cell from, MapGeometry::Cell to) {
    return {drawing.query(std::min(from.row, to.row)), drawing.query(std::max(from.row, to.row)),
            drawing.key(std::min(from.col, to.col)), drawing.key(std::max(from.col, to.col))};
}

void point(const MapDrawing& drawing, Point mouse, bool clicked) {
    const auto& [ui, list, large, at, difference] = drawing;
    if (const auto cell = at.hit(mouse)) {
        const Index query = drawing.query(cell->row);
        const Index key = drawing.key(cell->col);
        ui.ask(PointAt{Hover{query, key, std::nullopt}});
        if (clicked) ui.ask(ToggleLock{query, key});
    } else if (const auto row = at.hit_row_label(mouse)) {
        ui.ask(PointAt{Hover{drawing.query(*row), std::nullopt, std::nullopt}});
        if (clicked) ui.ask(ToggleLock{drawing.query(*row)});
    } else if (const auto col = at.hit_col_label(mouse)) {
        ui.ask(PointAt{Hover{ui.state.view.locked_query, drawing.key(*col), std::nullopt}});
        if (clicked) ui.ask(ToggleKeyLock{drawing.key(*col)});
    }
}

// A rectangle is drawn up while shift and the button are held; the view takes it over when the button is let go.
void drag_rectangle(const MapDrawing& drawing, Point mouse, bool began, bool is_held) {
    const Ui& ui = drawing.ui;
    std::optional<MapGeometry::Cell>& from = ui.kept.rectangle_from;
    if (began && ImGui::GetIO().KeyShift) from = drawing.at.hit(mouse);
    if (!from) return;
    if (from->row >= drawing.at.rows() || from->col >= drawing.at.cols()) {  // other maps came meanwhile
        from.reset();
        ui.kept.dragged_rectangle.reset();
        return;
    }
    const MapRectangle rectangle = rectangle_between(drawing, *from, drawing.at.nearest(mouse));
    ui.kept.dragged_rectangle = rectangle;
    if (is_held) return;
    ui.ask(SelectCells{rectangle});
    from.reset();
    ui.kept.dragged_rectangle.reset();
}

}  // namespace

void handle_map_pointer(const MapDrawing& drawing, const Rect& body, float beyond) {
    const auto& [ui, list, large, at, difference] = drawing;
    const Rect all{body.x, body.y, at.map().right() + beyond - body.x, at.map().bottom() - body.y};
    if (all.w < 1 || all.h < 1) return;
    ImGui::SetCursorScreenPos(min_of(all));
    const bool pressed = ImGui::InvisibleButton("map", {all.w, all.h});
    const bool hovered = ImGui::IsItemHovered();
    const bool held = ImGui::IsItemActive();
    const bool began = ImGui::IsItemActivated();
    const Point mouse = to_point(ImGui::GetIO().MousePos);
    const bool is_selecting = ui.kept.rectangle_from.has_value() || (began && ImGui::GetIO().KeyShift);
    drag_rectangle(drawing, mouse, began, held);
    if (hovered || held) point(drawing, mouse, pressed && !is_selecting && !was_dragged(ui));
    if (held && !is_selecting && was_dragged(ui) && !at.zoom().is_fit()) {
        const ImVec2 moved = ImGui::GetIO().MouseDelta;
        ui.ask(ZoomMap{at.panned(moved.x, moved.y)});
    }
    if (!hovered) return;
    const float wheel = ImGui::GetIO().MouseWheel;
    const float sideways = ImGui::GetIO().MouseWheelH;
    if (wheel != 0) ui.ask(ZoomMap{at.zoomed_at(mouse, std::pow(kZoomAStep, wheel))});
    if (sideways != 0) ui.ask(ZoomMap{at.panned(sideways * ui.px(60), 0)});
    const bool double_clicked = ImGui::IsMouseDoubleClicked(0) && !ImGui::GetIO().KeyShift;
    if (double_clicked && !at.zoom().is_fit()) ui.ask(ZoomMap{});
}

}  // namespace headscope
