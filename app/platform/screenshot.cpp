#include "app/platform/screenshot.h"

#include <glad/gl.h>
#include <stb_image_write.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "core/io/file_writer.h"

namespace headscope {

Image read_framebuffer(int width, int height) {
    Image image{width, height, {}};
    const std::size_t row = static_cast<std::size_t>(width) * 3;
    std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(height));
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    image.rgb.resize(upside_down.size());
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
        std::copy_n(upside_down.data() + y * row, row, image.rgb.data() + image.rgb.size() - (y + 1) * row);
    }
    return image;
}

Status write_png(const Image& image, const std::filesystem::path& path) {
    Result<AtomicFileWriter> opened = AtomicFileWriter::create(path);
    if (!opened.has_value()) return opened.error();
    AtomicFileWriter writer = std::move(opened).value();
    const auto append = [](void* context, void* data, int size) {
        static_cast<AtomicFileWriter*>(context)->write(
            std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size)));
    };
    if (stbi_write_png_to_func(append, &writer, image.width, image.height, 3, image.rgb.data(), image.width * 3) == 0) {
        return io_error(path.string() + ": PNG: " + std::to_string(image.width) + " × " + std::to_string(image.height) +
                        " pixels could not be compressed, expected enough memory");
    }
    return writer.commit();
}

}  // namespace headscope
