#include "core/model/config_values.h"
#include "core/model/family.h"
#include "core/model/rope_config.h"

namespace headscope {
namespace {

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    config.d_model = config.d_embedding = reader.integer_or("hidden_size", 1, kMaxWidth, 6144);
    config.n_layers = reader.integer_or("num_hidden_layers", 1, kMaxLayers, 44);
    config.n_heads = config.n_kv_heads = reader.integer_or("num_attention_heads", 1, 1024, 64);
    config.d_head = even_head_width(reader, "num_attention_heads", "hidden_size", config.n_heads, config.d_model);
    config.d_ff = reader.integer_or("intermediate_size", 1, kMaxWidth, 24576);
    config.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, 50432);
    config.max_positions = reader.integer_or("max_position_embeddings", 1, kMaxPositions, 2048);
    config.norm_eps = static_cast<float>(reader.number_or("layer_norm_eps", 0, 1, 1e-5));
    config.norm_placement = NormPlacement::kPre;
    config.is_parallel = reader.flag_or("use_parallel_residual", true);
    config.activation = reader.activation_or("hidden_act", "gelu");
    config.mask = MaskKind::kCausal;
    config.has_final_norm = true;
    config.has_tied_head = reader.flag_or("tie_word_embeddings", false);
    config.biases.query_key_value = config.biases.output = reader.flag_or("attention_bias", true);
    RopeKeys keys;
    keys.theta = "rotary_emb_base";
    keys.share = "rotary_pct";
    keys.default_share = 0.25;
    keys.share_counts_unscaled = true;
    config.ropes = {read_rope(reader, keys, config.d_head, config.max_positions)};
    LayerConfig layer;
    layer.rope = 0;
    layer.score_scale = default_score_scale(config.d_head);
    config.set_layers(layer);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names;
    names.prefixes = {"gpt_neox."};
    names.unneeded_prefixes = {"embed_out.", "lm_head.", "score.", "classifier.", "qa_outputs."};
    names.head.matrix = {"embed_out", "lm_head"};
    StackNames& stack = names.stack;
    stack.word_embeddings = {"embed_in"};
    stack.layers = layer_prefixes("layers.{}.", config);
    stack.qkv = "attention.query_key_value";
    stack.qkv_layout = QkvLayout::kPerHead;
    stack.output = "attention.dense";
    stack.attention_norm = "input_layernorm";
    stack.up = "mlp.dense_h_to_4h";
    stack.down = "mlp.dense_4h_to_h";
    stack.feed_forward_norm = "post_attention_layernorm";
    stack.final_norm = "final_layer_norm";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/gpt_neox/modeling_gpt_neox.py (GPTNeoXModel).
const Family& gpt_neox_family() {
    static const Family family{{"gpt_neox"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
