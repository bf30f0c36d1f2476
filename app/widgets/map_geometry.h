#pragma once

#include <optional>

#include "app/state/map_zoom.h"
#include "app/widgets/geometry.h"
#include "core/base/matrix.h"

namespace headscope {

// Where the large map of one head lies inside its panel: row labels on the left, slanted key labels above. Zoomed in,
// the map is larger than the view of it.
class MapGeometry {
  public:
    struct Metrics {
        float row_label = 90;    // width of the widest row label
        float key_label = 60;    // height that the slanted key labels need
        float max_cell = 44;     // of a map that fits
        float label_pitch = 14;  // least distance between two row labels
        float key_pitch = 18;    // and between two slanted key labels, along the map
    };
    // Neighbouring rows or columns: [begin, end).
    struct Span {
        Index begin;
        Index end;
    };

    // `rows` queries by `cols` keys, in `room`. A zoom beyond the edge of the map or beyond most_zoom is taken back.
    MapGeometry(const Rect& room, Index rows, Index cols, const Metrics& metrics, const MapZoom& zoom = {});

    // What is seen: all of the map if it fits.
    const Rect& map() const { return view_; }
    // Where all of the map would lie, seen or not.
    const Rect& whole() const { return whole_; }
    Index rows() const { return rows_; }
    Index cols() const { return cols_; }
    // The side of a cell in pixels. Cells are square.
    float cell() const { return cell_; }
    // The zoom as it came to be.
    const MapZoom& zoom() const { return zoom_; }
    // Rows and columns of which anything is seen.
    Span seen_rows() const;
    Span seen_cols() const;
    // The seen part of the map, 0 to 1 both ways.
    Rect seen_part() const;

    // Labels are drawn for every n-th row and every m-th column, so that they do not overlap.
    Index row_label_step() const { return label_step(metrics_.label_pitch); }
    Index key_label_step() const { return label_step(metrics_.key_pitch); }
    // Of a cell, of all cells of a row, of a column; they may lie partly or wholly out of view.
    Rect cell_rect(Index row, Index col) const;
    Rect row_rect(Index row) const;
    Rect col_rect(Index col) const;
    // The cells from one corner to the other, both included.
    Rect cells_rect(Index first_row, Index first_col, Index last_row, Index last_col) const;

    struct Cell {
        Index row;
        Index col;
        bool operator==(const Cell&) const = default;
    };
    std::optional<Cell> hit(Point point) const;
    // The cell nearest to a point that may lie outside, as a drag needs it.
    Cell nearest(Point point) const;
    // The row whose label is at a point, and the column likewise.
    std::optional<Index> hit_row_label(Point point) const;
    std::optional<Index> hit_col_label(Point point) const;

    // Zoomed in by `times` with the part of the map under a point kept there, as far as the edges allow.
    MapZoom zoomed_at(Point point, float times) const;
    // Moved with a pointer that went so far.
    MapZoom panned(float dx, float dy) const;

  private:
    Index label_step(float pitch) const;

    Metrics metrics_;
    Rect room_;
    Index rows_;
    Index cols_;
    float fit_cell_;
    float cell_;
    Rect view_;
    Rect whole_;
    MapZoom zoom_;
};

}  // namespace headscope
