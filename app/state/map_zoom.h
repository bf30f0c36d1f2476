#pragma once

#include <algorithm>

#include "core/base/matrix.h"

namespace headscope {

// Which part of the large map is seen. Independent of pixels, so that it means the same in every window.
struct MapZoom {
    float factor = 1;  // times the size that fits; 1 shows all of the map, whatever the rest says
    float x = 0.5F;    // the point of the map in the middle of the view, 0 to 1 along keys
    float y = 0.5F;    // and along queries

    bool is_fit() const { return factor <= 1; }
    bool operator==(const MapZoom&) const = default;
};

// The largest useful factor for a map of so many cells: four cells fill the longer side.
inline float most_zoom(Index rows, Index cols) {
    return std::max(1.0F, static_cast<float>(std::max(rows, cols)) / 4);
}

// Zoomed by `times` so that the point (x, y) of the map, 0 to 1 both ways, stays where it is seen.
inline MapZoom zoomed_about(const MapZoom& from, float x, float y, float times, float most) {
    MapZoom to;
    to.factor = std::clamp(from.factor * times, 1.0F, std::max(1.0F, most));
    const float shrunk = from.factor / to.factor;
    to.x = std::clamp(x - (x - from.x) * shrunk, 0.0F, 1.0F);
    to.y = std::clamp(y - (y - from.y) * shrunk, 0.0F, 1.0F);
    if (to.is_fit()) to = {};
    return to;
}

// A rectangle of cells: the tokens of its first and last row and column, which belong to it.
struct MapRectangle {
    Index first_query = 0;
    Index last_query = 0;
    Index first_key = 0;
    Index last_key = 0;

    bool operator==(const MapRectangle&) const = default;
};

}  // namespace headscope
