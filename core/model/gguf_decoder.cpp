#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/io/shown.h"
#include "core/model/gguf_family.h"
#include "core/model/rope_config.h"
#include "core/model/tensor_values.h"

namespace headscope {
namespace {

// Divides each frequency by its value in rope_freqs.weight, where the file has that tensor.
void apply_stored_factors(GgufDescription& description, std::vector<float>& frequencies) {
    const char* const name = "rope_freqs.weight";
    const GgufTensor* tensor = description.find_tensor(name);
    if (tensor == nullptr) return;
    if (tensor->shape.size() != 1 || tensor->shape[0] != frequencies.size() || tensor->type->dtype != DType::kF32)
        return description.reader().fail(name, std::string("found ") + std::to_string(tensor->shape.size()) +
                                                   " dimensions of type " + tensor->type->name + ", the first " +
                                                   std::to_string(tensor->shape[0]) + ", expected one of type F32, " +
                                                   std::to_string(frequencies.size()));
    std::vector<float> factors(frequencies.size());
    const Status read = description.file().file->read(static_cast<std::size_t>(tensor->offset),
                                                      std::as_writable_bytes(std::span(factors)));
    description.reader().take(read);
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
        if (factors[i] > 0 && factors[i] <= 1e6F) {
            frequencies[i] /= factors[i];
        } else if (read.is_ok()) {
            description.reader().fail(name, "value " + std::to_string(i) + ": found " + std::to_string(factors[i]) +
                                                ", expected more than 0 and at most 1000000");
        }
    }
}

// rope.dimension_count, the number of a head's dimensions that turn.
Index turning_dimensions(GgufDescription& description, const ModelConfig& config) {
    const Index count = description.integer_or("rope.dimension_count", 1, kMaxWidth, config.d_head);
    if (count % 2 == 0 && count <= config.d_head) return count;
    std::string width = std::to_string(config.d_head) + " dimensions of a head";
    if (!description.has("attention.key_length"))
        width += " (" + description.key("embedding_length") + " " + std::to_string(config.d_model) + ", " +
                 description.key("attention.head_count") + " " + std::to_string(config.n_heads) + ")";
    description.fail("rope.dimension_count", std::to_string(count) + ", expected an even number up to the " + width);
    return 2;
}

// The rotation that transformers gives to these keys of a config.json.
Rope rope_of(GgufDescription& description, const ModelConfig& config, double base, nlohmann::json scaling) {
    const Index count = turning_dimensions(description, config);
    if (!description.status().is_ok()) return {};
    scaling["rope_theta"] = base;
    // The half keeps the count whatever the division rounds to.
    if (count < config.d_head)
        scaling["partial_rotary_factor"] = (static_cast<double>(count) + 0.5) / static_cast<double>(config.d_head);
    const nlohmann::json json = {{"rope_parameters", std::move(scaling)}};
    const std::string name = description.file().metadata.name() + ": " + description.key("rope");
    ConfigReader reader(json, name);
    RopeKeys keys;
    keys.share_counts_unscaled = true;
    Rope rope = read_rope(reader, keys, config.d_head, config.max_positions);
    description.reader().take(reader.status());
    return rope;
}

// Keys that llama.cpp writes, as the object that transformers has for them.
nlohmann::json scaling_of(GgufDescription& description, const ModelConfig& config) {
    nlohmann::json scaling = nlohmann::json::object();
    const std::string type = description.text_or("rope.scaling.type", "none");
    if (type == "none") return scaling;
    if (type != "linear" && type != "yarn") {
        description.fail("rope.scaling.type",
                         "\"" + shown_text(type, 60) + "\" is not supported, expected none, linear or yarn",
                         ErrorKind::kUnsupported);
        return scaling;
    }
    const double factor = description.number("rope.scaling.factor", 1e-3, 1e6);
    scaling = {{"rope_type", type}, {"factor", factor}};
    if (type == "linear") return scaling;
    scaling["original_max_position_embeddings"] =
        description.integer_or("rope.scaling.original_context_length", 1, kMaxPositions, config.max_positions);
    if (description.has("rope.scaling.attn_factor")) {
        const double own = description.number("rope.scaling.attn_factor", 1e-6, 1e6);
        scaling["attention_factor"] = own * (factor <= 1 ? 1 : 0.1 * std::log(factor) + 1);
    }
    scaling["beta_fast"] = description.number_or("rope.scaling.yarn_beta_fast", 1e-6, 1e6, 32);
    scaling["beta_slow"] = description.number_or("rope.scaling.yarn_beta_slow", 1e-6, 1e6, 1);
    return scaling;
}

constexpr double kLeastBase = 1e-3;
constexpr double kMostBase = 1e15;

}  // namespace

void read_gguf_decoder(GgufDescription& description, ModelConfig& config) {
    read_gguf_sizes(description, config);
    if (const Index experts = description.integer_or("expert_count", 0, kMaxWidth, 0); experts > 0)
        description.fail("expert_count", std::to_string(experts) + ", expected none: experts are not supported here",
                         ErrorKind::kUnsupported);
    config.norm = NormKind::kRms;
    config.norm_placement = NormPlacement::kPre;
    config.norm_eps = static_cast<float>(description.number("attention.layer_norm_rms_epsilon", 0, 1));
    config.activation = Activation::kSilu;
    config.is_gated = true;
    config.mask = MaskKind::kCausal;
    config.has_final_norm = true;
    config.biases.query_key_value = description.find_tensor("blk.0.attn_q.bias") != nullptr;
    config.biases.output = description.find_tensor("blk.0.attn_output.bias") != nullptr;
    config.biases.feed_forward = description.find_tensor("blk.0.ffn_down.bias") != nullptr;
    config.biases.norm = false;
}

Rope read_gguf_rope(GgufDescription& description, const ModelConfig& config) {
    const double base = description.number_or("rope.freq_base", kLeastBase, kMostBase, 10000);
    Rope rope = rope_of(description, config, base, scaling_of(description, config));
    if (description.status().is_ok()) apply_stored_factors(description, rope.inverse_frequencies);
    return rope;
}

Rope plain_rope(GgufDescription& description, const ModelConfig& config, double base) {
    return rope_of(description, config, base, nlohmann::json::object());
}

TensorNames gguf_decoder_names(const ModelConfig& config) {
    TensorNames names = gguf_names(config);
    names.head.matrix = {"output"};
    names.stack.gate = "ffn_gate";
    names.stack.attention_norm = "attn_norm";
    names.stack.feed_forward_norm = "ffn_norm";
    names.stack.final_norm = "output_norm";
    return names;
}

}  // namespace headscope
