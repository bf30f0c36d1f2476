// The whole window as a person uses it, on the display at hand: a frame while the pointer walks over the tokens, and
// the time from a key to its maps on screen.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "app/app.h"
#include "app/platform/window.h"
#include "app/state/actions.h"

namespace headscope {
namespace {

std::unique_ptr<App> open_app(benchmark::State& state, int words) {
    ViewOptions options;
    options.width = 1440;
    options.height = 900;
    std::string text;
    for (int i = 0; i < words; ++i) text += i % 2 == 0 ? "telescope " : "man ";
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

void hover_frame(benchmark::State& state) {
    const auto app = open_app(state, static_cast<int>(state.range(0)) - 2);
    if (!app) return;
    Index token = 0;
    for (auto _ : state) {
        token = (token + 1) % app->state().trace()->n_tokens();
        app->state().hover.query = token;
        app->state().pointer_rests = true;
        draw_one_frame(*app);
    }
}
BENCHMARK(hover_frame)->ArgName("T")->Arg(11)->Arg(32)->Arg(128)->Unit(benchmark::kMillisecond)->UseRealTime();

void key_to_maps(benchmark::State& state) {
    const auto app = open_app(state, static_cast<int>(state.range(0)) - 2);
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
