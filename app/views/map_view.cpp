#include "app/views/map_view.h"

#include <algorithm>

namespace headscope {
namespace {

constexpr float kLeastWidthForCard = 470;
constexpr float kLeastHeightForSwitches = 290;

}  // namespace

void draw_map(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, ui.palette().line);
    const Rect room = rect.inset(ui.px(16), ui.px(10));
    if (!ui.state.shown || ui.state.shown->is_empty()) {
        draw_empty(ui, room, "No map yet.", "It shows the selected head, large, with every weight.");
        return;
    }
    const LargeMap large = large_map(ui.state);
    draw_map_header(ui, {room.x, room.y, room.w, ui.px(26)}, large);

    const bool has_card = room.w >= ui.px(kLeastWidthForCard);
    const Rect line{room.x, room.y + ui.px(28), room.w, ui.px(20)};
    const float top = has_card ? room.y + ui.px(30) : line.bottom();
    float bottom = rect.bottom() - ui.px(4);
    if (room.h >= ui.px(kLeastHeightForSwitches)) {
        bottom -= ui.px(24);
        draw_map_switches(ui, {room.x, bottom + ui.px(2), room.w, ui.px(20)});
    }

    const float widest = widest_map_label(ui, Axis::kKey);
    const SumsRoom sums = map_sums_room(ui);
    MapGeometry::Metrics metrics;
    metrics.row_label = widest_map_label(ui, Axis::kQuery) + ui.px(12);
    metrics.key_label = widest * 0.7072F + ui.px(16);
    metrics.max_cell = ui.px(46);
    metrics.label_pitch = ui.px(12.5F);
    metrics.key_pitch = ui.px(17);
    // The last column's label rises beyond the map; a card or the sums of rows need more room than that.
    const float right = std::max(has_card ? ui.px(kReadoutWidth + 14) + sums.right : sums.right, widest * 0.4F);
    const Rect body{room.x, top, std::max(1.0F, room.w - right), std::max(1.0F, bottom - sums.below - top)};
    const auto rows = static_cast<Index>(large.shown().queries().size());
    const auto cols = static_cast<Index>(large.shown().keys().size());
    const MapGeometry at(body, rows, cols, metrics, ui.state.view.map_zoom);
    const MapDrawing drawing{ui, list, large, at};

    draw_map_cells(drawing);
    draw_map_sums(drawing);
    draw_map_labels(drawing);
    draw_map_corner(drawing);
    if (has_card) {
        draw_map_readout_card(drawing, rect, at.map().right() + sums.right + ui.px(14));
    } else {
        draw_map_readout_line(ui, list, line, large);
    }
    handle_map_pointer(drawing, body, std::min(widest, rect.right() - at.map().right()));
}

}  // namespace headscope
