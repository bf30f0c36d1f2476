#pragma once

#include <algorithm>

namespace headscope {

// Screen geometry without a toolkit. Pixels, x to the right, y down.
struct Point {
    float x = 0;
    float y = 0;
};

struct Rect {
    float x = 0;
    float y = 0;
    float w = 0;
    float h = 0;

    float right() const { return x + w; }
    float bottom() const { return y + h; }
    bool contains(Point p) const { return p.x >= x && p.x < right() && p.y >= y && p.y < bottom(); }
    Rect inset(float dx, float dy) const {
        return {x + dx, y + dy, std::max(0.0F, w - 2 * dx), std::max(0.0F, h - 2 * dy)};
    }
    bool operator==(const Rect&) const = default;
};

}  // namespace headscope
