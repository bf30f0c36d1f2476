#include "tests/gui/shell_fixture.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <thread>
#include <utility>

namespace headscope {

MapPixels make_pixels(int n_slices, int side, const std::function<std::uint16_t(int, int, int)>& half) {
    MapPixels pixels;
    pixels.n_slices = n_slices;
    for (int k = 0; (side >> k) >= 1; ++k) {
        MapPixels::Level level{side >> k, side >> k, {}};
        const auto n = static_cast<std::size_t>(level.rows);
        level.halves.assign(static_cast<std::size_t>(n_slices) * n * n, kMaskedHalf);
        for (int s = 0; s < n_slices; ++s) {
            for (int q = 0; q < side; ++q) {
                for (int c = 0; c < side; ++c) {
                    const auto row = static_cast<std::size_t>(std::min(q >> k, level.rows - 1));
                    const auto col = static_cast<std::size_t>(std::min(c >> k, level.cols - 1));
                    std::uint16_t& cell = level.halves[(static_cast<std::size_t>(s) * n + row) * n + col];
                    const std::uint16_t value = half(s, q, c);
                    if (static_cast<std::int16_t>(value) > static_cast<std::int16_t>(cell)) cell = value;
                }
            }
        }
        pixels.levels.push_back(std::move(level));
    }
    return pixels;
}

void ShellFixture::open(const GlGraphics::Options& options) {
    shell.reset();
    if (!window) {
        const WindowOptions wanted{.width = kWidth, .height = kHeight, .visible = false, .follow_monitor = false};
        auto opened = Window::create(wanted);
        // An X server that resets itself after its last client has left refuses new ones for a moment.
        for (int tries = 0; !opened.has_value() && std::getenv("DISPLAY") != nullptr && tries < 20; ++tries) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            opened = Window::create(wanted);
        }
        if (!opened.has_value() && std::getenv("CI") == nullptr) GTEST_SKIP() << opened.error().message;
        ASSERT_TRUE(opened.has_value()) << opened.error().message;
        window = std::move(opened).value();
    }
    auto created = ImguiShell::create(*window, options);
    ASSERT_TRUE(created.has_value()) << created.error().message;
    shell = std::move(created).value();
}

Image ShellFixture::frame(const std::function<void(ImDrawList&)>& draw) {
    window->poll_events();
    shell->begin_frame();
    draw(*ImGui::GetBackgroundDrawList());
    shell->end_frame(kGround);
    return shell->read_pixels();
}

Rgb pixel(const Image& image, int x, int y) {
    const std::uint8_t* p = image.at(x, y);
    return {p[0], p[1], p[2]};
}

int difference(const Rgb& a, const Rgb& b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

}  // namespace headscope
