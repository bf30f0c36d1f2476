#include "core/model/config_values.h"
#include "core/model/family.h"

namespace headscope {
namespace {

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    config.d_model = config.d_embedding = reader.integer_or("dim", 1, kMaxWidth, 768);
    config.n_layers = reader.integer_or("n_layers", 1, kMaxLayers, 6);
    config.n_heads = config.n_kv_heads = reader.integer_or("n_heads", 1, kMaxWidth, 12);
    config.d_head = even_head_width(reader, "n_heads", "dim", config.n_heads, config.d_model);
    config.d_ff = reader.integer_or("hidden_dim", 1, kMaxWidth, 3072);
    config.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, 30522);
    config.max_positions = reader.integer_or("max_position_embeddings", 1, kMaxWidth, 512);
    config.norm_eps = 1e-12F;
    config.activation = reader.activation_or("activation", "gelu");
    config.head_activation = config.activation;
    config.has_tied_head = reader.flag_or("tie_word_embeddings", true);
    LayerConfig layer;
    layer.score_scale = default_score_scale(config.d_head);
    config.set_layers(layer);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names;
    names.prefixes = {"distilbert."};
    names.unneeded_prefixes = {"vocab_transform.", "vocab_layer_norm.", "vocab_projector.",
                               "pre_classifier.",  "classifier.",       "qa_outputs."};
    names.head.transform = "vocab_transform";
    names.head.transform_norm = "vocab_layer_norm";
    names.head.matrix = {"vocab_projector"};
    names.head.biases = {"vocab_projector.bias"};
    StackNames& stack = names.stack;
    stack.word_embeddings = {"embeddings.word_embeddings"};
    stack.position_embeddings = "embeddings.position_embeddings";
    stack.embedding_norm = "embeddings.LayerNorm";
    stack.layers = layer_prefixes("transformer.layer.{}.", config);
    stack.query = "attention.q_lin";
    stack.key = "attention.k_lin";
    stack.value = "attention.v_lin";
    stack.output = "attention.out_lin";
    stack.attention_norm = "sa_layer_norm";
    stack.up = "ffn.lin1";
    stack.down = "ffn.lin2";
    stack.feed_forward_norm = "output_layer_norm";
    stack.width_key = "dim";
    stack.inner_key = "hidden_dim";
    stack.layers_key = "n_layers";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/distilbert/modeling_distilbert.py (DistilBertModel). Its
// sinusoids, where it has them, are stored like learned positions.
const Family& distilbert_family() {
    static const Family family{{"distilbert"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
