#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/io/grouped.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"
#include "core/io/shown_bytes.h"
#include "core/model/catalog.h"
#include "core/model/model_files.h"
#include "core/nn/map_memory.h"
#include "core/nn/workspace.h"

namespace headscope {
namespace {

struct Fact {
    const char* key;    // in JSON
    const char* label;  // for people
    std::string value;  // plain text, or a number
    bool is_number = false;
};

const char* activation_name(Activation activation) {
    switch (activation) {
        case Activation::kGelu:
            return "gelu";
        case Activation::kGeluTanh:
            return "gelu_tanh";
        case Activation::kRelu:
            return "relu";
        case Activation::kSilu:
            return "silu";
        case Activation::kQuickGelu:
            return "quick_gelu";
    }
    return "";
}

std::string norm_name(NormPlacement placement) {
    switch (placement) {
        case NormPlacement::kPost:
            return "after";
        case NormPlacement::kPre:
            return "before";
        case NormPlacement::kSandwich:
            return "before and after";
    }
    return "";
}

// What is read of the weights: the headers, and where that is quick all values.
struct Findings {
    const ModelFiles& files;
    WeightSizes sizes;
    bool are_values_checked = false;
    std::vector<std::string> warnings;  // of the files and the values
};

// Lengths for which the memory of the maps is told, as far as the model reads texts that long.
std::vector<Index> example_lengths(const ModelConfig& config) {
    std::vector<Index> lengths;
    for (const Index length : {32, 128, 512, 2048, 8192})
        if (config.max_positions == 0 || length <= config.max_positions) lengths.push_back(length);
    if (lengths.empty()) lengths.push_back(config.max_positions);
    return lengths;
}

std::vector<Fact> facts_of(const Findings& findings) {
    const ModelFiles& files = findings.files;
    const ModelConfig& config = files.config;
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    std::vector<Fact> facts = {
        {"name", "name", files.name},
        {"family", "family", config.family},
        {"weight_file", "weights", shown_path(files.weights.path)},
        {"weight_types", "stored as", files.stored_as()},
        {"n_layers", "layers", number(config.n_layers), true},
        {"n_heads", "heads", number(config.n_heads), true},
        {"n_kv_heads", "key/value heads", number(config.n_kv_heads), true},
        {"d_model", "d_model", number(config.d_model), true},
        {"d_head", "d_head", number(config.d_head), true},
        {"d_ff", "d_ff", number(config.d_ff), true},
        {"vocab_size", "vocabulary", number(config.vocab_size), true},
        {"max_positions", "positions", number(config.max_positions), true},
        {"type_vocab_size", "token types", number(config.type_vocab_size), true},
        {"activation", "activation", activation_name(config.activation)},
        {"norm", "norm", norm_name(config.norm_placement)},
        {"mask", "mask", config.is_causal() ? "causal" : "none"},
        {"tokenizer", "tokenizer", files.tokenizer == nullptr ? "none" : files.tokenizer->description()},
        {"parameters", "parameters", number(files.parameters()), true},
        {"weight_bytes", "memory (bytes)", number(findings.sizes.packed + findings.sizes.mapped), true},
        {"packed_bytes", "  packed", number(findings.sizes.packed), true},
        {"mapped_bytes", "  in the file", number(findings.sizes.mapped), true},
    };
    if (config.decoder) {
        facts.push_back({"decoder_layers", "decoder layers", number(config.decoder->n_layers), true});
        facts.push_back({"decoder_heads", "decoder heads", number(config.decoder->n_heads), true});
    }
    return facts;
}

void append_list(std::string& text, const char* key, const std::vector<std::string>& values) {
    text += std::string(",\n \"") + key + "\": [";
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) text += ", ";
        append_json_string(text, values[i]);
    }
    text += ']';
}

std::string json_of(const Findings& findings) {
    std::string text;
    for (const Fact& fact : facts_of(findings)) {
        text += std::string(text.empty() ? "{\"" : ",\n \"") + fact.key + "\": ";
        if (fact.is_number) {
            text += fact.value;
        } else {
            append_json_string(text, fact.value);
        }
    }
    text += ",\n \"map_bytes\": {";
    const ModelConfig& config = findings.files.config;
    for (const Index length : example_lengths(config))
        text += (text.back() == '{' ? "\"" : ", \"") + std::to_string(length) +
                "\": " + std::to_string(static_cast<std::int64_t>(map_bytes(config, length, length)));
    text += std::string("},\n \"values_checked\": ") + (findings.are_values_checked ? "true" : "false");
    append_list(text, "missing_tensors", {});  // a model that lacks one does not open
    append_list(text, "unused_tensors", findings.files.bound.unused);
    append_list(text, "warnings", findings.warnings);
    return text + "}\n";
}

std::string labelled(std::string label, const std::string& value) {
    label.resize(18, ' ');
    return label + value + "\n";
}

std::string text_of(const Findings& findings) {
    std::string text;
    for (const Fact& fact : facts_of(findings))
        text += labelled(fact.label, fact.is_number ? grouped(std::stoll(fact.value)) : shown_text(fact.value));
    const ModelConfig& config = findings.files.config;
    std::string maps;
    for (const Index length : example_lengths(config))
        maps += (maps.empty() ? "" : ", ") + shown_bytes(map_bytes(config, length, length)) + " for " +
                grouped(length) + " tokens";
    text += labelled("maps", maps);
    if (!findings.are_values_checked) text += labelled("values", "not read: so many that it would take long");
    std::string unused;
    for (const std::string& name : findings.files.bound.unused)
        unused += (unused.empty() ? "" : ", ") + shown_text(name);
    return text + labelled("left over", unused.empty() ? "nothing" : unused);
}

// Stored values up to here are read within a second or so.
constexpr std::int64_t kQuicklyReadParameters = 500'000'000;

}  // namespace

int run_model_verb(Arguments arguments) {
    CLI::App app(
        "Shows what a model's files say, without loading it: family, shapes, parameters, memory, tensors left over.",
        "headscope model");
    app.footer("Example:\n  headscope model all-minilm-l6-v2 --json");
    std::string model_name;
    bool as_json = false;
    arguments.add_model(app, model_name);
    app.add_flag("--json", as_json, "One JSON object");
    if (const auto status = arguments.parse(app)) return *status;

    const Result<std::filesystem::path> path = find_model(model_name);
    if (!path.has_value()) return report(path.error());
    const Result<ModelFiles> opened = open_model_files(path.value());
    if (!opened.has_value()) return report(opened.error());
    const ModelFiles& files = opened.value();
    Findings findings{files, files.sizes(), files.parameters() <= kQuicklyReadParameters, files.warnings};
    if (findings.are_values_checked) {
        Workspace workspace;
        LoadOptions options;
        options.pool = &workspace.pool();
        const Result<std::vector<std::string>> warnings = check_values(files.bound, options);
        if (!warnings.has_value()) return report(warnings.error());
        findings.warnings.insert(findings.warnings.end(), warnings.value().begin(), warnings.value().end());
    }
    warn_all(findings.warnings);
    if (files.tokenizer == nullptr)
        warn(shown_path(path.value()) + ": no tokenizer such as tokenizer.json: only token ids can be read");
    return print(as_json ? json_of(findings) : text_of(findings));
}

}  // namespace headscope
