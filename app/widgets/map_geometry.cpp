#include "app/widgets/map_geometry.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "app/widgets/grid_geometry.h"

namespace headscope {
namespace {

// The origin of something `length` long behind a view of it from `begin`, with its point `at` (0 to 1) in the middle,
// but no edge of it inside the view.
float origin_of(float begin, float view, float length, float at) {
    const float wanted = begin + view / 2 - at * length;
    // Where all of it is in view, rounding can put the one bound a hair beyond the other.
    return std::clamp(wanted, std::min(begin + view - length, begin), begin);
}

MapGeometry::Span seen_of(float begin, float end, float origin, float cell, Index count) {
    const auto first = static_cast<Index>(std::floor((begin - origin) / cell));
    const auto last = static_cast<Index>(std::ceil((end - origin) / cell));
    return {std::clamp<Index>(first, 0, count), std::clamp<Index>(last, 0, count)};
}

}  // namespace

MapGeometry::MapGeometry(const Rect& room, Index rows, Index cols, const Metrics& metrics, const MapZoom& zoom)
    : metrics_(metrics), room_(room), rows_(rows), cols_(cols), zoom_(zoom) {
    assert(rows > 0 && cols > 0);
    const auto down = static_cast<float>(rows);
    const auto across = static_cast<float>(cols);
    const float width = std::max(1.0F, room.w - metrics.row_label);
    const float height = std::max(1.0F, room.h - metrics.key_label);
    fit_cell_ = std::min({width / across, height / down, metrics.max_cell});
    // Whole pixels keep all cells the same size, where there are enough of them.
    if (fit_cell_ >= 6) fit_cell_ = std::floor(fit_cell_);
    zoom_.factor = std::clamp(zoom.factor, 1.0F, most_zoom(rows, cols));
    cell_ = fit_cell_ * zoom_.factor;
    view_ = {std::floor(room.x + metrics.row_label), std::floor(room.y + metrics.key_label), cell_ * across,
             cell_ * down};
    whole_ = view_;
    if (zoom_.is_fit()) {
        zoom_ = {};
        return;
    }
    view_.w = std::min(view_.w, std::floor(width));
    view_.h = std::min(view_.h, std::floor(height));
    whole_.x = origin_of(view_.x, view_.w, whole_.w, zoom.x);
    whole_.y = origin_of(view_.y, view_.h, whole_.h, zoom.y);
    zoom_.x = (view_.x + view_.w / 2 - whole_.x) / whole_.w;
    zoom_.y = (view_.y + view_.h / 2 - whole_.y) / whole_.h;
}

Index MapGeometry::label_step(float pitch) const {
    return std::max<Index>(1, static_cast<Index>(std::ceil(pitch / cell_)));
}

MapGeometry::Span MapGeometry::seen_rows() const {
    return seen_of(view_.y, view_.bottom(), whole_.y, cell_, rows_);
}

MapGeometry::Span MapGeometry::seen_cols() const {
    return seen_of(view_.x, view_.right(), whole_.x, cell_, cols_);
}

Rect MapGeometry::seen_part() const {
    return {(view_.x - whole_.x) / whole_.w, (view_.y - whole_.y) / whole_.h, view_.w / whole_.w, view_.h / whole_.h};
}

Rect MapGeometry::cell_rect(Index row, Index col) const {
    return {whole_.x + cell_ * static_cast<float>(col), whole_.y + cell_ * static_cast<float>(row), cell_, cell_};
}

Rect MapGeometry::row_rect(Index row) const {
    return {whole_.x, whole_.y + cell_ * static_cast<float>(row), whole_.w, cell_};
}

Rect MapGeometry::col_rect(Index col) const {
    return {whole_.x + cell_ * static_cast<float>(col), whole_.y, cell_, whole_.h};
}

Rect MapGeometry::cells_rect(Index first_row, Index first_col, Index last_row, Index last_col) const {
    const Rect first = cell_rect(std::min(first_row, last_row), std::min(first_col, last_col));
    const Rect last = cell_rect(std::max(first_row, last_row), std::max(first_col, last_col));
    return {first.x, first.y, last.right() - first.x, last.bottom() - first.y};
}

std::optional<MapGeometry::Cell> MapGeometry::hit(Point point) const {
    if (!view_.contains(point)) return std::nullopt;
    return nearest(point);
}

MapGeometry::Cell MapGeometry::nearest(Point point) const {
    const float x = std::clamp(point.x, view_.x, view_.right());
    const float y = std::clamp(point.y, view_.y, view_.bottom());
    return {cell_at((y - whole_.y) / whole_.h, rows_), cell_at((x - whole_.x) / whole_.w, cols_)};
}

std::optional<Index> MapGeometry::hit_row_label(Point point) const {
    const Rect labels{view_.x - metrics_.row_label, view_.y, metrics_.row_label, view_.h};
    if (!labels.contains(point)) return std::nullopt;
    return cell_at((point.y - whole_.y) / whole_.h, rows_);
}

std::optional<Index> MapGeometry::hit_col_label(Point point) const {
    // Labels rise to the right at 45°, so a point h above the map belongs to the column h to its left.
    const float rise = view_.y - point.y;
    if (rise < 0 || rise > metrics_.key_label) return std::nullopt;
    const float x = point.x - rise;
    if (x < view_.x || x >= view_.right()) return std::nullopt;
    return cell_at((x - whole_.x) / whole_.w, cols_);
}

MapZoom MapGeometry::zoomed_at(Point point, float times) const {
    MapZoom to;
    to.factor = std::clamp(zoom_.factor * times, 1.0F, most_zoom(rows_, cols_));
    if (to.is_fit()) return {};
    const float x = (point.x - whole_.x) / whole_.w;
    const float y = (point.y - whole_.y) / whole_.h;
    // The view grows with the map until it fills the room.
    const MapGeometry after(room_, rows_, cols_, metrics_, to);
    to.x = x + (after.view_.x + after.view_.w / 2 - point.x) / after.whole_.w;
    to.y = y + (after.view_.y + after.view_.h / 2 - point.y) / after.whole_.h;
    return MapGeometry(room_, rows_, cols_, metrics_, to).zoom();
}

MapZoom MapGeometry::panned(float dx, float dy) const {
    if (zoom_.is_fit()) return {};
    MapZoom to = zoom_;
    to.x -= dx / whole_.w;
    to.y -= dy / whole_.h;
    return MapGeometry(room_, rows_, cols_, metrics_, to).zoom();
}

}  // namespace headscope
