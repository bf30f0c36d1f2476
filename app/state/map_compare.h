#pragma once

#include <optional>
#include <vector>

#include "app/state/large_map.h"
#include "app/state/map_choices.h"
#include "core/trace/map_pixels.h"

namespace headscope {

// Comparing the map that is drawn large with that of another head.

// The head to compare with: the first one added to the selected head, else the one under the pointer. None while
// several heads are combined and none is under the pointer, or where there is no other.
std::optional<HeadRef> compared_head(const AppState& state);

// One map minus another, of the same trace. Immutable once made.
class MapDifference {
  public:
    // Reads every drawn cell of both.
    MapDifference(const LargeMap& map, const LargeMap& minus);

    // By places among the drawn queries and keys. A cell is masked where both maps are.
    float value(Index row, Index col) const { return values_[place(row, col)]; }
    bool is_masked(Index row, Index col) const { return !masked_.empty() && masked_[place(row, col)] != 0; }
    // The largest distance from 0; 0 where there is no difference.
    float largest() const { return largest_; }
    // What gets the last colours: −limit and +limit.
    float limit(WeightRange range) const { return range == WeightRange::kFixed || largest_ == 0 ? 1 : largest_; }
    MapPixels pixels(WeightRange range) const;

  private:
    std::size_t place(Index row, Index col) const { return static_cast<std::size_t>(row * cols_ + col); }

    Index rows_;
    Index cols_;
    std::vector<float> values_;          // [row][col]
    std::vector<unsigned char> masked_;  // likewise; empty: none
    float largest_ = 0;
};

}  // namespace headscope
