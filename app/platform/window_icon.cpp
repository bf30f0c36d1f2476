#include "app/platform/window_icon.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <stb_image.h>

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "embedded/icon_128.h"
#include "embedded/icon_48.h"

namespace headscope {

void set_window_icon(GLFWwindow* window) {
    using Pixels = std::unique_ptr<unsigned char, decltype(&stbi_image_free)>;
    constexpr std::array<std::span<const unsigned char>, 2> kPngs = {kIcon48, kIcon128};
    std::vector<Pixels> pixels;
    std::vector<GLFWimage> images;
    for (const std::span<const unsigned char> png : kPngs) {
        GLFWimage image{};
        int channels = 0;
        image.pixels = stbi_load_from_memory(png.data(), static_cast<int>(png.size()), &image.width, &image.height,
                                             &channels, STBI_rgb_alpha);
        if (image.pixels == nullptr) continue;  // a window without an icon is a window
        pixels.emplace_back(image.pixels, stbi_image_free);
        images.push_back(image);
    }
    glfwSetWindowIcon(window, static_cast<int>(images.size()), images.data());
}

}  // namespace headscope
