#include "core/model/decoder_family.h"

namespace headscope {
namespace {

constexpr DecoderDefaults kQwen2 = {4096, 22016, 32, 32, 32, 0, 151936, 32768};
constexpr DecoderDefaults kQwen3 = {4096, 22016, 32, 32, 32, 128, 151936, 32768};

// Rope, and windows on the layers from max_window_layers on where use_sliding_window says so.
void read_positions(ConfigReader& reader, ModelConfig& config) {
    config.ropes = {read_rope(reader, {}, config.d_head, config.max_positions)};
    for (LayerConfig& layer : config.layers) layer.rope = 0;
    const Index first = reader.integer_or_null("max_window_layers", 0, kMaxPositions, 28);
    const std::vector<bool> is_sliding =
        read_sliding_layers(reader, config.n_layers, [&](Index layer) { return layer >= first; });
    if (reader.flag_or("use_sliding_window", false)) set_windows(reader, is_sliding, 4096, config);
}

Result<ModelConfig> read_qwen2(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_decoder(reader, kQwen2, config);
    config.biases.query_key_value = true;
    read_positions(reader, config);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

Result<ModelConfig> read_qwen3(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_decoder(reader, kQwen3, config);
    config.biases.query_key_value = config.biases.output = reader.flag_or("attention_bias", false);
    read_positions(reader, config);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames qwen3_names(const ModelConfig& config) {
    TensorNames names = decoder_names(config);
    names.stack.query_norm = "self_attn.q_norm";
    names.stack.key_norm = "self_attn.k_norm";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/qwen2/modeling_qwen2.py (Qwen2Model).
const Family& qwen2_family() {
    static const Family family{{"qwen2"}, read_qwen2, decoder_names};
    return family;
}

// models/qwen3/modeling_qwen3.py (Qwen3Model): queries and keys are normalised by head.
const Family& qwen3_family() {
    static const Family family{{"qwen3"}, read_qwen3, qwen3_names};
    return family;
}

}  // namespace headscope
