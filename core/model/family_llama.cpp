#include "core/model/decoder_family.h"

namespace headscope {
namespace {

constexpr DecoderDefaults kLlama = {4096, 11008, 32, 32, 0, 0, 32000, 2048};
constexpr DecoderDefaults kMistral = {4096, 14336, 32, 32, 8, 0, 32000, 131072};

Result<ModelConfig> read_llama(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_decoder(reader, kLlama, config);
    config.biases.query_key_value = config.biases.output = reader.flag_or("attention_bias", false);
    config.biases.feed_forward = reader.flag_or("mlp_bias", false);
    config.ropes = {read_rope(reader, {}, config.d_head, config.max_positions)};
    for (LayerConfig& layer : config.layers) layer.rope = 0;
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

Result<ModelConfig> read_mistral(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_decoder(reader, kMistral, config);
    config.ropes = {read_rope(reader, {}, config.d_head, config.max_positions)};
    for (LayerConfig& layer : config.layers) layer.rope = 0;
    set_windows(reader, std::vector<bool>(config.layers.size(), true), 4096, config);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

}  // namespace

// https://github.com/huggingface/transformers, models/llama/modeling_llama.py (LlamaModel).
const Family& llama_family() {
    static const Family family{{"llama"}, read_llama, decoder_names};
    return family;
}

// The same file's descendant models/mistral/modeling_mistral.py (MistralModel): every layer has a window.
const Family& mistral_family() {
    static const Family family{{"mistral"}, read_mistral, decoder_names};
    return family;
}

}  // namespace headscope
