#include "app/views/layout.h"

#include <algorithm>
#include <cmath>

namespace headscope {
namespace {

// Units. Below these a panel says nothing any more; a person's shares stop there.
constexpr float kLeastGrid = 300;
constexpr float kLeastSide = 300;
constexpr float kLeastMap = 150;
constexpr float kLeastLinks = 110;
constexpr float kLine = 8;

constexpr float kBar = 52;
constexpr float kStatus = 30;

float strip_height(float scale, int token_rows) {
    return std::floor((12 + 52 * static_cast<float>(token_rows)) * scale);
}

// `share` of a length, or else `usual`, leaving at least so much on both sides; half where there is not room for both.
float divided(float length, float share, float usual, float least, float least_beside) {
    if (length < least + least_beside) return std::floor(length / 2);
    return std::floor(std::clamp(share > 0 ? length * share : usual, least, std::max(least, length - least_beside)));
}

}  // namespace

WindowLayout lay_out_window(float width, float height, float scale, int token_rows, PanelShares shares) {
    const float bar = std::floor(kBar * scale);
    const float strip = strip_height(scale, token_rows);
    const float status = std::floor(kStatus * scale);
    const float body_top = bar + strip;
    const float body = std::max(0.0F, height - body_top - status);
    const float usual = std::clamp(width * kUsualShares.side, 380 * scale, std::max(380 * scale, 760 * scale));
    const float side = divided(width, shares.side, usual, kLeastSide * scale, kLeastGrid * scale);
    // The map needs the room above it for slanted labels; the links below are content with less.
    const float map = divided(body, shares.map, body * kUsualShares.map, kLeastMap * scale, kLeastLinks * scale);
    const float line = std::floor(kLine * scale);
    return {
        .top_bar = {0, 0, width, bar},
        .token_strip = {0, bar, width, strip},
        .grid = {0, body_top, width - side, body},
        .map = {width - side, body_top, side, map},
        .links = {width - side, body_top + map, side, body - map},
        .status_bar = {0, height - status, width, status},
        .side_line = {width - side - line / 2, body_top, line, body},
        .map_line = {width - side + line / 2, body_top + map - line / 2, std::max(0.0F, side - line / 2), line},
    };
}

PanelShares with_side_line_at(PanelShares shares, const WindowLayout& layout, float x) {
    const float width = layout.grid.w + layout.map.w;
    if (width > 0) shares.side = std::clamp((width - x) / width, kLeastShare, kMostShare);
    return shares;
}

PanelShares with_map_line_at(PanelShares shares, const WindowLayout& layout, float y) {
    const float height = layout.map.h + layout.links.h;
    if (height > 0) shares.map = std::clamp((y - layout.map.y) / height, kLeastShare, kMostShare);
    return shares;
}

float presentation_scale(float width, float height, Presentation presentation) {
    constexpr float kUnits = 1.7F;  // 24 pixels for a line of text in a picture of 1280 × 720
    constexpr float kSteps = 10;
    const float size = std::min(width / 1280, height / 720) * (presentation == Presentation::kGrid ? 0.8F : 1);
    return std::max(1.0F, std::floor(size * kUnits * kSteps) / kSteps);
}

WindowLayout lay_out_presentation(float width, float height, float scale, int token_rows, Presentation presentation,
                                  bool has_top_bar) {
    const float bar = has_top_bar ? std::floor(kBar * scale) : 0;
    const float strip = strip_height(scale, token_rows);
    const float status = std::floor(kStatus * scale);
    const float body_top = bar + strip;
    const float body = std::max(0.0F, height - body_top - status);
    WindowLayout layout{
        .top_bar = {0, 0, width, bar},
        .token_strip = {0, bar, width, strip},
        .grid = {},
        .map = {},
        .links = {},
        .status_bar = {0, height - status, width, status},
        .side_line = {},
        .map_line = {},
    };
    if (presentation == Presentation::kGrid) {
        layout.grid = {0, body_top, width, body};
    } else {
        const float map = std::floor(width * 0.54F);
        layout.map = {0, body_top, map, body};
        layout.links = {map, body_top, width - map, body};
    }
    return layout;
}

}  // namespace headscope
