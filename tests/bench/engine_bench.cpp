// The engine on the shipped MiniLM: opening it, cutting a sentence into tokens, and the forward pass with every map
// kept.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "core/model/model.h"
#include "core/nn/transformer.h"
#include "core/trace/map_check.h"
#include "tests/bench/fma_peak.h"

namespace headscope::bench {
namespace {

const std::filesystem::path kFolder = std::filesystem::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2";
constexpr const char* kSentence = "The man saw the astronomer with a telescope, and wrote it down in his diary.";

std::shared_ptr<const Model> open_or_exit(ThreadPool& pool) {
    LoadOptions options;
    options.pool = &pool;
    auto model = load_model(kFolder, options);
    if (!model.has_value()) {
        std::fprintf(stderr, "%s\n", model.error().message.c_str());
        std::exit(1);
    }
    return model.value();
}

Workspace& workspace() {
    static Workspace shared;
    return shared;
}

const Model& minilm() {
    static const std::shared_ptr<const Model> model = open_or_exit(workspace().pool());
    return *model;
}

ModelInput input_of(Index tokens) {
    ModelInput input;
    for (Index t = 0; t < tokens; ++t) {
        input.ids.push_back(static_cast<TokenId>((t * 7919 + 1009) % minilm().config.vocab_size));
    }
    return input;
}

// Multiplications and additions of one forward pass: the linear layers, q kᵀ and the weighted sum.
double flops(const ModelConfig& config, Index tokens) {
    const auto t = static_cast<double>(tokens);
    const auto d = static_cast<double>(config.d_model);
    const auto heads = static_cast<double>(config.n_heads * config.d_head);
    const auto kv_heads = static_cast<double>(config.n_kv_heads * config.d_head);
    const double linear = d * (2 * heads + 2 * kv_heads) + 2 * d * static_cast<double>(config.d_ff);
    return static_cast<double>(config.n_layers) * (2 * t * linear + 4 * t * t * heads);
}

void forward(benchmark::State& state) {
    const Index tokens = state.range(0);
    RunOptions options;
    options.keep_maps = state.range(1) != 0;
    const ModelInput input = input_of(tokens);
    const auto run = [&] {
        auto maps = run_model(minilm(), input, options, workspace());
        if (!maps.has_value()) state.SkipWithError(maps.error().message.c_str());
    };
    for (int i = 0; i < 3; ++i) run();
    // Beside the runs, because a shared machine is not equally fast all the time.
    const double peak = measure_fma_peak(workspace().pool().size());
    const auto start = std::chrono::steady_clock::now();
    for (auto _ : state) run();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const double speed =
        flops(minilm().config, tokens) * static_cast<double>(state.iterations()) / seconds.count() / 1e9;
    state.counters["GFLOP/s"] = speed;
    state.counters["peak"] = peak;
    state.counters["of_peak"] = speed / peak;
}
BENCHMARK(forward)
    ->ArgNames({"tokens", "maps"})
    ->Args({16, 1})
    ->Args({32, 1})
    ->Args({128, 1})
    ->Args({512, 1})
    ->Args({512, 0})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void check_every_map(benchmark::State& state) {
    auto maps = run_model(minilm(), input_of(state.range(0)), {}, workspace());
    if (!maps.has_value()) return state.SkipWithError(maps.error().message.c_str());
    for (auto _ : state) benchmark::DoNotOptimize(check_maps(*maps.value(), false, workspace().pool()));
}
BENCHMARK(check_every_map)->ArgName("tokens")->Arg(32)->Arg(512)->Unit(benchmark::kMillisecond)->UseRealTime();

void open_model(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(open_or_exit(workspace().pool()));
}
BENCHMARK(open_model)->Unit(benchmark::kMillisecond)->UseRealTime();

void tokenize(benchmark::State& state) {
    std::string text;
    for (long i = 0; i < state.range(0); ++i) text += kSentence;
    for (auto _ : state) benchmark::DoNotOptimize(minilm().tokenizer->encode(text, std::nullopt, {}));
    state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(tokenize)->ArgName("sentences")->Arg(1)->Arg(40)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace headscope::bench
