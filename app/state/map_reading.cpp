#include "app/state/map_reading.h"

#include <algorithm>

namespace headscope {
namespace {

struct Places {
    Index first;
    Index last;
};

// The drawn ones of the tokens from `first` to `last`; none if there are none. `drawn` ascends.
std::optional<Places> places_of(const std::vector<Index>& drawn, Index first, Index last) {
    const auto begin = std::lower_bound(drawn.begin(), drawn.end(), std::min(first, last));
    const auto end = std::upper_bound(drawn.begin(), drawn.end(), std::max(first, last));
    if (begin >= end) return std::nullopt;
    return Places{begin - drawn.begin(), end - drawn.begin() - 1};
}

}  // namespace

ColumnRank rank_in_column(const LargeMap& map, Index query, Index key) {
    const float weight = map.shown().strength(map.weight(query, key));
    ColumnRank rank;
    for (const Index other : map.shown().queries()) {
        if (map.is_masked(other, key)) continue;
        ++rank.of;
        rank.rank += map.shown().strength(map.weight(other, key)) > weight ? 1 : 0;
    }
    return rank;
}

std::optional<CellsRange> drawn_cells(const ShownTrace& shown, const MapRectangle& rectangle) {
    const auto rows = places_of(shown.queries(), rectangle.first_query, rectangle.last_query);
    const auto cols = places_of(shown.keys(), rectangle.first_key, rectangle.last_key);
    if (!rows || !cols) return std::nullopt;
    return CellsRange{rows->first, rows->last, cols->first, cols->last};
}

std::optional<CellsSum> sum_of_cells(const LargeMap& map, const MapRectangle& rectangle) {
    const std::optional<CellsRange> range = drawn_cells(map.shown(), rectangle);
    if (!range) return std::nullopt;
    CellsSum total;
    total.rows = range->last_row - range->first_row + 1;
    total.cols = range->last_col - range->first_col + 1;
    for (Index row = range->first_row; row <= range->last_row; ++row) {
        const Index query = map.shown().queries()[static_cast<std::size_t>(row)];
        for (Index col = range->first_col; col <= range->last_col; ++col) {
            const Index key = map.shown().keys()[static_cast<std::size_t>(col)];
            if (map.is_masked(query, key)) {
                ++total.masked;
            } else {
                total.sum += static_cast<double>(map.weight(query, key));
            }
        }
    }
    const Index counted = total.rows * total.cols - total.masked;
    if (counted > 0) total.mean = total.sum / static_cast<double>(counted);
    return total;
}

MapSums sums_of(const LargeMap& map) {
    const std::vector<Index>& queries = map.shown().queries();
    const std::vector<Index>& keys = map.shown().keys();
    std::vector<double> cols(keys.size());
    MapSums sums;
    sums.rows.reserve(queries.size());
    for (const Index query : queries) {
        double row = 0;
        for (std::size_t col = 0; col < keys.size(); ++col) {
            const auto weight = static_cast<double>(map.weight(query, keys[col]));
            row += weight;
            cols[col] += weight;
        }
        sums.rows.push_back(static_cast<float>(row));
    }
    sums.cols.assign(cols.begin(), cols.end());
    return sums;
}

}  // namespace headscope
