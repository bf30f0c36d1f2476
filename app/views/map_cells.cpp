#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

#include "app/state/map_reading.h"
#include "app/views/map_view.h"
#include "core/export/colormap.h"
#include "core/trace/difference_pixels.h"

namespace headscope {
namespace {

// Black or white, whichever is readable on a colour.
ImU32 ink_on(const Rgb& c) {
    const float luma = 0.2126F * c.r + 0.7152F * c.g + 0.0722F * c.b;
    return luma > 120 ? IM_COL32(16, 18, 22, 255) : IM_COL32(240, 242, 245, 255);
}

Rgb weight_colour(const ViewState& view, float share) {
    const float position = colormap_position(view.scale, share);
    return colormap_of(view.theme)[static_cast<std::size_t>(position * 255)];
}

// `share` of the largest difference, from −1 to 1.
Rgb difference_colour(const ViewState& view, float share) {
    const float size = colormap_position(view.scale, std::abs(share));
    const float position = 0.5F + 0.5F * std::copysign(size, share);
    return diverging_colormap(view.theme)[static_cast<std::size_t>(position * 255)];
}

void draw_texture(const MapDrawing& drawing) {
    const Rect part = drawing.at.seen_part();
    HeatmapTile tile;
    tile.min = min_of(drawing.at.map());
    tile.max = max_of(drawing.at.map());
    tile.uv_min = {part.x, part.y};
    tile.uv_max = {part.right(), part.bottom()};
    const bool is_difference = drawing.difference != nullptr;
    tile.slice = is_difference ? kDifferenceSlice : drawing.large.slice();
    HeatmapStyle style = heatmap_style(drawing.ui.state, true);
    style.is_difference |= is_difference;
    drawing.ui.graphics.draw_heatmaps(drawing.list, {&tile, 1}, style);
}

std::string three_digits(float weight) {
    if (!std::isfinite(weight)) return "n/a";
    std::array<char, 16> text;
    std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(weight));
    return text.data();
}

// How a number is written in a cell: more digits, and the small ones too, where there is more room.
struct CellNumbers {
    float least;
    std::string (*write)(float);
};

std::optional<CellNumbers> numbers_for(const Ui& ui, float cell) {
    ImFont* font = ui.style.fonts->small;
    if (cell >= text_size(font, "0.8888").x + ui.px(8)) return CellNumbers{0, precise_weight};
    if (cell >= text_size(font, "0.888").x + ui.px(6)) return CellNumbers{0.0005F, three_digits};
    if (cell >= text_size(font, ".88").x + ui.px(4)) return CellNumbers{0.1F, short_weight};
    return std::nullopt;
}

void draw_numbers(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    const std::optional<CellNumbers> numbers = numbers_for(ui, at.cell());
    if (!numbers) return;
    const auto [first_row, end_row] = at.seen_rows();
    const auto [first_col, end_col] = at.seen_cols();
    for (Index row = first_row; row < end_row; ++row) {
        const Index query = drawing.query(row);
        for (Index col = first_col; col < end_col; ++col) {
            const float weight = large.weight(query, drawing.key(col));
            if (weight < numbers->least || large.is_masked(query, drawing.key(col))) continue;
            const Rgb ground = weight_colour(ui.state.view, weight * large.colour_scale(query));
            draw_text_in(list, ui.style.fonts->small, at.cell_rect(row, col), ink_on(ground), numbers->write(weight),
                         Align::kCentre);
        }
    }
}

// A number below and above 0 in a cell.
struct SignedCell {
    float value = 0;
    float share = 0;  // of the last colour, from −1 to 1
    bool is_masked = false;
};

// With the sign, and the smallest left out. `cell_at` gives those of a row and column.
template <class CellAt>
void draw_signed_numbers(const MapDrawing& drawing, CellAt&& cell_at) {
    const auto& [ui, list, large, at, difference] = drawing;
    const std::optional<CellNumbers> numbers = numbers_for(ui, at.cell() - ui.px(7));  // the sign's room
    if (!numbers) return;
    const auto [first_row, end_row] = at.seen_rows();
    const auto [first_col, end_col] = at.seen_cols();
    for (Index row = first_row; row < end_row; ++row) {
        for (Index col = first_col; col < end_col; ++col) {
            const SignedCell cell = cell_at(row, col);
            if (std::abs(cell.value) < std::max(numbers->least / 2, 0.0005F) || cell.is_masked) continue;
            const std::string words = (cell.value < 0 ? "−" : "+") + numbers->write(std::abs(cell.value));
            draw_text_in(list, ui.style.fonts->small, at.cell_rect(row, col),
                         ink_on(difference_colour(ui.state.view, cell.share)), words, Align::kCentre);
        }
    }
}

void draw_all_numbers(const MapDrawing& drawing) {
    const LargeMap& large = drawing.large;
    if (drawing.difference != nullptr) {
        const MapDifference& difference = *drawing.difference;
        const float limit = difference.limit(large.shown().range());
        draw_signed_numbers(drawing, [&](Index row, Index col) {
            const float value = difference.value(row, col);
            return SignedCell{value, value / limit, difference.is_masked(row, col)};
        });
    } else if (large.shown().is_change()) {
        draw_signed_numbers(drawing, [&](Index row, Index col) {
            const Index query = drawing.query(row);
            const float value = large.weight(query, drawing.key(col));
            return SignedCell{value, std::clamp(value * large.colour_scale(query), -1.0F, 1.0F),
                              large.is_masked(query, drawing.key(col))};
        });
    } else {
        draw_numbers(drawing);
    }
}

void draw_crosshair(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    const float thickness = at.cell() < ui.px(6) ? 1 : ui.px(1.5F);
    const auto outline = [&](const Rect& r, ImU32 colour) {
        list.AddRect({r.x - 1, r.y - 1}, {r.right() + 1, r.bottom() + 1}, colour, 0, 0, thickness);
    };
    if (const auto key = lit_key(ui.state)) outline(at.col_rect(*large.shown().key_place(*key)), ui.palette().key);
    if (const auto query = lit_query(ui.state))
        outline(at.row_rect(*large.shown().query_place(*query)), ui.palette().query);
}

// Of the cells in a range of places.
std::optional<CellsSum> sum_of_differences(const MapDifference& difference, const std::optional<CellsRange>& range) {
    if (!range) return std::nullopt;
    CellsSum total;
    total.rows = range->last_row - range->first_row + 1;
    total.cols = range->last_col - range->first_col + 1;
    for (Index row = range->first_row; row <= range->last_row; ++row) {
        for (Index col = range->first_col; col <= range->last_col; ++col) {
            total.masked += difference.is_masked(row, col) ? 1 : 0;
            total.sum += static_cast<double>(difference.value(row, col));
        }
    }
    const Index counted = total.rows * total.cols - total.masked;
    if (counted > 0) total.mean = total.sum / static_cast<double>(counted);
    return total;
}

std::string sum_words(const CellsSum& sum) {
    std::string words = std::to_string(sum.rows) + " × " + std::to_string(sum.cols);
    return words + "   Σ " + precise_weight(static_cast<float>(sum.sum)) + "   mean " +
           precise_weight(static_cast<float>(sum.mean));
}

// A rectangle of cells: its outline, the rest dimmed, and its sum on a tag beside it.
void draw_rectangle(const MapDrawing& drawing, const MapRectangle& rectangle) {
    const auto& [ui, list, large, at, difference] = drawing;
    const std::optional<CellsRange> range = drawn_cells(large.shown(), rectangle);
    if (!range) return;
    const Rect& seen = at.map();
    const Rect cells = at.cells_rect(range->first_row, range->first_col, range->last_row, range->last_col);
    const ImU32 veil = with_alpha(ui.palette().ground, 0.45F);
    const float left = std::clamp(cells.x, seen.x, seen.right());
    const float right = std::clamp(cells.right(), seen.x, seen.right());
    const float top = std::clamp(cells.y, seen.y, seen.bottom());
    const float bottom = std::clamp(cells.bottom(), seen.y, seen.bottom());
    list.AddRectFilled(min_of(seen), {seen.right(), top}, veil);
    list.AddRectFilled({seen.x, bottom}, max_of(seen), veil);
    list.AddRectFilled({seen.x, top}, {left, bottom}, veil);
    list.AddRectFilled({right, top}, {seen.right(), bottom}, veil);
    list.AddRect({cells.x - 1, cells.y - 1}, {cells.right() + 1, cells.bottom() + 1}, ui.palette().text, 0, 0,
                 ui.px(1.5F));
}

// On top of everything else on the map.
void draw_rectangle_sum(const MapDrawing& drawing, const MapRectangle& rectangle) {
    const auto& [ui, list, large, at, difference] = drawing;
    const std::optional<CellsRange> range = drawn_cells(large.shown(), rectangle);
    const std::optional<CellsSum> sum =
        difference != nullptr ? sum_of_differences(*difference, range) : sum_of_cells(large, rectangle);
    if (!range || !sum) return;
    const Rect cells = at.cells_rect(range->first_row, range->first_col, range->last_row, range->last_col);
    const std::string words = sum_words(*sum);
    const float width = text_size(ui.style.fonts->small, words).x + ui.px(16);
    const float height = ui.px(22);
    const Rect& seen = at.map();
    const float x = std::clamp(cells.x, seen.x, std::max(seen.x, seen.right() - width));
    // Below the rectangle, above it, or inside of it: wherever it can be seen.
    float y = cells.bottom() + ui.px(4);
    if (y + height > seen.bottom()) y = cells.y - height - ui.px(4);
    if (y < seen.y) y = std::max(seen.y, std::min(cells.bottom(), seen.bottom()) - height - ui.px(4));
    const Rect card{x, y, width, height};
    draw_card(list, ui.style, card);
    draw_text_in(list, ui.style.fonts->small, card, ui.palette().text, words, Align::kCentre);
}

// Where in the map the view is, along its lower and right edge.
void draw_position(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    if (at.zoom().is_fit()) return;
    const Rect part = at.seen_part();
    const Rect& seen = at.map();
    const float thick = ui.px(3);
    const ImU32 colour = with_alpha(ui.palette().dim, 0.8F);
    if (part.w < 0.999F)
        list.AddRectFilled({seen.x + seen.w * part.x, seen.bottom() + 1},
                           {seen.x + seen.w * part.right(), seen.bottom() + 1 + thick}, colour, thick / 2);
    if (part.h < 0.999F)
        list.AddRectFilled({seen.right() + 1, seen.y + seen.h * part.y},
                           {seen.right() + 1 + thick, seen.y + seen.h * part.bottom()}, colour, thick / 2);
}

}  // namespace

void draw_map_cells(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    draw_texture(drawing);
    const Rect& seen = at.map();
    list.PushClipRect({seen.x - 2, seen.y - 2}, {seen.right() + 2, seen.bottom() + 2}, true);
    draw_all_numbers(drawing);
    const std::optional<MapRectangle> rectangle =
        ui.kept.dragged_rectangle ? ui.kept.dragged_rectangle : ui.state.view.rectangle;
    if (rectangle) draw_rectangle(drawing, *rectangle);
    draw_crosshair(drawing);
    if (rectangle) draw_rectangle_sum(drawing, *rectangle);
    list.PopClipRect();
    draw_position(drawing);
}

}  // namespace headscope
