#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>

#include "app/cli/messages.h"
#include "app/cli/opened_model.h"
#include "app/cli/verbs.h"
#include "core/io/grouped.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"

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

std::vector<Fact> facts_of(const Model& model) {
    const ModelConfig& config = model.config;
    const auto number = [](std::int64_t value) { return std::to_string(value); };
    std::vector<Fact> facts = {
        {"name", "name", model.name},
        {"family", "family", config.family},
        {"weight_file", "weights", shown_path(model.weight_file)},
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
        {"tokenizer", "tokenizer", model.tokenizer == nullptr ? "none" : model.tokenizer->description()},
        {"parameters", "parameters", number(model.parameters), true},
        {"weight_bytes", "memory (bytes)", number(model.weight_bytes), true},
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

std::string json_of(const Model& model) {
    std::string text;
    for (const Fact& fact : facts_of(model)) {
        text += std::string(text.empty() ? "{\"" : ",\n \"") + fact.key + "\": ";
        if (fact.is_number) {
            text += fact.value;
        } else {
            append_json_string(text, fact.value);
        }
    }
    append_list(text, "missing_tensors", {});  // a model that lacks one does not open
    append_list(text, "unused_tensors", model.unused_tensors);
    append_list(text, "warnings", model.warnings);
    return text + "}\n";
}

std::string text_of(const Model& model) {
    std::string text;
    for (const Fact& fact : facts_of(model)) {
        std::string label = fact.label;
        label.resize(18, ' ');
        text += label + (fact.is_number ? grouped(std::stoll(fact.value)) : shown_text(fact.value)) + "\n";
    }
    text += "left over         ";
    if (model.unused_tensors.empty()) text += "nothing";
    for (std::size_t i = 0; i < model.unused_tensors.size(); ++i)
        text += (i == 0 ? "" : ", ") + shown_text(model.unused_tensors[i]);
    return text + "\n";
}

}  // namespace

int run_model_verb(Arguments arguments) {
    CLI::App app("Shows what a model's files say: family, shapes, parameters, memory, tensors left over.",
                 "headscope model");
    app.footer("Example:\n  headscope model all-minilm-l6-v2 --json");
    std::string model_name;
    bool as_json = false;
    arguments.add_model(app, model_name);
    app.add_flag("--json", as_json, "One JSON object");
    if (const auto status = arguments.parse(app)) return *status;

    Workspace workspace;
    const auto model = open_model(model_name, workspace);
    if (!model.has_value()) return report(model.error());
    return print(as_json ? json_of(*model.value()) : text_of(*model.value()));
}

}  // namespace headscope
