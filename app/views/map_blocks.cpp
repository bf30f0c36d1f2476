#include <algorithm>

#include "app/state/block_edges.h"
#include "app/views/map_view.h"

namespace headscope {
namespace {

// Of a text along one axis, [begin, end) in pixels, as far as it is seen.
struct Extent {
    float begin;
    float end;
};

// The letters of the texts in the middle of what is seen of each.
void draw_letters(const MapDrawing& drawing, Extent rows_a, Extent rows_b, Extent cols_a, Extent cols_b) {
    const auto& [ui, list, large, at, difference] = drawing;
    ImFont* font = ui.style.fonts->small;
    const Rect& seen = at.map();
    const auto below = [&](Extent cols, const char* words) {
        const float left = std::clamp(cols.begin, seen.x, seen.right());
        const float width = std::clamp(cols.end, seen.x, seen.right()) - left;
        if (width < ui.px(10)) return;
        draw_text_in(list, font, {left, seen.bottom() + ui.px(3), width, ui.px(14)}, ui.palette().dim, words,
                     Align::kCentre);
    };
    const auto beside = [&](Extent rows, const char* words) {
        const float top = std::clamp(rows.begin, seen.y, seen.bottom());
        const float height = std::clamp(rows.end, seen.y, seen.bottom()) - top;
        if (height < ui.px(14)) return;
        draw_text_in(list, font, {seen.right() + ui.px(5), top, ui.px(14), height}, ui.palette().dim, words,
                     Align::kLeft);
    };
    below(cols_a, "to A");
    below(cols_b, "to B");
    beside(rows_a, "A");
    beside(rows_b, "B");
}

}  // namespace

void draw_map_blocks(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    const ShownTrace& shown = large.shown();
    if (!shown.has_blocks()) return;
    const Rect& seen = at.map();
    const BlockEdges edges = block_edges(shown);
    // Where only one text is drawn, the edge lies before or behind all of it.
    const float top = at.whole().y;
    const float bottom = at.whole().bottom();
    const float left = at.whole().x;
    const float right = at.whole().right();
    const float y = edges.row ? at.row_rect(*edges.row).y : (is_from_b(shown.block()) ? top : bottom);
    const float x = edges.col ? at.col_rect(*edges.col).x : (is_to_b(shown.block()) ? left : right);
    const ImU32 line = with_alpha(ui.palette().text, 0.75F);
    const float thick = ui.px(1.5F);
    if (edges.row && y > seen.y && y < seen.bottom())
        list.AddLine({seen.x - ui.px(8), y}, {seen.right() + ui.px(8), y}, line, thick);
    if (edges.col && x > seen.x && x < seen.right())
        list.AddLine({x, seen.y}, {x, seen.bottom() + ui.px(8)}, line, thick);
    // The sums of rows and columns take their place.
    const bool has_room = !ui.state.view.map_sums || difference != nullptr;
    if (has_room) draw_letters(drawing, {top, y}, {y, bottom}, {left, x}, {x, right});
}

}  // namespace headscope
