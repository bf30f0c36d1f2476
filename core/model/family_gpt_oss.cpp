#include "core/model/decoder_family.h"

namespace headscope {
namespace {

constexpr DecoderDefaults kGptOss = {2880, 2880, 36, 64, 8, 64, 201088, 131072, 1e-5};

// What the class assumes where config.json says nothing of rotary positions.
const nlohmann::json& default_rope() {
    static const nlohmann::json rope = {{"rope_type", "yarn"},   {"factor", 32.0},
                                        {"beta_fast", 32.0},     {"beta_slow", 1.0},
                                        {"truncate", false},     {"original_max_position_embeddings", 4096},
                                        {"rope_theta", 150000.0}};
    return rope;
}

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    nlohmann::json filled = json;
    if (!json.contains("rope_parameters") && !json.contains("rope_scaling")) filled["rope_parameters"] = default_rope();
    ConfigReader reader(filled, name);
    ModelConfig config;
    read_decoder(reader, kGptOss, config);
    config.biases.query_key_value = config.biases.output = reader.flag_or("attention_bias", true);
    RopeKeys keys;
    keys.default_theta = 150000;
    config.ropes = {read_rope(reader, keys, config.d_head, config.max_positions)};
    for (LayerConfig& layer : config.layers) layer.rope = 0;
    set_windows(reader, read_sliding_layers(reader, config.n_layers, [](Index layer) { return layer % 2 == 0; }), 128,
                config);
    Experts& experts = config.experts;
    experts.n = reader.integer_or("num_local_experts", 1, 256, 128);
    experts.n_per_token = reader.integer_or("num_experts_per_tok", 1, 256, 4);
    if (experts.n_per_token > experts.n)
        reader.fail("num_experts_per_tok", std::to_string(experts.n_per_token) +
                                               ", expected at most num_local_experts " + std::to_string(experts.n));
    experts.slope = static_cast<float>(reader.number_or_null("swiglu_alpha", -1e3, 1e3, 1.702));
    experts.limit = static_cast<float>(reader.number_or_null("swiglu_limit", 1e-3, 1e9, 7));
    experts.up_offset = 1;
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = decoder_names(config);
    StackNames& stack = names.stack;
    stack.sinks = "self_attn.sinks";
    stack.gate = stack.up = stack.down = "";
    stack.router = "mlp.router";
    stack.expert_up = "mlp.experts.gate_up_proj";
    stack.expert_up_bias = "mlp.experts.gate_up_proj_bias";
    stack.expert_down = "mlp.experts.down_proj";
    stack.expert_down_bias = "mlp.experts.down_proj_bias";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/gpt_oss/modeling_gpt_oss.py (GptOssModel), with its experts
// stored as plain tensors.
const Family& gpt_oss_family() {
    static const Family family{{"gpt_oss"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
