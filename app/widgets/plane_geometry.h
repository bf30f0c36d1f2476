#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "app/widgets/geometry.h"

namespace headscope {

// Points of a plane fitted into a rectangle, the same scale both ways, in its middle; y grows upwards in the plane and
// downwards on screen. All points in one place lie in the middle.
std::vector<Point> fit_plane(std::span<const std::array<float, 2>> places, const Rect& rect);

// The point nearest to `at`, at most `reach` away.
std::optional<std::size_t> nearest_point(std::span<const Point> points, Point at, float reach);

// The points inside a closed line drawn by hand (even-odd rule), ascending. Fewer than three corners hold nothing.
std::vector<std::size_t> points_inside(std::span<const Point> points, std::span<const Point> line);

}  // namespace headscope
