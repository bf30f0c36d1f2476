#include "app/widgets/plane_geometry.h"

#include <algorithm>

namespace headscope {

std::vector<Point> fit_plane(std::span<const std::array<float, 2>> places, const Rect& rect) {
    std::vector<Point> points;
    if (places.empty()) return points;
    std::array<float, 2> low = places.front();
    std::array<float, 2> high = places.front();
    for (const auto& place : places) {
        for (std::size_t axis = 0; axis < 2; ++axis) {
            low[axis] = std::min(low[axis], place[axis]);
            high[axis] = std::max(high[axis], place[axis]);
        }
    }
    const float width = high[0] - low[0];
    const float height = high[1] - low[1];
    float scale = 0;
    if (width > 0) scale = rect.w / width;
    if (height > 0) scale = width > 0 ? std::min(scale, rect.h / height) : rect.h / height;
    const Point middle{rect.x + rect.w / 2, rect.y + rect.h / 2};
    for (const auto& place : places) {
        points.push_back({middle.x + (place[0] - (low[0] + high[0]) / 2) * scale,
                          middle.y - (place[1] - (low[1] + high[1]) / 2) * scale});
    }
    return points;
}

std::optional<std::size_t> nearest_point(std::span<const Point> points, Point at, float reach) {
    std::optional<std::size_t> nearest;
    float least = reach * reach;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const float dx = points[i].x - at.x;
        const float dy = points[i].y - at.y;
        if (dx * dx + dy * dy > least) continue;
        least = dx * dx + dy * dy;
        nearest = i;
    }
    return nearest;
}

std::vector<std::size_t> points_inside(std::span<const Point> points, std::span<const Point> line) {
    std::vector<std::size_t> inside;
    if (line.size() < 3) return inside;
    for (std::size_t i = 0; i < points.size(); ++i) {
        bool is_inside = false;
        for (std::size_t a = 0, b = line.size() - 1; a < line.size(); b = a++) {
            const bool crosses = (line[a].y > points[i].y) != (line[b].y > points[i].y);
            if (crosses &&
                points[i].x < (line[b].x - line[a].x) * (points[i].y - line[a].y) / (line[b].y - line[a].y) + line[a].x)
                is_inside = !is_inside;
        }
        if (is_inside) inside.push_back(i);
    }
    return inside;
}

}  // namespace headscope
