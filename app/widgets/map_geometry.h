#pragma once

#include <optional>

#include "app/widgets/geometry.h"
#include "core/base/matrix.h"

namespace headscope {

// Where the large map of one head lies inside its panel: row labels on the left, slanted key labels above.
class MapGeometry {
  public:
    struct Metrics {
        float row_label = 90;  // width of the widest row label
        float key_label = 60;  // height that the slanted key labels need
        float max_cell = 44;
        float label_pitch = 14;  // least distance between two row labels
        float key_pitch = 18;    // and between two slanted key labels, along the map
    };

    // `rows` queries by `cols` keys, in `room`.
    MapGeometry(const Rect& room, Index rows, Index cols, const Metrics& metrics);

    const Rect& map() const { return map_; }
    float cell() const { return cell_; }
    // Labels are drawn for every n-th row and every m-th column, so that they do not overlap.
    Index row_label_step() const { return label_step(metrics_.label_pitch); }
    Index key_label_step() const { return label_step(metrics_.key_pitch); }
    Rect cell_rect(Index row, Index col) const;
    Rect row_rect(Index row) const;
    Rect col_rect(Index col) const;

    struct Cell {
        Index row;
        Index col;
    };
    std::optional<Cell> hit(Point point) const;
    // The row whose label is at a point, and the column likewise.
    std::optional<Index> hit_row_label(Point point) const;
    std::optional<Index> hit_col_label(Point point) const;

  private:
    Index label_step(float pitch) const;

    Metrics metrics_;
    Index rows_;
    Index cols_;
    float cell_;
    Rect map_;
};

}  // namespace headscope
