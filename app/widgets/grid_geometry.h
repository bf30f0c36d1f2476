#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "app/state/view_state.h"
#include "app/widgets/geometry.h"
#include "app/widgets/grid_fit.h"
#include "core/base/matrix.h"

namespace headscope {

// Where the tiles of the head grid lie. Layers run down and heads across; where that would leave much room unused, the
// layers stand in several blocks side by side. A list of heads flows in rows like words instead. The labels of rows and
// columns keep their place at the edges while the rest is zoomed and moved. Screen pixels.
class GridGeometry {
  public:
    using Metrics = GridMetrics;
    using Contents = GridContents;
    static Contents by_layer(Index n_layers, Index n_heads) { return {n_heads, n_layers, n_layers * n_heads}; }
    static Contents list(Index count) { return {1, 1, count, true}; }

    GridGeometry(const Rect& room, const Contents& contents, const GridPlace& place, const Metrics& metrics);

    // Where tiles can be seen: the room without the labels above.
    const Rect& body() const { return body_; }
    Index count() const { return contents_.count; }
    bool is_list() const { return contents_.is_list; }
    // Tiles in a row of a list.
    Index list_columns() const { return columns_; }
    // The height of a thumbnail. Small ones may be half as wide again where there is room.
    float thumb() const { return thumb_; }
    bool has_captions() const { return has_captions_; }
    bool has_titles() const { return has_titles_; }
    Index n_blocks() const { return blocks_; }

    // Tiles are numbered layer · heads + head, or by their place in the list. The tile is all that belongs to a head;
    // title, thumbnail and caption lie in it one above the other.
    Rect tile_rect(Index tile) const;
    Rect title_rect(Index tile) const;
    Rect thumb_rect(Index tile) const;
    Rect caption_rect(Index tile) const;
    // A tile's room below its title.
    Rect words_rect(Index tile) const;
    bool is_visible(Index tile) const;

    struct Hit {
        Index tile;
        std::optional<Point> uv;  // in [0, 1)² inside the thumbnail; none elsewhere on the tile
    };
    std::optional<Hit> hit(Point point) const;
    // The tiles that a rectangle touches, ascending.
    std::vector<Index> tiles_in(const Rect& rect) const;

    // Labels; a list has none. Every step-th is drawn.
    Index row_label_step() const;
    Index column_label_step() const;
    Rect row_label_rect(Index row) const;
    Rect column_label_rect(Index block, Index column) const;
    // Behind a block's layer names, and whether these have left their place to stay in sight.
    Rect gutter_rect(Index block) const;
    bool is_gutter_moved(Index block) const;
    Index block_of_row(Index row) const { return row / rows_a_block_; }
    std::optional<Index> hit_row_label(Point point) const;
    std::optional<Index> hit_column_label(Point point) const;

    // Zoom.
    bool is_whole() const { return place_.zoom <= 1; }
    float max_zoom() const { return max_zoom_; }
    // What is really seen: with the zoom that is allowed and no empty room at the edges.
    const GridPlace& place() const { return place_; }
    // The contents moved along by so many pixels.
    GridPlace panned(float dx, float dy) const;
    // `times` as large, with the tile under `point` still under it.
    GridPlace zoomed(Point point, float times) const;
    // As near to this place as it can be with a tile fully in sight.
    GridPlace showing(Index tile) const;

  private:
    struct Cell {
        Index column;  // counted across blocks
        Index row;
    };
    float gutter() const { return gutter_width(contents_, metrics_); }
    float header() const { return metrics_.head_label; }
    float content_width() const;
    float content_height() const;
    // Relative to the contents' upper left corner.
    float column_left(float column) const;
    float column_at(float x) const;
    Cell cell_of(Index tile) const;
    std::optional<Index> tile_of(Cell cell) const;
    GridPlace place_at(float left, float top) const;

    Rect room_;
    Rect body_;
    Contents contents_;
    Metrics metrics_;
    GridPlace place_;
    Index columns_ = 1, rows_a_block_ = 1, blocks_ = 1;
    float cell_width_ = 1, cell_height_ = 1;
    float max_zoom_ = 1;
    float thumb_ = 1, thumb_width_ = 1, gap_ = 0, title_ = 0, caption_ = 0;
    bool has_captions_ = false, has_titles_ = false;
    float left_ = 0, top_ = 0;  // of the contents that is at the room's upper left corner
};

// Where a map of `rows` queries by `cols` keys lies in its thumbnail: as large as fits, in the middle, with square
// cells unless it would then become thinner than a quarter of its length.
Rect map_in_thumb(const Rect& thumb, Index rows, Index cols);

// The index of the row or column that a fraction in [0, 1) falls into.
inline Index cell_at(float fraction, Index count) {
    return std::clamp<Index>(static_cast<Index>(fraction * static_cast<float>(count)), 0, count - 1);
}

}  // namespace headscope
