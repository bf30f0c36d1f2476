// From weights to pixels (CPU counts all threads, the software renderer's among them): building half floats and maximum
// levels, uploading them, and drawing a frame of the whole grid at 1440 × 900 with the large map, outlines and words.
#include <benchmark/benchmark.h>
#include <glad/gl.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/platform/imgui_shell.h"
#include "core/trace/map_pixels.h"

namespace headscope {
namespace {

AttentionTrace make_trace(Index layers, Index heads, Index tokens) {
    auto maps = std::make_shared<AttentionMaps>(layers, heads, tokens, tokens);
    for (Index l = 0; l < layers; ++l) {
        for (Index h = 0; h < heads; ++h) {
            const MatrixView map = maps->head(l, h);
            for (Index q = 0; q < tokens; ++q) {
                float sum = 0;
                for (Index k = 0; k < tokens; ++k)
                    sum += map(q, k) = 1.0F + static_cast<float>((q * 7 + k * (h + 3)) % 97);
                for (Index k = 0; k < tokens; ++k) map(q, k) /= sum;
            }
        }
    }
    AttentionTrace trace;
    trace.model = std::make_shared<const Model>();
    trace.maps = std::move(maps);
    trace.encoding.tokens.resize(static_cast<std::size_t>(tokens));
    trace.encoding.tokens.front().is_special = true;
    return trace;
}

// A window without panels. There is one ImGui at a time, so each benchmark opens and closes its own.
struct Screen {
    std::unique_ptr<Window> window;
    std::unique_ptr<ImguiShell> shell;
    std::string problem;

    Screen() {
        auto opened = Window::create({.width = 1440, .height = 900, .visible = false, .follow_monitor = false});
        if (!opened.has_value()) {
            problem = opened.error().message;
            return;
        }
        window = std::move(opened).value();
        auto created = ImguiShell::create(*window);
        if (!created.has_value()) {
            problem = created.error().message;
            return;
        }
        shell = std::move(created).value();
    }
};

// Heads by rows of `across`, as large as they fit beside the large map.
std::vector<HeatmapTile> grid_tiles(int n_heads, int across) {
    const int down = (n_heads + across - 1) / across;
    const float step_x = 840.0F / static_cast<float>(across);
    const float step_y = 740.0F / static_cast<float>(down);
    const float size = std::floor(std::min(step_x, step_y) * 0.88F);
    std::vector<HeatmapTile> tiles;
    for (int i = 0; i < n_heads; ++i) {
        const ImVec2 at(static_cast<float>(i % across) * step_x + 10, static_cast<float>(i / across) * step_y + 110);
        tiles.push_back({.min = at, .max = {at.x + size, at.y + size}, .slice = i});
    }
    return tiles;
}

void draw_frame(const Screen& screen, const std::vector<HeatmapTile>& tiles, int hovered_row, int n_rows) {
    ImguiShell& shell = *screen.shell;
    shell.begin_frame();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    shell.graphics().draw_heatmaps(list, tiles, {});
    const HeatmapTile large{
        .min = {900, 120}, .max = {1420, 640}, .slice = hovered_row % static_cast<int>(tiles.size())};
    shell.graphics().draw_heatmaps(list, {&large, 1}, {.cell_gaps = true});
    for (const HeatmapTile& tile : tiles) {
        const float row = (tile.max.y - tile.min.y) / static_cast<float>(n_rows);
        const float y = tile.min.y + row * static_cast<float>(hovered_row);
        list.AddRect({tile.min.x, y}, {tile.max.x, y + row}, IM_COL32(255, 176, 80, 255));
        list.AddText(shell.fonts().small, shell.fonts().small->FontSize, {tile.min.x, tile.max.y}, IM_COL32_WHITE,
                     "telescope .34");
    }
    shell.end_frame(IM_COL32(19, 21, 24, 255));
    glFinish();
}

void draw_grid(benchmark::State& state) {
    const Screen screen;
    if (!screen.shell) {
        state.SkipWithError(screen.problem.c_str());
        return;
    }
    const int across = static_cast<int>(state.range(0)), down = static_cast<int>(state.range(1));
    const int tokens = static_cast<int>(state.range(2));
    ThreadPool pool;
    screen.shell->graphics().upload_maps(build_map_pixels(make_trace(down, across, tokens), SpecialsMode::kKeep, pool));
    const std::vector<HeatmapTile> tiles = grid_tiles(across * down, across);
    int hovered = 0;
    draw_frame(screen, tiles, hovered, tokens);
    for (auto _ : state) draw_frame(screen, tiles, ++hovered % tokens, tokens);
}
BENCHMARK(draw_grid)
    ->ArgNames({"across", "down", "T"})
    ->Args({12, 6, 11})
    ->Args({12, 6, 32})
    ->Args({12, 6, 512})
    ->Args({18, 15, 128})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void upload_maps(benchmark::State& state) {
    const Screen screen;
    if (!screen.shell) {
        state.SkipWithError(screen.problem.c_str());
        return;
    }
    ThreadPool pool;
    const MapPixels pixels = build_map_pixels(make_trace(6, 12, state.range(0)), SpecialsMode::kKeep, pool);
    for (auto _ : state) {
        screen.shell->graphics().upload_maps(pixels);
        glFinish();
    }
}
BENCHMARK(upload_maps)
    ->ArgName("T")
    ->Arg(32)
    ->Arg(128)
    ->Arg(512)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void build_pixels(benchmark::State& state) {
    const AttentionTrace trace = make_trace(6, 12, state.range(0));
    const auto specials = static_cast<SpecialsMode>(state.range(1));
    ThreadPool pool;
    MapPixels pixels;
    build_map_pixels(trace, specials, pool, pixels);
    for (auto _ : state) build_map_pixels(trace, specials, pool, pixels);
}
BENCHMARK(build_pixels)
    ->ArgNames({"T", "specials"})
    ->Args({32, 0})
    ->Args({128, 0})
    ->Args({512, 0})
    ->Args({512, static_cast<int>(SpecialsMode::kRenormalise)})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

}  // namespace
}  // namespace headscope
