#include "core/model/decoder_family.h"

namespace headscope {
namespace {

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    config.d_model = config.d_embedding = reader.integer_or("hidden_size", 1, kMaxWidth, 768);
    config.n_layers = reader.integer_or("num_hidden_layers", 1, kMaxLayers, 22);
    config.n_heads = config.n_kv_heads = reader.integer_or("num_attention_heads", 1, kMaxWidth, 12);
    config.d_head = even_head_width(reader, "num_attention_heads", "hidden_size", config.n_heads, config.d_model);
    config.d_ff = reader.integer_or("intermediate_size", 1, kMaxWidth, 1152);
    config.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, 50368);
    config.max_positions = reader.integer_or("max_position_embeddings", 1, kMaxPositions, 8192);
    config.norm_eps = static_cast<float>(reader.number_or("norm_eps", 0, 1, 1e-5));
    config.norm_placement = NormPlacement::kPre;
    config.activation = reader.activation_or("hidden_activation", "gelu");
    config.is_gated = true;
    config.has_final_norm = true;
    config.is_first_norm_missing = true;
    config.biases.query_key_value = config.biases.output = reader.flag_or("attention_bias", false);
    config.biases.feed_forward = reader.flag_or("mlp_bias", false);
    config.biases.norm = reader.flag_or("norm_bias", false);
    config.head_activation = reader.activation_or("classifier_activation", "gelu");
    config.has_head_bias = reader.flag_or("classifier_bias", false);
    config.has_tied_head = reader.flag_or("tie_word_embeddings", true);
    LayerConfig layer;
    layer.score_scale = default_score_scale(config.d_head);
    config.set_layers(layer);

    const Index period = reader.integer_or_null("global_attn_every_n_layers", 1, kMaxLayers, 3);
    const std::vector<bool> is_sliding =
        read_sliding_layers(reader, config.n_layers, [&](Index i) { return i % period != 0; });
    const Index window = reader.integer_or("local_attention", 2, kMaxPositions, 128) / 2;
    RopeKeys full;
    full.theta = "global_rope_theta";
    full.default_theta = 160000;
    RopeKeys sliding;
    sliding.layer_type = "sliding_attention";
    sliding.theta = "local_rope_theta";
    config.ropes = {read_rope(reader, full, config.d_head, config.max_positions),
                    read_rope(reader, sliding, config.d_head, config.max_positions)};
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
        config.layers[i].rope = is_sliding[i] ? 1 : 0;
        config.layers[i].window = is_sliding[i] ? window : 0;
    }
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names;
    names.prefixes = {"model."};
    names.unneeded_prefixes = {"head.", "decoder.", "classifier."};
    names.head.transform = "head.dense";
    names.head.transform_norm = "head.norm";
    names.head.matrix = {"decoder"};
    names.head.biases = {"decoder.bias"};
    StackNames& stack = names.stack;
    stack.word_embeddings = {"embeddings.tok_embeddings"};
    stack.embedding_norm = "embeddings.norm";
    stack.layers = layer_prefixes("layers.{}.", config);
    stack.qkv = "attn.Wqkv";
    stack.qkv_layout = QkvLayout::kThirds;
    stack.output = "attn.Wo";
    stack.attention_norm = "attn_norm";
    stack.up = "mlp.Wi";
    stack.down = "mlp.Wo";
    stack.feed_forward_norm = "mlp_norm";
    stack.final_norm = "final_norm";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/modernbert/modeling_modernbert.py (ModernBertModel).
const Family& modernbert_family() {
    static const Family family{{"modernbert"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
