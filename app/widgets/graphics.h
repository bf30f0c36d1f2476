#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>

#include "core/export/appearance.h"
#include "core/trace/map_pixels.h"

namespace headscope {

// One head's map, or a part of it, somewhere on screen.
struct HeatmapTile {
    ImVec2 min;  // ImGui screen coordinates
    ImVec2 max;
    int slice = 0;                 // layer * n_heads + head, kCombinedSlice or kDifferenceSlice
    ImVec2 uv_min = ImVec2(0, 0);  // the part of the map shown; x runs along keys, y down the queries
    ImVec2 uv_max = ImVec2(1, 1);
    float opacity = 1;
};

// How weights become colours.
struct HeatmapStyle {
    ScaleKind scale = ScaleKind::kSqrt;
    Theme theme = Theme::kDark;
    bool cell_gaps = false;      // thin lines between cells where cells are at least 8 pixels wide
    bool is_difference = false;  // values from −1 to 1 in the diverging colours; the scale is that of their size
};

// What views need from the graphics card, with no OpenGL in sight: textures for labels, and one texture array that
// holds the map of every head. Tests replace it with one that counts.
class Graphics {
  public:
    virtual ~Graphics() = default;

    // A transparent RGBA texture (8 bits a channel, straight alpha), sampled linearly; null if the card refuses.
    virtual ImTextureID create_texture(int width, int height) = 0;
    // Replaces a rectangle; `pixels` are rows of `width` pixels, bytes in the order R, G, B, A.
    virtual void update_texture(ImTextureID texture, int x, int y, int width, int height,
                                std::span<const std::uint32_t> pixels) = 0;
    virtual void destroy_texture(ImTextureID texture) = 0;

    // Replaces the maps that draw_heatmaps shows.
    virtual void upload_maps(const MapPixels& maps) = 0;
    // Replaces the one map that tiles with kCombinedSlice show.
    virtual void upload_combined_map(const MapPixels& map) = 0;
    // Replaces the one map that tiles with kDifferenceSlice show.
    virtual void upload_difference(const MapPixels& map) = 0;
    // Adds all tiles to the draw list as one draw call (one a texture array), clipped to the current clip rectangle.
    virtual void draw_heatmaps(ImDrawList& list, std::span<const HeatmapTile> tiles, const HeatmapStyle& style) = 0;
};

}  // namespace headscope
