#pragma once

namespace headscope {

// One instance a tile, drawn as a strip of four vertices.
inline constexpr const char* kHeatmapVertexShader = R"glsl(#version 330 core
layout(location = 0) in vec4 rect;           // left, top, right, bottom in ImGui units
layout(location = 1) in vec4 part;           // the same of the part of the map that is shown, 0 to 1
layout(location = 2) in vec2 layer_opacity;

uniform vec4 to_clip;                        // clip = position * xy + zw
uniform vec2 pixels_per_unit;
uniform ivec2 map_size;                      // keys, queries
uniform int last_level;

out vec2 cell;                               // position in cells of level 0
out vec2 pixel;                              // position in pixels from the tile's corner
flat out vec2 pixels_per_cell;
flat out int layer;
flat out int level;
flat out ivec2 last_cell;                    // of the level
flat out float opacity;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 position = mix(rect.xy, rect.zw, corner);
    gl_Position = vec4(position * to_clip.xy + to_clip.zw, 0.0, 1.0);
    cell = mix(part.xy, part.zw, corner) * vec2(map_size);

    vec2 pixels = (rect.zw - rect.xy) * pixels_per_unit;
    pixel = corner * pixels;
    vec2 cells = (part.zw - part.xy) * vec2(map_size);
    pixels_per_cell = pixels / cells;
    // The first level whose cells are no smaller than a pixel: each of them then contains the centre of a pixel, so
    // that none is skipped, and each holds the maximum of what it covers.
    vec2 cells_per_pixel = cells / max(pixels, vec2(0.001));
    float wanted = ceil(log2(max(max(cells_per_pixel.x, cells_per_pixel.y), 1.0)) - 0.00001);
    level = min(int(wanted), last_level);
    last_cell = max(map_size >> level, ivec2(1)) - 1;
    layer = int(layer_opacity.x);
    opacity = layer_opacity.y;
}
)glsl";

inline constexpr const char* kHeatmapFragmentShader = R"glsl(#version 330 core
in vec2 cell;
in vec2 pixel;
flat in vec2 pixels_per_cell;
flat in int layer;
flat in int level;
flat in ivec2 last_cell;
flat in float opacity;

uniform sampler2DArray maps;
uniform sampler2D colours;                   // 256 × 4: a row a theme, then the diverging ones
uniform ivec2 map_size;
uniform int theme;
uniform int scale;                           // 0 linear, 1 square root, 2 logarithmic
uniform int diverging;                       // 1: values from −1 to 1
uniform float gap;                           // pixels between cells, 0 for none
uniform float hatch;                         // pixels between the lines of masked cells
uniform vec3 masked_ground;
uniform vec3 masked_line;
uniform vec3 invalid;

out vec4 colour;

float position_of(float weight) {
    float position = weight;
    if (scale == 1) position = sqrt(weight);
    if (scale == 2) position = 1.0 + log2(max(weight, 0.0001)) * 0.0752574989;  // log10(2) / 4
    return clamp(position, 0.0, 1.0);
}

vec3 colour_of(float weight) {
    if (diverging == 1) {
        float position = 0.5 + 0.5 * sign(weight) * position_of(abs(weight));
        return texelFetch(colours, ivec2(int(position * 255.0 + 0.5), theme + 2), 0).rgb;
    }
    return texelFetch(colours, ivec2(int(position_of(weight) * 255.0 + 0.5), theme), 0).rgb;
}

void main() {
    ivec2 whole = clamp(ivec2(cell), ivec2(0), map_size - 1);
    if (gap > 0.0 && min(pixels_per_cell.x, pixels_per_cell.y) >= 8.0 * gap) {
        vec2 into = (cell - vec2(whole)) * pixels_per_cell;
        if ((whole.x > 0 && into.x < gap) || (whole.y > 0 && into.y < gap)) discard;
    }
    // Above level 0, the last row and column hold what halving left over.
    float value = texelFetch(maps, ivec3(min(whole >> level, last_cell), layer), level).r;
    vec3 rgb;
    if (value < (diverging == 1 ? -1.5 : -0.5)) {
        rgb = mod(pixel.x + pixel.y, hatch) < hatch * 0.2 ? masked_line : masked_ground;
    } else if (value > 1.5) {
        rgb = invalid;
    } else {
        rgb = colour_of(value);
    }
    colour = vec4(rgb, opacity);
}
)glsl";

}  // namespace headscope
