#include "app/widgets/map_geometry.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "app/widgets/grid_geometry.h"

namespace headscope {

MapGeometry::MapGeometry(const Rect& room, Index rows, Index cols, const Metrics& metrics)
    : metrics_(metrics), rows_(rows), cols_(cols) {
    assert(rows > 0 && cols > 0);
    const auto down = static_cast<float>(rows);
    const auto across = static_cast<float>(cols);
    const float width = std::max(1.0F, room.w - metrics.row_label);
    const float height = std::max(1.0F, room.h - metrics.key_label);
    cell_ = std::min({width / across, height / down, metrics.max_cell});
    // Whole pixels keep all cells the same size, where there are enough of them.
    if (cell_ >= 6) cell_ = std::floor(cell_);
    map_ = {std::floor(room.x + metrics.row_label), std::floor(room.y + metrics.key_label), cell_ * across,
            cell_ * down};
}

Index MapGeometry::label_step(float pitch) const {
    return std::max<Index>(1, static_cast<Index>(std::ceil(pitch / cell_)));
}

Rect MapGeometry::cell_rect(Index row, Index col) const {
    return {map_.x + cell_ * static_cast<float>(col), map_.y + cell_ * static_cast<float>(row), cell_, cell_};
}

Rect MapGeometry::row_rect(Index row) const {
    return {map_.x, map_.y + cell_ * static_cast<float>(row), map_.w, cell_};
}

Rect MapGeometry::col_rect(Index col) const {
    return {map_.x + cell_ * static_cast<float>(col), map_.y, cell_, map_.h};
}

std::optional<MapGeometry::Cell> MapGeometry::hit(Point point) const {
    if (!map_.contains(point)) return std::nullopt;
    return Cell{cell_at((point.y - map_.y) / map_.h, rows_), cell_at((point.x - map_.x) / map_.w, cols_)};
}

std::optional<Index> MapGeometry::hit_row_label(Point point) const {
    const Rect labels{map_.x - metrics_.row_label, map_.y, metrics_.row_label, map_.h};
    if (!labels.contains(point)) return std::nullopt;
    return cell_at((point.y - map_.y) / map_.h, rows_);
}

std::optional<Index> MapGeometry::hit_col_label(Point point) const {
    // Labels rise to the right at 45°, so a point h above the map belongs to the column h to its left.
    const float rise = map_.y - point.y;
    if (rise < 0 || rise > metrics_.key_label) return std::nullopt;
    const float x = point.x - rise - map_.x;
    if (x < 0 || x >= map_.w) return std::nullopt;
    return cell_at(x / map_.w, cols_);
}

}  // namespace headscope
