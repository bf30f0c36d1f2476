#include <algorithm>

#include "app/views/map_view.h"

namespace headscope {
namespace {

// The first drawn token of the second text; the count where there is none.
Index first_of_b(const std::vector<Index>& drawn, const std::vector<Token>& tokens) {
    const auto found = std::find_if(drawn.begin(), drawn.end(),
                                    [&](Index token) { return tokens[static_cast<std::size_t>(token)].segment == 1; });
    return found - drawn.begin();
}

}  // namespace

void draw_map_blocks(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    const ShownTrace& shown = large.shown();
    if (!shown.has_blocks()) return;
    const Rect& seen = at.map();
    const Index row = first_of_b(shown.queries(), shown.query_tokens());
    const Index col = first_of_b(shown.keys(), shown.key_tokens());
    const float y = at.row_rect(row).y;
    const float x = at.col_rect(col).x;
    const ImU32 line = with_alpha(ui.palette().text, 0.75F);
    const float thick = ui.px(1.5F);
    if (row > 0 && row < at.rows() && y > seen.y && y < seen.bottom())
        list.AddLine({seen.x - ui.px(14), y}, {seen.right(), y}, line, thick);
    if (col > 0 && col < at.cols() && x > seen.x && x < seen.right())
        list.AddLine({x, seen.y}, {x, seen.bottom() + ui.px(14)}, line, thick);
    // Each letter in the middle of what is seen of its text.
    ImFont* font = ui.style.fonts->small;
    const auto letter_below = [&](float left, float right, const char* letter) {
        left = std::clamp(left, seen.x, seen.right());
        right = std::clamp(right, seen.x, seen.right());
        if (right - left < ui.px(10) || ui.state.view.map_sums) return;
        draw_text_in(list, font, {left, seen.bottom() + ui.px(3), right - left, ui.px(14)}, ui.palette().dim, letter,
                     Align::kCentre);
    };
    letter_below(at.whole().x, x, "to A");
    letter_below(x, at.whole().right(), "to B");
    const auto letter_beside = [&](float top, float bottom, const char* letter) {
        top = std::clamp(top, seen.y, seen.bottom());
        bottom = std::clamp(bottom, seen.y, seen.bottom());
        if (bottom - top < ui.px(14) || ui.state.view.map_sums) return;
        draw_text_in(list, font, {seen.right() + ui.px(5), top, ui.px(20), bottom - top}, ui.palette().dim, letter,
                     Align::kLeft);
    };
    letter_beside(at.whole().y, y, "A");
    letter_beside(y, at.whole().bottom(), "B");
}

}  // namespace headscope
