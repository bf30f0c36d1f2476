#include "app/views/map_view.h"

#include <algorithm>
#include <string>

namespace headscope {
namespace {

constexpr float kLeastWidthForCard = 470;
constexpr float kLeastHeightForSwitches = 290;

// The room around a map that is not the map's.
struct Margins {
    float row_label = 0;
    float key_label = 0;  // height that slanted labels need
    float beyond = 0;     // width of the widest of them
    SumsRoom sums;
};

MapGeometry geometry(const Ui& ui, const LargeMap& large, const Rect& body, const Margins& margins) {
    MapGeometry::Metrics metrics;
    metrics.row_label = margins.row_label;
    metrics.key_label = margins.key_label;
    metrics.max_cell = ui.px(46);
    metrics.label_pitch = ui.px(12.5F);
    metrics.key_pitch = ui.px(17);
    const auto rows = static_cast<Index>(large.shown().queries().size());
    const auto cols = static_cast<Index>(large.shown().keys().size());
    return {body, rows, cols, metrics, ui.state.view.map_zoom};
}

// A map with all that belongs to it, in `body`; `id` tells maps apart.
void draw_one_map(const MapDrawing& drawing, const Rect& body, const Margins& margins, int id) {
    ImGui::PushID(id);
    draw_map_cells(drawing);
    draw_map_blocks(drawing);
    if (drawing.difference == nullptr) draw_map_sums(drawing);
    if (id == 0) draw_map_row_labels(drawing);
    draw_map_key_labels(drawing);
    if (id == 0) draw_map_corner(drawing);
    handle_map_pointer(drawing, body, margins.beyond);
    ImGui::PopID();
}

// The name of one of two maps, in the colour of its links, below it.
void draw_map_caption(const MapDrawing& drawing, float below, HeadRef head, ImU32 colour) {
    const Rect& seen = drawing.at.map();
    const Ui& ui = drawing.ui;
    const Rect row{seen.x, seen.bottom() + below + ui.px(4), std::max(seen.w, ui.px(120)), ui.px(18)};
    draw_text_in(drawing.list, ui.style.fonts->small, row, colour, LargeMap(drawing.shown(), head).name(),
                 Align::kLeft);
}

void draw_side_by_side(const Ui& ui, ImDrawList& list, const Rect& body, Margins margins, const LargeMap& large,
                       HeadRef other) {
    const LargeMap second(large.shown(), other);
    const float gap = ui.px(14);
    const float caption = ui.px(22);
    // Both maps are of one size, the second without labels of rows.
    const float half = (body.w - margins.row_label - gap - 2 * margins.sums.right) / 2;
    const float height = std::max(1.0F, body.h - caption);
    const Rect left{body.x, body.y, std::max(1.0F, margins.row_label + half), height};
    const MapGeometry first_at = geometry(ui, large, left, margins);
    const Rect right{first_at.map().right() + margins.sums.right + gap, body.y, std::max(1.0F, half), height};
    margins.beyond = std::min(margins.beyond, gap + margins.sums.right);
    Margins without_rows = margins;
    without_rows.row_label = 0;
    const MapGeometry second_at = geometry(ui, second, right, without_rows);
    const MapDrawing first{ui, list, large, first_at};
    const MapDrawing beside{ui, list, second, second_at};
    draw_one_map(first, left, margins, 0);
    draw_one_map(beside, right, without_rows, 1);
    if (large.head()) draw_map_caption(first, margins.sums.below, *large.head(), ui.palette().heads[0]);
    draw_map_caption(beside, margins.sums.below, other, ui.palette().heads[1]);
}

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
    const MapComparison compared = compare_maps(ui, large);
    const bool has_switches = room.h >= ui.px(kLeastHeightForSwitches);
    draw_map_header(ui, {room.x, room.y, room.w, ui.px(26)}, large, compared, !has_switches);

    const bool has_card = room.w >= ui.px(kLeastWidthForCard) && !compared.is_side_by_side();
    const Rect line{room.x, room.y + ui.px(28), room.w, ui.px(20)};
    const float top = has_card ? room.y + ui.px(30) : line.bottom();
    float bottom = rect.bottom() - ui.px(4);
    if (has_switches) {
        bottom -= ui.px(24);
        draw_map_switches(ui, {room.x, bottom + ui.px(2), room.w, ui.px(20)}, compared);
    }
    if (!has_card) draw_map_readout_line(ui, line, large, compared);

    const float widest = widest_map_label(ui, Axis::kKey);
    SumsRoom sums = compared.difference == nullptr ? map_sums_room(ui) : SumsRoom();
    if (large.shown().has_blocks() && sums.below == 0) sums = {ui.px(18), ui.px(16)};  // for the letters of the texts
    const Margins margins{widest_map_label(ui, Axis::kQuery) + ui.px(12), widest * 0.7072F + ui.px(16),
                          std::max(0.0F, widest), sums};
    if (compared.is_side_by_side()) {
        const Rect body{room.x, top, std::max(1.0F, room.w - widest * 0.4F), std::max(1.0F, bottom - sums.below - top)};
        draw_side_by_side(ui, list, body, margins, large, *compared.head);
        return;
    }
    // The last column's label rises beyond the map; a card or the sums of rows need more room than that.
    const float right = std::max(has_card ? ui.px(kReadoutWidth + 14) + sums.right : sums.right, widest * 0.4F);
    const Rect body{room.x, top, std::max(1.0F, room.w - right), std::max(1.0F, bottom - sums.below - top)};
    const MapGeometry at = geometry(ui, large, body, margins);
    const MapDrawing drawing{ui, list, large, at, compared.difference};
    draw_one_map(drawing, body, margins, 0);
    if (has_card) draw_map_readout_card(drawing, compared, rect, at.map().right() + sums.right + ui.px(14));
}

}  // namespace headscope
