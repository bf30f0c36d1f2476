#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"

namespace headscope {

// Opaque pixels, top row first, three bytes each: R, G, B.
struct Image {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> rgb;

    const std::uint8_t* at(int x, int y) const {
        return rgb.data() +
               (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 3;
    }
};

// The framebuffer that is bound for reading. Needs a current OpenGL context.
Image read_framebuffer(int width, int height);

// Writes a PNG, whole or not at all; "-" is standard output.
Status write_png(const Image& image, const std::filesystem::path& path);

}  // namespace headscope
