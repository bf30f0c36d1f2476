#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>

#include "app/cli/messages.h"
#include "app/cli/opened_model.h"
#include "app/cli/verbs.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

constexpr int kWarmUpRuns = 3;

// Multiplications and additions of one pass of T tokens through a stack: the projections, the feed-forward blocks that
// a token uses, and q kᵀ and the weighted sum over all T × T cells, those of another stack besides where it looks
// there.
double stack_flops(const StackConfig& config, Index tokens, bool looks_across) {
    const auto t = static_cast<double>(tokens);
    const auto d = static_cast<double>(config.d_model);
    const auto q = static_cast<double>(config.n_heads * config.d_head);
    const auto kv = static_cast<double>(config.n_kv_heads * config.d_head);
    const double matrices = config.is_gated ? 3 : 2;
    const auto blocks = static_cast<double>(config.experts.n > 0 ? config.experts.n_per_token : 1);
    double linear = d * (q + 2 * kv) + q * d + blocks * matrices * d * static_cast<double>(config.d_ff);
    double cells = 4 * t * t * q;
    if (looks_across) {
        linear += d * q * 4;
        cells *= 2;
    }
    return static_cast<double>(config.n_layers) * (2 * t * linear + cells);
}

double flops(const ModelConfig& config, Index tokens) {
    return stack_flops(config, tokens, false) + (config.decoder ? stack_flops(*config.decoder, tokens, true) : 0);
}

// Ids that are spread over the vocabulary, the same ones every time.
ModelInput sample_input(const ModelConfig& config, Index tokens) {
    ModelInput input;
    for (Index i = 0; i < tokens; ++i) input.ids.push_back(static_cast<TokenId>((i * 7919 + 1009) % config.vocab_size));
    if (config.decoder) {
        for (const TokenId id : input.ids)
            input.decoder_ids.push_back(static_cast<TokenId>(id % config.decoder->vocab_size));
    }
    return input;
}

struct BenchRun {
    Index tokens = 0;
    std::vector<double> milliseconds;
};

std::string json_of(const std::vector<BenchRun>& runs, const ModelConfig& config) {
    std::string text = "{\"runs\":[";
    for (const BenchRun& run : runs) {
        if (&run != &runs.front()) text += ",";
        text += "\n{\"tokens\":" + std::to_string(run.tokens) + ",\"ms\":[";
        for (std::size_t i = 0; i < run.milliseconds.size(); ++i) {
            if (i > 0) text += ",";
            append_json_number(text, run.milliseconds[i]);
        }
        text += "],\"gflops\":[";
        for (std::size_t i = 0; i < run.milliseconds.size(); ++i) {
            if (i > 0) text += ",";
            append_json_number(text, flops(config, run.tokens) / run.milliseconds[i] / 1e6);
        }
        text += "]}";
    }
    return text + "]}\n";
}

std::string table(const std::vector<BenchRun>& runs, const ModelConfig& config) {
    std::string text = "tokens    median ms       min ms    GFLOP/s\n";
    for (BenchRun run : runs) {
        std::sort(run.milliseconds.begin(), run.milliseconds.end());
        const double median = run.milliseconds[run.milliseconds.size() / 2];
        char line[128];
        std::snprintf(line, sizeof(line), "%6td %12.3f %12.3f %10.1f\n", run.tokens, median, run.milliseconds.front(),
                      flops(config, run.tokens) / median / 1e6);
        text += line;
    }
    return text;
}

}  // namespace

int run_bench(Arguments arguments) {
    CLI::App app("Times the forward pass after warming up, every map kept.", "headscope bench");
    app.footer("Example:\n  headscope bench --lengths 16,32,128 --repeat 20 --json");
    std::string model_name;
    std::string lengths = "16,32,128";
    int repeat = 20;
    int threads = 0;
    bool no_maps = false;
    bool as_json = false;
    arguments.add_model(app, model_name);
    app.add_option("--lengths", lengths, "Numbers of tokens (default 16,32,128)")->type_name("LIST");
    app.add_option("--repeat", repeat, "Timed runs a length (default 20)")->check(CLI::Range(1, 1'000'000));
    app.add_option("--threads", threads, "Threads (default: one a core)")->check(CLI::Range(1, 1024));
    app.add_flag("--no-maps", no_maps, "Do not keep the maps");
    app.add_flag("--json", as_json, "{\"runs\": [{tokens, ms, gflops}]}");
    if (const auto status = arguments.parse(app)) return *status;
    const auto counts = parse_id_list(lengths);
    if (!counts || *std::min_element(counts->begin(), counts->end()) < 1)
        return report_usage("--lengths: \"" + shown_text(lengths, 60) + "\", expected numbers from 1, such as 16,32");

    Workspace workspace(threads);
    const auto model = open_model(model_name, workspace);
    if (!model.has_value()) return report(model.error());
    RunOptions options;
    options.keep_maps = !no_maps;
    std::vector<BenchRun> runs;
    for (const std::int32_t count : *counts) {
        if (const Index most = model.value()->config.max_positions; most > 0 && count > most)
            return report(invalid("--lengths: " + std::to_string(count) + ", expected at most the model's " +
                                  std::to_string(model.value()->config.max_positions) + " positions"));
        BenchRun run{count, {}};
        const ModelInput input = sample_input(model.value()->config, count);
        for (int i = -kWarmUpRuns; i < repeat; ++i) {
            const auto start = std::chrono::steady_clock::now();
            const auto maps = run_model(*model.value(), input, options, workspace);
            const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
            if (!maps.has_value()) return report(maps.error());
            if (i >= 0) run.milliseconds.push_back(elapsed.count());
        }
        runs.push_back(std::move(run));
    }
    const ModelConfig& config = model.value()->config;
    return print(as_json ? json_of(runs, config) : table(runs, config));
}

}  // namespace headscope
