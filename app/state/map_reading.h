#pragma once

#include <optional>
#include <vector>

#include "app/state/large_map.h"
#include "app/state/map_zoom.h"

namespace headscope {

// What can be read off a large map besides its weights, over the cells that are drawn. Cells that the mask forbids
// count for nothing; a weight that is not a number makes every sum it goes into none either.

// 1-based rank of the weight among the drawn queries that may look at the key: who looks at it most. Ties share the
// better rank.
struct ColumnRank {
    Index rank = 1;
    Index of = 0;  // queries that may look there
};
ColumnRank rank_in_column(const LargeMap& map, Index query, Index key);

// The places of a rectangle's drawn rows and columns, all included; none where it holds no drawn cell.
struct CellsRange {
    Index first_row = 0;
    Index last_row = 0;
    Index first_col = 0;
    Index last_col = 0;
};
std::optional<CellsRange> drawn_cells(const ShownTrace& shown, const MapRectangle& rectangle);

struct CellsSum {
    double sum = 0;
    double mean = 0;  // over the cells that are not masked; 0 if there are none
    Index rows = 0;   // drawn ones
    Index cols = 0;
    Index masked = 0;  // cells
};
// Of the drawn cells of a rectangle, summed in float64; none where no cell of it is drawn.
std::optional<CellsSum> sum_of_cells(const LargeMap& map, const MapRectangle& rectangle);

// Of every drawn row and column, in their order: what a query gives to all drawn keys, and what a key gets from all
// drawn queries. Reads every drawn cell.
struct MapSums {
    std::vector<float> rows;
    std::vector<float> cols;
};
MapSums sums_of(const LargeMap& map);

}  // namespace headscope
