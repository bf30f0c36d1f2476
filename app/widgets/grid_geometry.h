#pragma once

#include <optional>

#include "app/widgets/geometry.h"
#include "core/base/matrix.h"
#include "core/trace/links.h"

namespace headscope {

// Where the thumbnails of the head grid lie: layers down, heads across, a caption under each.
class GridGeometry {
  public:
    struct Metrics {
        float layer_label = 34;  // width of the "L0" column
        float head_label = 20;   // height of the row of head numbers
        float caption = 32;      // height under a thumbnail
        float gap = 7;           // least space between thumbnails
        float min_thumb = 28;
        float max_thumb = 220;
    };

    // `width` × `height` is the room there is; all of `metrics` in the same pixels.
    GridGeometry(float width, float height, Index n_layers, Index n_heads, const Metrics& metrics);

    float thumb() const { return thumb_; }
    // The size of the whole grid; larger than the room where thumbnails would become smaller than min_thumb.
    float content_width() const { return metrics_.layer_label + pitch_x_ * static_cast<float>(n_heads_); }
    float content_height() const { return metrics_.head_label + pitch_y_ * static_cast<float>(n_layers_); }
    const Metrics& metrics() const { return metrics_; }

    // Relative to the grid's upper left corner.
    Rect thumb_rect(HeadRef head) const;
    Rect caption_rect(HeadRef head) const;
    float head_center_x(Index head) const;
    float layer_center_y(Index layer) const;

    struct Hit {
        HeadRef head;
        std::optional<Point> uv;  // in [0, 1)² inside the thumbnail; none over its caption
    };
    // The head whose thumbnail or caption is at a point, if any.
    std::optional<Hit> hit(Point point) const;

  private:
    Metrics metrics_;
    Index n_layers_;
    Index n_heads_;
    float thumb_;
    float pitch_x_;
    float pitch_y_;
};

// Where a map of `rows` queries by `cols` keys lies in its thumbnail: as large as fits, in the middle, with square
// cells unless it would then become thinner than a quarter of its length.
Rect map_in_thumb(const Rect& thumb, Index rows, Index cols);

// The index of the row or column that a fraction in [0, 1) falls into.
inline Index cell_at(float fraction, Index count) {
    return std::clamp<Index>(static_cast<Index>(fraction * static_cast<float>(count)), 0, count - 1);
}

}  // namespace headscope
