#include <cmath>

#include "core/model/decoder_family.h"

namespace headscope {
namespace {

constexpr DecoderDefaults kGemma2 = {
    2304, 9216, 26, 8, 4, 256, 256000, 8192, 1e-6, "hidden_activation", "gelu_pytorch_tanh", true};
constexpr DecoderDefaults kGemma3 = {
    2304, 9216, 26, 8, 4, 256, 262208, 131072, 1e-6, "hidden_activation", "gelu_pytorch_tanh", true};

// What both generations share: four norms a block, scaled embeddings, a scale of scores of their own.
void read_gemma(ConfigReader& reader, const DecoderDefaults& defaults, ModelConfig& config) {
    read_decoder(reader, defaults, config);
    config.norm_placement = NormPlacement::kSandwich;
    config.biases.query_key_value = config.biases.output = reader.flag_or("attention_bias", false);
    config.embedding_scale = std::sqrt(static_cast<float>(config.d_model));
    const double scalar = reader.number_or("query_pre_attn_scalar", 1e-6, 1e9, 256);
    for (LayerConfig& layer : config.layers) layer.score_scale = static_cast<float>(1 / std::sqrt(scalar));
    config.logit_soft_cap = static_cast<float>(
        reader.number_or_null("final_logit_softcapping", 1e-6, 1e9,
                              reader.json().contains("final_logit_softcapping") ? 0 : config.logit_soft_cap));
}

Result<ModelConfig> read_gemma2(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    config.logit_soft_cap = 30;
    read_gemma(reader, kGemma2, config);
    const bool says_cap = json.contains("attn_logit_softcapping");
    config.score_soft_cap =
        static_cast<float>(reader.number_or_null("attn_logit_softcapping", 1e-6, 1e9, says_cap ? 0 : 50));
    reader.require_flag("use_bidirectional_attention", false);
    set_windows(reader, read_sliding_layers(reader, config.n_layers, [](Index layer) { return layer % 2 == 0; }), 4096,
                config);
    config.ropes = {read_rope(reader, {}, config.d_head, config.max_positions)};
    for (LayerConfig& layer : config.layers) layer.rope = 0;
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

// Gemma 3 has two ropes, one for layers with a window and one for the others.
Result<ModelConfig> read_gemma3(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_gemma(reader, kGemma3, config);
    const Index pattern = reader.integer_or_null("sliding_window_pattern", 1, kMaxLayers, 6);
    const std::vector<bool> is_sliding =
        read_sliding_layers(reader, config.n_layers, [&](Index layer) { return (layer + 1) % pattern != 0; });
    set_windows(reader, is_sliding, 4096, config);
    if (reader.flag_or("use_bidirectional_attention", false)) {
        config.mask = MaskKind::kNone;
        for (LayerConfig& layer : config.layers) {
            if (layer.window == 1) reader.fail("sliding_window", "1, expected more for attention to both sides");
            layer.window /= 2;
        }
    }
    RopeKeys full;
    full.default_theta = 1e6;
    RopeKeys sliding;
    sliding.layer_type = "sliding_attention";
    sliding.theta = "rope_local_base_freq";
    sliding.is_scaled = false;
    config.ropes = {read_rope(reader, full, config.d_head, config.max_positions),
                    read_rope(reader, sliding, config.d_head, config.max_positions)};
    for (std::size_t i = 0; i < config.layers.size(); ++i) config.layers[i].rope = is_sliding[i] ? 1 : 0;
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

// The language model of a file that can also see.
Result<ModelConfig> read_gemma3_with_vision(const nlohmann::json& json, const std::string& name) {
    const auto text = json.find("text_config");
    if (text == json.end() || !text->is_object())
        return invalid(name + ": text_config: " + (text == json.end() ? "missing" : text->type_name()) +
                       ", expected an object");
    Result<ModelConfig> config = read_gemma3(*text, name + ": text_config");
    // The reference does not cap the logits of these.
    if (config.has_value()) config.value().logit_soft_cap = 0;
    return config;
}

TensorNames gemma2_names(const ModelConfig& config) {
    TensorNames names = decoder_names(config);
    names.stack.post_attention_norm = "post_attention_layernorm";
    names.stack.feed_forward_norm = "pre_feedforward_layernorm";
    names.stack.post_feed_forward_norm = "post_feedforward_layernorm";
    names.stack.norm_offset = 1;
    return names;
}

TensorNames gemma3_names(const ModelConfig& config) {
    TensorNames names = gemma2_names(config);
    names.stack.query_norm = "self_attn.q_norm";
    names.stack.key_norm = "self_attn.k_norm";
    names.prefixes = {"model.", "language_model.model.", "model.language_model.", "language_model."};
    for (const std::string_view part : {"vision_tower.", "multi_modal_projector."})
        names.unneeded_prefixes.push_back(part);
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/gemma2/modeling_gemma2.py (Gemma2Model).
const Family& gemma2_family() {
    static const Family family{{"gemma2"}, read_gemma2, gemma2_names};
    return family;
}

// models/gemma3/modeling_gemma3.py (Gemma3TextModel).
const Family& gemma3_text_family() {
    static const Family family{{"gemma3_text"}, read_gemma3, gemma3_names};
    return family;
}

// The same inside Gemma3Model.
const Family& gemma3_family() {
    static const Family family{{"gemma3"}, read_gemma3_with_vision, gemma3_names};
    return family;
}

}  // namespace headscope
