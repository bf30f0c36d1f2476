// The whole window as a person uses it, on the display at hand: a frame while the pointer walks over the tokens, while
// the head grid and the large map are zoomed and moved, how many frames it draws when nothing happens, and the time
// from a key to its maps on screen. `of_60_hz` is a frame's time as a part of the 16.7 ms that 60 frames a second
// leave.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <string>

#include "app/app.h"
#include "app/platform/window.h"
#include "app/state/actions.h"
#include "tests/bench/deep_model.h"

namespace headscope {
namespace {

constexpr double kFrameAt60Hz = 1000.0 / 60;  // milliseconds

enum Shape { kSixByTwelve, kThirtyByNine };  // layers × heads

// All benchmarks of a model share its folder.
std::string model_of(Shape shape) {
    if (shape == kSixByTwelve) return {};
    static const DeepModel deep;
    return deep.folder().string();
}

std::unique_ptr<App> open_app(benchmark::State& state, Shape shape, int words) {
    ViewOptions options;
    options.model = model_of(shape);
    options.width = 1440;
    options.height = 900;
    std::string text;
    for (int i = 0; i < words; ++i) text += i % 2 == 0 ? "the " : "cat ";  // a token each
    options.text = text;
    auto app = App::create(options);
    if (!app.has_value()) {
        state.SkipWithError(app.error().message.c_str());
        return nullptr;
    }
    app.value()->settle();
    return std::move(app).value();
}

void draw_one_frame(App& app) {
    const long before = app.frames_drawn();
    app.window().wake_up();
    while (app.frames_drawn() == before) app.step(-1);
}

// Times frames, before each of which change(app, turn) was called; the window has `T` tokens.
template <class Change>
void time_frames(benchmark::State& state, Change change) {
    const auto shape = static_cast<Shape>(state.range(0));
    const auto app = open_app(state, shape, static_cast<int>(state.range(1)) - (shape == kSixByTwelve ? 2 : 1));
    if (!app) return;
    int turn = 0;
    double seconds = 0;
    for (auto _ : state) {
        change(*app, ++turn);
        const auto start = std::chrono::steady_clock::now();
        draw_one_frame(*app);
        seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    const double frame = seconds * 1000 / static_cast<double>(state.iterations());
    state.counters["of_60_hz"] = frame / kFrameAt60Hz;
}

void hover_frame(benchmark::State& state) {
    time_frames(state, [](App& app, int turn) {
        app.state().hover.query = turn % app.state().trace()->n_tokens();
        app.state().pointer_rests = true;
    });
}

// Between all of the grid and four times as large, so that whole and cut thumbnails are met.
void zoom_grid_frame(benchmark::State& state) {
    time_frames(state, [](App& app, int turn) {
        const float part = 0.5F - 0.5F * std::cos(static_cast<float>(turn) * 0.1F);
        apply(app.state(), MoveGrid{{1 + 3 * part, 0.4F, 0.4F}});
    });
}

void pan_grid_frame(benchmark::State& state) {
    time_frames(state, [](App& app, int turn) {
        const float angle = static_cast<float>(turn) * 0.1F;
        apply(app.state(), MoveGrid{{3, 0.5F + 0.3F * std::cos(angle), 0.5F + 0.3F * std::sin(angle)}});
    });
}

void zoom_map_frame(benchmark::State& state) {
    time_frames(state, [](App& app, int turn) {
        const float part = 0.5F - 0.5F * std::cos(static_cast<float>(turn) * 0.1F);
        apply(app.state(), ZoomMap{{1 + 7 * part, 0.4F, 0.4F}});
    });
}

void sizes(benchmark::internal::Benchmark* benchmark) {
    benchmark->ArgNames({"thirty_by_nine", "T"})->Unit(benchmark::kMillisecond)->UseRealTime();
    for (const int tokens : {11, 32, 128}) benchmark->Args({kSixByTwelve, tokens});
    benchmark->Args({kThirtyByNine, 128});
}
BENCHMARK(hover_frame)->Apply(sizes);
BENCHMARK(zoom_grid_frame)->Apply(sizes);
BENCHMARK(pan_grid_frame)->Apply(sizes);
BENCHMARK(zoom_map_frame)->Apply(sizes);

// `frames`: how many are drawn in a second in which nothing changes.
void idle_second(benchmark::State& state) {
    const auto app = open_app(state, static_cast<Shape>(state.range(0)), 30);
    if (!app) return;
    long frames = 0;
    for (auto _ : state) {
        const long before = app->frames_drawn();
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
        while (std::chrono::steady_clock::now() < end) app->step(0.1);
        frames += app->frames_drawn() - before;
    }
    state.counters["frames"] = static_cast<double>(frames) / static_cast<double>(state.iterations());
}
BENCHMARK(idle_second)
    ->ArgName("thirty_by_nine")
    ->Arg(kSixByTwelve)
    ->Arg(kThirtyByNine)
    ->Iterations(2)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

void key_to_maps(benchmark::State& state) {
    const auto app = open_app(state, kSixByTwelve, static_cast<int>(state.range(0)) - 2);
    if (!app) return;
    long frames = 0;
    for (auto _ : state) {
        app->state().sentence.type(U'a');
        const auto before = app->state().shown;
        const long frames_before = app->frames_drawn();
        apply(app->state(), TextsEdited{});
        app->window().wake_up();
        while (app->state().shown == before) app->step(-1);
        frames += app->frames_drawn() - frames_before;
        state.PauseTiming();
        app->state().sentence.erase_left();
        apply(app->state(), TextsEdited{});
        app->settle();
        state.ResumeTiming();
    }
    state.counters["frames_a_key"] = static_cast<double>(frames) / static_cast<double>(state.iterations());
}
BENCHMARK(key_to_maps)->ArgName("T")->Arg(11)->Arg(32)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace headscope
