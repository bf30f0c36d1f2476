#include "app/platform/map_textures.h"

#include <glad/gl.h>

#include <algorithm>
#include <bit>
#include <string>

namespace headscope {
namespace {

int limit(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

}  // namespace

MapTextures::MapTextures(int max_layers) : max_layers_(max_layers), max_side_(limit(GL_MAX_TEXTURE_SIZE)) {
    const int of_card = limit(GL_MAX_ARRAY_TEXTURE_LAYERS);
    if (max_layers_ <= 0 || max_layers_ > of_card) max_layers_ = of_card;
}

MapTextures::~MapTextures() {
    release();
}

void MapTextures::release() {
    glDeleteTextures(static_cast<GLsizei>(arrays_.size()), arrays_.data());
    arrays_.clear();
    allocated_slices_ = 0;
    allocated_side_ = 0;
    rows_ = cols_ = n_levels_ = n_slices_ = 0;
}

Status MapTextures::allocate(int n_slices, int side) {
    release();
    while (glGetError() != GL_NO_ERROR) {
    }
    for (int first = 0; first < n_slices; first += max_layers_) {
        GLuint name = 0;
        glGenTextures(1, &name);
        arrays_.push_back(name);
        glBindTexture(GL_TEXTURE_2D_ARRAY, name);
        glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
        glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, std::bit_width(static_cast<unsigned>(side)) - 1);
        const int layers = std::min(n_slices - first, max_layers_);
        for (int level = 0, size = side; size >= 1; ++level, size /= 2) {
            glTexImage3D(GL_TEXTURE_2D_ARRAY, level, GL_R16F, size, size, layers, 0, GL_RED, GL_HALF_FLOAT, nullptr);
        }
    }
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    if (glGetError() != GL_NO_ERROR) {
        release();
        return Error{ErrorKind::kTooLarge, "graphics card: maps: no room for " + std::to_string(n_slices) + " of " +
                                               std::to_string(side) + " × " + std::to_string(side) + " cells"};
    }
    ++n_allocations_;
    allocated_slices_ = n_slices;
    allocated_side_ = side;
    return {};
}

Status MapTextures::upload(const MapPixels& pixels) {
    rows_ = cols_ = n_levels_ = n_slices_ = 0;
    if (pixels.levels.empty()) return {};
    const MapPixels::Level& full = pixels.levels.front();
    const int longest = std::max(full.rows, full.cols);
    if (longest > max_side_) {
        return Error{ErrorKind::kTooLarge, "graphics card: maps: " + std::to_string(longest) +
                                               " tokens, expected at most " + std::to_string(max_side_)};
    }
    const int side = std::min(static_cast<int>(std::bit_ceil(static_cast<unsigned>(longest))), max_side_);
    if (side != allocated_side_ || pixels.n_slices != allocated_slices_) {
        if (Status status = allocate(pixels.n_slices, side); !status.is_ok()) return status;
    }

    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        const int first = static_cast<int>(i) * max_layers_;
        const int layers = std::min(pixels.n_slices - first, max_layers_);
        glBindTexture(GL_TEXTURE_2D_ARRAY, arrays_[i]);
        for (std::size_t k = 0; k < pixels.levels.size(); ++k) {
            const MapPixels::Level& level = pixels.levels[k];
            const std::size_t offset = static_cast<std::size_t>(first) * static_cast<std::size_t>(level.rows) *
                                       static_cast<std::size_t>(level.cols);
            glTexSubImage3D(GL_TEXTURE_2D_ARRAY, static_cast<GLint>(k), 0, 0, 0, level.cols, level.rows, layers, GL_RED,
                            GL_HALF_FLOAT, level.halves.data() + offset);
        }
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glBindTexture(GL_TEXTURE_2D_ARRAY, 0);
    rows_ = full.rows;
    cols_ = full.cols;
    n_levels_ = static_cast<int>(pixels.levels.size());
    n_slices_ = pixels.n_slices;
    return {};
}

}  // namespace headscope
