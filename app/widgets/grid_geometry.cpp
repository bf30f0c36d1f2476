#include "app/widgets/grid_geometry.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace headscope {

GridGeometry::GridGeometry(float width, float height, Index n_layers, Index n_heads, const Metrics& metrics)
    : metrics_(metrics), n_layers_(n_layers), n_heads_(n_heads) {
    assert(n_layers > 0 && n_heads > 0);
    const float room_x = (width - metrics.layer_label) / static_cast<float>(n_heads);
    const float room_y = (height - metrics.head_label) / static_cast<float>(n_layers);
    const float fitting = std::min(room_x - metrics.gap, room_y - metrics.caption - metrics.gap);
    thumb_ = std::floor(std::clamp(fitting, metrics.min_thumb, metrics.max_thumb));
    // Whole pixels, so that hit() and thumb_rect() agree. Room that is left over spreads the columns, but never so far
    // that a row falls apart.
    pitch_x_ = std::floor(std::clamp(room_x, thumb_ + metrics.gap, thumb_ * 1.35F + metrics.gap));
    pitch_y_ = std::floor(std::clamp(room_y, thumb_ + metrics.caption + metrics.gap,
                                     thumb_ * 1.2F + metrics.caption + metrics.gap * 1.5F));
}

Rect GridGeometry::thumb_rect(HeadRef head) const {
    return {std::ceil(metrics_.layer_label) + pitch_x_ * static_cast<float>(head.head),
            std::ceil(metrics_.head_label) + pitch_y_ * static_cast<float>(head.layer), thumb_, thumb_};
}

Rect GridGeometry::caption_rect(HeadRef head) const {
    const Rect thumb = thumb_rect(head);
    return {thumb.x, thumb.bottom(), pitch_x_ - metrics_.gap, metrics_.caption};
}

float GridGeometry::head_center_x(Index head) const {
    return thumb_rect({0, head}).x + thumb_ / 2;
}

float GridGeometry::layer_center_y(Index layer) const {
    return thumb_rect({layer, 0}).y + thumb_ / 2;
}

Rect map_in_thumb(const Rect& thumb, Index rows, Index cols) {
    constexpr float kThinnest = 0.25F;
    const float aspect = static_cast<float>(rows) / static_cast<float>(cols);
    const float w = aspect <= 1 ? thumb.w : std::floor(thumb.w * std::max(1 / aspect, kThinnest));
    const float h = aspect >= 1 ? thumb.h : std::floor(thumb.h * std::max(aspect, kThinnest));
    return {thumb.x + std::floor((thumb.w - w) / 2), thumb.y + std::floor((thumb.h - h) / 2), w, h};
}

std::optional<GridGeometry::Hit> GridGeometry::hit(Point point) const {
    const float column = std::floor((point.x - std::ceil(metrics_.layer_label)) / pitch_x_);
    const float row = std::floor((point.y - std::ceil(metrics_.head_label)) / pitch_y_);
    if (column < 0 || row < 0 || column >= static_cast<float>(n_heads_) || row >= static_cast<float>(n_layers_)) {
        return std::nullopt;
    }
    const HeadRef head{static_cast<Index>(row), static_cast<Index>(column)};
    const Rect thumb = thumb_rect(head);
    if (thumb.contains(point)) {
        return Hit{head, Point{(point.x - thumb.x) / thumb.w, (point.y - thumb.y) / thumb.h}};
    }
    if (caption_rect(head).contains(point)) return Hit{head, std::nullopt};
    return std::nullopt;
}

}  // namespace headscope
