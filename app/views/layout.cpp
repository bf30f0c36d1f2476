#include "app/views/layout.h"

#include <algorithm>
#include <cmath>

namespace headscope {

WindowLayout lay_out_window(float width, float height, float scale, int token_rows) {
    const float bar = std::floor(52 * scale);
    const float strip = std::floor((12 + 52 * static_cast<float>(token_rows)) * scale);
    const float status = std::floor(30 * scale);
    const float body_top = bar + strip;
    const float body = std::max(0.0F, height - body_top - status);
    const float side = std::floor(std::clamp(width * 0.405F, 380 * scale, std::max(380 * scale, 760 * scale)));
    const float side_width = std::min(side, width * 0.5F);
    // The map needs the room above it for slanted labels; the links below are content with less.
    const float map_height = std::floor(body * 0.56F);
    return {
        .top_bar = {0, 0, width, bar},
        .token_strip = {0, bar, width, strip},
        .grid = {0, body_top, width - side_width, body},
        .map = {width - side_width, body_top, side_width, map_height},
        .links = {width - side_width, body_top + map_height, side_width, body - map_height},
        .status_bar = {0, height - status, width, status},
    };
}

}  // namespace headscope
