#include "app/platform/gl_graphics.h"

#include <glad/gl.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/trace/difference_pixels.h"

namespace headscope {
namespace {

GLuint name_of(ImTextureID texture) {
    return static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(texture));
}

HeatmapInstance instance_of(const HeatmapTile& tile, int layer) {
    return {{tile.min.x, tile.min.y, tile.max.x, tile.max.y},
            {tile.uv_min.x, tile.uv_min.y, tile.uv_max.x, tile.uv_max.y},
            {static_cast<float>(layer), tile.opacity}};
}

// ImGui's clip rectangle as OpenGL's scissor, whose y runs upwards. False if nothing is left.
bool set_scissor(const ImDrawData& data, const ImVec4& clip) {
    const ImVec2 scale = data.FramebufferScale;
    const float left = std::max((clip.x - data.DisplayPos.x) * scale.x, 0.0F);
    const float right = std::min(clip.z - data.DisplayPos.x, data.DisplaySize.x) * scale.x;
    const float bottom = (data.DisplaySize.y - std::min(clip.w - data.DisplayPos.y, data.DisplaySize.y)) * scale.y;
    const float top = (data.DisplaySize.y - std::max(clip.y - data.DisplayPos.y, 0.0F)) * scale.y;
    if (right <= left || top <= bottom) return false;
    glEnable(GL_SCISSOR_TEST);
    glScissor(static_cast<GLint>(left), static_cast<GLint>(bottom), static_cast<GLsizei>(right - left),
              static_cast<GLsizei>(top - bottom));
    return true;
}

}  // namespace

Result<std::unique_ptr<GlGraphics>> GlGraphics::create(const Options& options) {
    Result<std::unique_ptr<HeatmapProgram>> program = HeatmapProgram::create();
    if (!program.has_value()) return program.error();
    return std::unique_ptr<GlGraphics>(new GlGraphics(options, std::move(program).value()));
}

GlGraphics::GlGraphics(const Options& options, std::unique_ptr<HeatmapProgram> program)
    : program_(std::move(program)), maps_(options.max_layers), combined_map_(1) {}

GlGraphics::~GlGraphics() = default;

ImTextureID GlGraphics::create_texture(int width, int height) {
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    if (width <= 0 || height <= 0 || width > largest || height > largest) return nullptr;
    const std::vector<std::uint32_t> transparent(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    while (glGetError() != GL_NO_ERROR) {
    }
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, transparent.data());
    glBindTexture(GL_TEXTURE_2D, 0);
    if (glGetError() != GL_NO_ERROR) {
        glDeleteTextures(1, &name);
        return nullptr;
    }
    return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(name));
}

void GlGraphics::update_texture(ImTextureID texture, int x, int y, int width, int height,
                                std::span<const std::uint32_t> pixels) {
    assert(pixels.size() >= static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    glBindTexture(GL_TEXTURE_2D, name_of(texture));
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    glBindTexture(GL_TEXTURE_2D, 0);
}

void GlGraphics::destroy_texture(ImTextureID texture) {
    const GLuint name = name_of(texture);
    glDeleteTextures(1, &name);
}

void GlGraphics::upload_maps(const MapPixels& maps) {
    ++counters_.map_uploads;
    upload_status_ = maps_.upload(maps);
}

void GlGraphics::begin_frame() {
    instances_.clear();
    batches_.clear();
    instances_are_on_card_ = false;
}

void GlGraphics::upload_combined_map(const MapPixels& map) {
    ++counters_.map_uploads;
    upload_status_ = combined_map_.upload(map);
}

void GlGraphics::upload_difference(const MapPixels& map) {
    ++counters_.map_uploads;
    upload_status_ = difference_.upload(map);
}

bool GlGraphics::add_batch(ImDrawList& list, std::span<const HeatmapTile> tiles, Batch batch, int first_slice,
                           int end_slice) {
    batch.first = instances_.size();
    for (const HeatmapTile& tile : tiles) {
        if (tile.slice >= first_slice && tile.slice < end_slice) {
            instances_.push_back(instance_of(tile, tile.slice - first_slice));
        }
    }
    batch.count = instances_.size() - batch.first;
    if (batch.count == 0) return false;
    batches_.push_back(batch);
    list.AddCallback(render_batch, &batches_.back());
    return true;
}

void GlGraphics::draw_heatmaps(ImDrawList& list, std::span<const HeatmapTile> tiles, const HeatmapStyle& style) {
    const int per_array = maps_.slices_per_array();
    bool drew = false;
    for (std::size_t array = 0; array < maps_.n_arrays(); ++array) {
        const int first_slice = static_cast<int>(array) * per_array;
        const Batch batch{this, &maps_, array, 0, 0, style};
        drew |= add_batch(list, tiles, batch, first_slice, std::min(first_slice + per_array, maps_.n_slices()));
    }
    if (combined_map_.n_arrays() > 0) {
        const Batch batch{this, &combined_map_, 0, 0, 0, style};
        drew |= add_batch(list, tiles, batch, kCombinedSlice, kCombinedSlice + 1);
    }
    if (difference_.n_arrays() > 0) {
        const Batch batch{this, &difference_, 0, 0, 0, style};
        drew |= add_batch(list, tiles, batch, kDifferenceSlice, kDifferenceSlice + 1);
    }
    if (drew) list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void GlGraphics::render_batch(const ImDrawList*, const ImDrawCmd* command) {
    const Batch& batch = *static_cast<const Batch*>(command->UserCallbackData);
    batch.graphics->render(batch, command->ClipRect);
}

void GlGraphics::render(const Batch& batch, const ImVec4& clip) {
    // Maps may have been replaced since the view drew.
    const MapTextures& maps = *batch.maps;
    if (batch.array >= maps.n_arrays() || maps.n_slices() == 0) return;
    const ImDrawData& data = *ImGui::GetDrawData();
    if (!set_scissor(data, clip)) return;
    if (!instances_are_on_card_) {
        program_->upload(instances_);
        instances_are_on_card_ = true;
    }
    const float x_scale = 2 / data.DisplaySize.x;
    const float y_scale = -2 / data.DisplaySize.y;
    HeatmapUniforms uniforms;
    uniforms.texture = maps.array(batch.array);
    uniforms.to_clip[0] = x_scale;
    uniforms.to_clip[1] = y_scale;
    uniforms.to_clip[2] = -1 - data.DisplayPos.x * x_scale;
    uniforms.to_clip[3] = 1 - data.DisplayPos.y * y_scale;
    uniforms.pixels_per_unit[0] = data.FramebufferScale.x;
    uniforms.pixels_per_unit[1] = data.FramebufferScale.y;
    uniforms.cols = maps.cols();
    uniforms.rows = maps.rows();
    uniforms.last_level = maps.n_levels() - 1;
    uniforms.scale = batch.style.scale;
    uniforms.theme = batch.style.theme;
    uniforms.is_difference = batch.style.is_difference;
    uniforms.gap = batch.style.cell_gaps ? line_width_ : 0;
    uniforms.line_width = line_width_;
    program_->draw(uniforms, batch.first, batch.count);
    ++counters_.heatmap_draws;
}

}  // namespace headscope
