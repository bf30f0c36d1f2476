#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

#include "app/state/map_reading.h"
#include "app/state/value_words.h"
#include "app/views/map_view.h"

namespace headscope {
namespace {

constexpr float kRight = 62;
constexpr float kBelow = 46;
constexpr float kBar = 24;  // the longest bar

// The sums of the large map, read again only when another one is drawn.
const MapSums& sums_for(const Ui& ui, const LargeMap& large, bool is_second) {
    MapSumsCache& kept = ui.kept.map_sums[is_second ? 1 : 0];
    const LargeMapKey key = key_of(ui.state, large);
    if (!(kept.key == key)) {
        kept.sums = sums_of(large);
        kept.key = key;
    }
    return kept.sums;
}

std::string two_digits(float sum) {
    std::array<char, 16> text;
    std::snprintf(text.data(), text.size(), "%.2f", static_cast<double>(std::abs(sum)));
    if (!std::isfinite(sum)) return "n/a";
    return (sum < 0 && text.data() != std::string_view("0.00") ? "−" : "") + std::string(text.data());
}

// What the longest bar stands for: the largest sum, but no less than 1.
float full_bar(const std::vector<float>& sums) {
    float most = 1;
    for (const float sum : sums) most = std::max(most, std::isfinite(sum) ? std::abs(sum) : 0);
    return most;
}

void draw_row_sums(const MapDrawing& drawing, const MapSums& sums, const Rect& room) {
    const auto& [ui, list, large, at, difference] = drawing;
    ImFont* font = ui.style.fonts->small;
    const float full = full_bar(sums.rows);
    const bool has_numbers = at.cell() >= ui.px(12);
    const std::optional<Index> lit = lit_query(ui.state);
    const auto [begin, end] = at.seen_rows();
    for (Index row = begin; row < end; ++row) {
        const float sum = sums.rows[static_cast<std::size_t>(row)];
        const Rect cells = at.row_rect(row);
        const float pad = cells.h > ui.px(8) ? cells.h * 0.3F : 0;
        const float length = ui.px(kBar) * std::clamp(std::abs(sum) / full, 0.0F, 1.0F);
        const ImU32 colour = lit == drawing.query(row) ? ui.palette().query : ui.palette().dim;
        list.AddRectFilled({room.x, cells.y + pad}, {room.x + length, cells.bottom() - pad}, with_alpha(colour, 0.7F));
        if (!has_numbers) continue;
        draw_text_in(list, font, {room.x + ui.px(kBar + 5), cells.y, room.w, cells.h}, colour, two_digits(sum),
                     Align::kLeft);
    }
}

void draw_column_sums(const MapDrawing& drawing, const MapSums& sums, const Rect& room) {
    const auto& [ui, list, large, at, difference] = drawing;
    ImFont* font = ui.style.fonts->small;
    const float full = full_bar(sums.cols);
    const bool has_numbers = at.cell() >= text_size(font, "8.88").x + 1;
    const std::optional<Index> lit = lit_key(ui.state);
    const auto [begin, end] = at.seen_cols();
    for (Index col = begin; col < end; ++col) {
        const float sum = sums.cols[static_cast<std::size_t>(col)];
        const Rect cells = at.col_rect(col);
        const float pad = cells.w > ui.px(8) ? cells.w * 0.3F : 0;
        const float length = ui.px(kBar) * std::clamp(std::abs(sum) / full, 0.0F, 1.0F);
        const ImU32 colour = lit == drawing.key(col) ? ui.palette().key : ui.palette().dim;
        list.AddRectFilled({cells.x + pad, room.y}, {cells.right() - pad, room.y + length}, with_alpha(colour, 0.7F));
        if (!has_numbers) continue;
        draw_text_in(list, font, {cells.x, room.y + ui.px(kBar), cells.w, ui.px(16)}, colour, two_digits(sum),
                     Align::kCentre);
    }
}

}  // namespace

SumsRoom map_sums_room(const Ui& ui) {
    if (!ui.state.view.map_sums) return {};
    return {ui.px(kRight), ui.px(kBelow)};
}

void draw_map_sums(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    if (!ui.state.view.map_sums) return;
    const bool is_second = large.combined() == nullptr && large.head() != large_map(ui.state).head();
    const MapSums& sums = sums_for(ui, large, is_second);
    const Rect& seen = at.map();
    const Rect right{seen.right() + ui.px(8), seen.y, ui.px(kRight - 8), seen.h};
    const Rect below{seen.x, seen.bottom() + ui.px(6), seen.w, ui.px(kBelow - 6)};
    list.PushClipRect(min_of(right), max_of(right), true);
    draw_row_sums(drawing, sums, right);
    list.PopClipRect();
    list.PushClipRect(min_of(below), max_of(below), true);
    draw_column_sums(drawing, sums, below);
    list.PopClipRect();
    const bool is_change = drawing.shown().is_change();
    if (area("row sums", right).hovered) show_tip(ui.style, row_sum_tip(large.shown().values()));
    if (area("column sums", below).hovered)
        show_tip(ui.style,
                 is_change ? "The sum of each column over the drawn queries: how much more or less attention a token "
                             "gets in all."
                           : "The sum of each column over the drawn queries: how much attention a token gets in all. "
                             "The average is 1 where rows sum to 1.");
}

}  // namespace headscope
