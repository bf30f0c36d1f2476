#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "core/base/result.h"
#include "core/export/appearance.h"

namespace headscope {

// One tile as the vertex shader reads it.
struct HeatmapInstance {
    float rect[4];           // left, top, right, bottom in ImGui units
    float part[4];           // the same of the part of the map that is shown, 0 to 1
    float layer_opacity[2];  // layer of the texture array; 1 is opaque
};

// What all tiles of a draw call share.
struct HeatmapUniforms {
    unsigned texture = 0;   // OpenGL name of the texture array
    float to_clip[4] = {};  // clip = position * (0, 1) + (2, 3)
    float pixels_per_unit[2] = {1, 1};
    int cols = 0;
    int rows = 0;
    int last_level = 0;
    ScaleKind scale = ScaleKind::kSqrt;
    Theme theme = Theme::kDark;
    bool is_difference = false;  // values of both signs, in the diverging colours
    float gap = 0;               // pixels between cells
    float line_width = 1;        // pixels of a thin line; sets the spacing of the hatch
};

// The shader that draws tiles, its buffers and the colour maps. Needs a current OpenGL context.
class HeatmapProgram {
  public:
    // Fails with ErrorKind::kUnsupported where the driver refuses the shaders, with its own words.
    static Result<std::unique_ptr<HeatmapProgram>> create();
    ~HeatmapProgram();
    HeatmapProgram(const HeatmapProgram&) = delete;
    HeatmapProgram& operator=(const HeatmapProgram&) = delete;

    // Replaces the instances that draw calls refer to.
    void upload(std::span<const HeatmapInstance> instances);
    // Changes program, vertex array, array buffer and texture units 1 and 2; unit 0 is active afterwards.
    void draw(const HeatmapUniforms& uniforms, std::size_t first, std::size_t count);

  private:
    HeatmapProgram() = default;
    void create_buffers();
    void create_colours();
    int location(const char* name) const;

    unsigned program_ = 0;
    unsigned vertex_array_ = 0;
    unsigned buffer_ = 0;
    unsigned colours_ = 0;
    struct Locations {
        int to_clip, pixels_per_unit, map_size, last_level, theme, scale, diverging, gap, hatch, masked_ground,
            masked_line;
    } at_ = {};
};

}  // namespace headscope
