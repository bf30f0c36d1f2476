#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "app/platform/imgui_shell.h"
#include "core/export/colormap.h"
#include "core/trace/map_pixels.h"

namespace headscope {

// Maps of `side` × `side` cells whose halves are half(slice, query, key), with their maximum levels.
MapPixels make_pixels(int n_slices, int side, const std::function<std::uint16_t(int, int, int)>& half);

// An invisible window with Dear ImGui in it. Tests are skipped where no display can be opened, unless the environment
// variable CI says that there must be one.
class ShellFixture : public testing::Test {
  protected:
    static constexpr int kWidth = 960;
    static constexpr int kHeight = 920;
    static constexpr ImU32 kGround = IM_COL32(10, 20, 30, 255);

    void SetUp() override { open({}); }
    void open(const GlGraphics::Options& options);

    // Draws one frame, with `draw` given a list as large as the window, and returns its pixels.
    Image frame(const std::function<void(ImDrawList&)>& draw);
    GlGraphics& graphics() { return shell->graphics(); }

    std::unique_ptr<Window> window;
    std::unique_ptr<ImguiShell> shell;
};

Rgb pixel(const Image& image, int x, int y);
// Largest difference of a channel.
int difference(const Rgb& a, const Rgb& b);

}  // namespace headscope
