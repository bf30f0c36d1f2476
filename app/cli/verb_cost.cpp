#include <CLI/CLI.hpp>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/io/grouped.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"
#include "core/model/catalog.h"
#include "core/model/cost.h"
#include "core/model/model_files.h"
#include "core/model/published_sizes.h"

namespace headscope {
namespace {

constexpr int kMostTokens = 1 << 24;
constexpr int kWidest = 1 << 20;
constexpr int kMostLayers = 1 << 16;

// What is counted: a stack, with what is known of it.
struct Subject {
    std::string key;   // in JSON; empty: the object itself
    std::string name;  // for people
    std::string source;
    std::string parameters;  // as published
    CostSizes sizes;
};

// A whole number: with commas where it is exact.
std::string count_text(double value) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    if (value < kExact) return grouped(static_cast<std::int64_t>(value));
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

std::string json_count(double value) {
    std::array<char, 400> text;
    std::snprintf(text.data(), text.size(), "%.0f", value);
    return text.data();
}

std::string json_of(const AttentionCost& cost, double layers, double bytes) {
    const auto field = [&](const char* key, double value) {
        return std::string("\"") + key + "\": " + json_count(value * layers);
    };
    return field("parameters", cost.parameters) + ", " + field("flops", cost.flops()) + ", " +
           field("linear_flops", cost.linear_flops) + ", " + field("score_flops", cost.score_flops) + ", " +
           field("score_memory", cost.scores) + ", " + field("score_memory_bytes", cost.scores * bytes) + ", " +
           field("kv_cache", cost.cached) + ", " + field("kv_cache_bytes", cost.cached * bytes) + ", " +
           field("kv_cache_per_token", cost.cached_a_token);
}

// The fields of one subject, without the braces.
std::string json_fields(const Subject& subject, Index tokens, double bytes) {
    const CostSizes& s = subject.sizes;
    std::string text = "\"name\": ";
    append_json_string(text, subject.name);
    if (!subject.source.empty()) {
        text += ", \"source\": ";
        append_json_string(text, subject.source);
        text += ", \"published_parameters\": ";
        append_json_string(text, subject.parameters);
    }
    const auto size = [](const char* key, Index value) {
        return std::string(", \"") + key + "\": " + std::to_string(value);
    };
    text += size("tokens", tokens) + size("d_model", s.d_model) + size("n_heads", s.n_heads) +
            size("n_kv_heads", s.n_kv_heads) + size("d_head", s.d_head) + size("n_layers", s.n_layers) +
            ", \"sharing\": \"" + name_of(sharing_of(s)) + "\",\n ";
    text += json_of(attention_cost(s, tokens), static_cast<double>(s.n_layers), bytes);
    text += ",\n \"per_layer\": {" + json_of(attention_cost(s, tokens), 1, bytes) + "}";
    text += ",\n \"one_head_per_layer\": {" + json_of(attention_cost(with_one_head(s), tokens), 1, bytes) + "}";
    text += ",\n \"sharings_per_layer\": {";
    for (const KeySharing sharing : kKeySharings) {
        text += std::string(sharing == kKeySharings[0] ? "" : ",\n  ") + "\"" + name_of(sharing) + "\": {" +
                json_of(attention_cost(s, tokens, sharing), 1, bytes) + "}";
    }
    text += "}";
    if (s.d_ff > 0) {
        const FeedForwardCost block = feed_forward_cost(s);
        text += ",\n \"feed_forward_per_layer\": {\"parameters\": " + json_count(block.parameters) +
                ", \"parameters_per_token\": " + json_count(block.parameters_a_token) + "}";
    }
    return text;
}

std::string json_of(const std::vector<Subject>& subjects, Index tokens, double bytes) {
    std::string text = "{";
    for (const Subject& subject : subjects) {
        const std::string fields = json_fields(subject, tokens, bytes);
        text += subject.key.empty() ? fields : ",\n \"" + subject.key + "\": {" + fields + "}";
    }
    return text + "}\n";
}

std::string padded(std::string text, std::size_t width, bool to_the_right) {
    if (text.size() < width) text.insert(to_the_right ? 0 : text.size(), width - text.size(), ' ');
    return text;
}

// A line of a table: a label, then numbers.
std::string line(const std::string& label, const std::vector<std::string>& cells) {
    std::string text = padded(label, 30, false);
    for (const std::string& cell : cells) text += "  " + padded(cell, 20, true);
    return text + "\n";
}

std::string table(const Subject& subject, Index tokens, double bytes) {
    const CostSizes& s = subject.sizes;
    const auto layers = static_cast<double>(s.n_layers);
    const AttentionCost cost = attention_cost(s, tokens);
    std::string text = shown_text(subject.name) + "\n";
    if (!subject.source.empty()) text += "published parameters: " + subject.parameters + "; " + subject.source + "\n";
    text += "d_model " + std::to_string(s.d_model) + ", " + std::to_string(s.n_heads) + " heads, " +
            std::to_string(s.n_kv_heads) + " key/value heads, d_head " + std::to_string(s.d_head) + ", " +
            std::to_string(s.n_layers) + (s.n_layers == 1 ? " layer" : " layers") + ", T = " + std::to_string(tokens) +
            "\n\n";
    text += line("attention, " + std::string(name_of(sharing_of(s))),
                 {"one layer", s.n_layers == 1 ? "all layers" : "all " + std::to_string(s.n_layers) + " layers"});
    const auto row = [&](const std::string& label, double value) {
        text += line(label, {count_text(value), count_text(value * layers)});
    };
    row("parameters", cost.parameters);
    row("FLOPs", cost.flops());
    row("  of the four matrices", cost.linear_flops);
    row("  of scores and weighted sums", cost.score_flops);
    row("scores (numbers)", cost.scores);
    row("KV cache (numbers)", cost.cached);
    row("KV cache (bytes)", cost.cached * bytes);
    if (s.d_ff > 0) row("feed-forward parameters", feed_forward_cost(s).parameters);
    if (s.n_experts > 0) row("  that a token meets", feed_forward_cost(s).parameters_a_token);

    const AttentionCost one = attention_cost(with_one_head(s), tokens);
    text += "\n" + line("one layer", {std::to_string(s.n_heads) + " heads", "one head of d_model"});
    text += line("parameters", {count_text(cost.parameters), count_text(one.parameters)});
    text += line("FLOPs", {count_text(cost.flops()), count_text(one.flops())});
    text += line("scores (numbers)", {count_text(cost.scores), count_text(one.scores)});
    if (s.n_heads * s.d_head != s.d_model)
        text += "(the heads are " + std::to_string(s.n_heads * s.d_head) + " wide together, not d_model)\n";

    text += "\n" + line("one layer", {"parameters", "cached a token", "KV cache (bytes)"});
    for (const KeySharing sharing : kKeySharings) {
        const AttentionCost shared = attention_cost(s, tokens, sharing);
        std::string label = name_of(sharing);
        if (sharing == KeySharing::kGrouped) label += ", " + std::to_string(s.n_kv_heads) + " key/value heads";
        if (sharing == KeySharing::kLatent) {
            const LatentWidths widths = usual_latent_widths(s.d_head);
            label += ", d_latent " + std::to_string(widths.d_latent) + " + " + std::to_string(widths.d_rope);
        }
        text += line(label, {count_text(shared.parameters), count_text(shared.cached_a_token),
                             count_text(shared.cached * bytes)});
    }
    return text;
}

std::string list_of_presets() {
    std::string text;
    for (const PublishedSizes& one : all_published_sizes())
        text += padded(one.id, 18, false) + padded(one.name, 18, false) + one.source + "\n";
    return text;
}

std::vector<Subject> subjects_of(const ModelConfig& config, const std::string& name) {
    std::vector<Subject> subjects{{"", name, "", "", cost_sizes_of(config)}};
    if (!config.decoder) return subjects;
    subjects[0].name += ", encoder";
    subjects.push_back(
        {"decoder", name + ", decoder (its tokens among themselves)", "", "", cost_sizes_of(*config.decoder)});
    return subjects;
}

// The facts of a model's config.json where it has one, whatever else is there; of other files, the headers'.
Result<std::vector<Subject>> subjects_of_model(const std::string& model) {
    const Result<std::filesystem::path> path = find_model(model);
    if (!path.has_value()) return path.error();
    std::error_code ignored;
    if (std::filesystem::exists(path.value() / "config.json", ignored)) {
        const Result<ModelConfig> config = load_model_config(path.value() / "config.json");
        if (!config.has_value()) return config.error();
        return subjects_of(config.value(), shown_path(path.value().filename()));
    }
    const Result<ModelFiles> opened = open_model_files(path.value());
    if (!opened.has_value()) return opened.error();
    return subjects_of(opened.value().config, opened.value().name);
}

}  // namespace

int run_cost(Arguments arguments) {
    CLI::App app(
        "Counts what attention costs for T tokens: parameters and FLOPs, the scores that its maps hold, the keys and "
        "values that are kept; against one head of d_model, and for every way of sharing keys and values. Of a model, "
        "of published sizes, or of any others.",
        "headscope cost");
    app.footer(
        "Example: eight heads against one\n"
        "  headscope cost --d-model 512 --heads 8 --tokens 512\n"
        "  headscope cost --preset llama-3-8b --tokens 8192");
    std::string model_name;
    std::string preset;
    CostSizes sizes;
    Index tokens = 512;
    Index bytes = 2;
    bool as_json = false;
    bool lists = false;
    arguments.add_model(app, model_name);
    const auto add_size = [&](const char* name, Index& value, int most, const char* description) {
        return app.add_option(name, value, description)->check(CLI::Range(1, most))->type_name("N");
    };
    CLI::Option* d_model = add_size("--d-model", sizes.d_model, kWidest, "Width of the model");
    CLI::Option* heads = add_size("--heads", sizes.n_heads, kMostLayers, "Query heads");
    CLI::Option* kv_heads =
        add_size("--kv-heads", sizes.n_kv_heads, kMostLayers, "Key and value heads; else as many as heads");
    CLI::Option* d_head = add_size("--d-head", sizes.d_head, kWidest, "Width of a head; else d_model / heads");
    CLI::Option* layers = add_size("--layers", sizes.n_layers, kMostLayers, "Layers; else one");
    add_size("--tokens", tokens, kMostTokens, "T, the length of the text (default 512)");
    add_size("--bytes", bytes, 16, "Bytes a number takes (default 2)");
    app.add_option("--preset", preset, "Published sizes; --presets lists them")->type_name("NAME");
    app.add_flag("--presets", lists, "List the published sizes with their sources");
    app.add_flag("--json", as_json, "One JSON object");
    if (const auto status = arguments.parse(app)) return *status;
    if (lists) return print(list_of_presets());

    const bool has_sizes = d_model->count() + heads->count() > 0;
    if (!preset.empty() && !model_name.empty()) return report_usage("cost: --preset: goes without MODEL");
    if (has_sizes && (!preset.empty() || !model_name.empty()))
        return report_usage("cost: --d-model and --heads go without MODEL and --preset");
    std::vector<Subject> subjects;
    if (!preset.empty()) {
        const PublishedSizes* found = find_published_sizes(preset);
        if (found == nullptr)
            return report_usage("cost: --preset: \"" + shown_text(preset, 40) + "\", expected a name of --presets");
        subjects = {{"", found->name, found->source, found->parameters, found->sizes}};
    } else if (has_sizes) {
        if (d_model->count() == 0 || heads->count() == 0)
            return report_usage("cost: --d-model and --heads go together");
        subjects = {{"", "these sizes", "", "", sizes}};
    } else {
        Result<std::vector<Subject>> found = subjects_of_model(model_name);
        if (!found.has_value()) return report(found.error());
        subjects = std::move(found).value();
    }
    for (Subject& subject : subjects) {
        CostSizes& of = subject.sizes;
        if (kv_heads->count() > 0) of.n_kv_heads = sizes.n_kv_heads;
        if (d_head->count() > 0) of.d_head = sizes.d_head;
        if (layers->count() > 0) of.n_layers = sizes.n_layers;
        if (of.n_kv_heads == 0) of.n_kv_heads = of.n_heads;
        if (of.n_heads % of.n_kv_heads != 0)
            return report_usage("cost: --kv-heads: " + std::to_string(of.n_kv_heads) + ", expected a divisor of " +
                                std::to_string(of.n_heads) + " heads");
        if (of.d_head == 0 && of.d_model % of.n_heads != 0)
            return report_usage("cost: --d-head: missing, expected one: " + std::to_string(of.n_heads) +
                                " heads do not divide d_model " + std::to_string(of.d_model));
        if (of.d_head == 0) of.d_head = of.d_model / of.n_heads;
    }
    if (as_json) return print(json_of(subjects, tokens, static_cast<double>(bytes)));
    std::string text;
    for (const Subject& subject : subjects)
        text += (text.empty() ? "" : "\n") + table(subject, tokens, static_cast<double>(bytes));
    return print(text);
}

}  // namespace headscope
