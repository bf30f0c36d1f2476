#include "core/model/encoder_family.h"

namespace headscope {

void read_encoder(ConfigReader& reader, const EncoderDefaults& defaults, ModelConfig& config) {
    const auto size = [&](const char* key, Index max, Index fallback) {
        return fallback > 0 ? reader.integer_or(key, 1, max, fallback) : reader.integer(key, 1, max);
    };
    config.d_model = config.d_embedding = size("hidden_size", kMaxWidth, defaults.hidden_size);
    config.n_layers = size("num_hidden_layers", kMaxLayers, defaults.num_hidden_layers);
    config.n_heads = config.n_kv_heads = size("num_attention_heads", kMaxWidth, defaults.num_attention_heads);
    config.d_head = even_head_width(reader, "num_attention_heads", "hidden_size", config.n_heads, config.d_model);
    config.d_ff = size("intermediate_size", kMaxWidth, defaults.intermediate_size);
    config.vocab_size = size("vocab_size", kMaxVocabulary, defaults.vocab_size);
    config.max_positions = reader.integer_or("max_position_embeddings", 1, kMaxWidth, 512);
    if (defaults.type_vocab_size > 0)
        config.type_vocab_size = reader.integer_or("type_vocab_size", 1, kMaxWidth, defaults.type_vocab_size);
    config.norm_eps = static_cast<float>(reader.number_or("layer_norm_eps", 0, 1, 1e-12));
    config.activation = reader.activation_or("hidden_act", defaults.hidden_act);
    config.head_activation = config.activation;
    config.has_tied_head = reader.flag_or("tie_word_embeddings", true);
    config.mask = reader.flag_or("is_decoder", false) ? MaskKind::kCausal : MaskKind::kNone;
    reader.require_text("position_embedding_type", "absolute");
    reader.require_flag("add_cross_attention", false);
    LayerConfig layer;
    layer.score_scale = default_score_scale(config.d_head);
    config.set_layers(layer);
}

void count_positions_from(ConfigReader& reader, std::int32_t padding_id, ModelConfig& config) {
    config.padding_id = padding_id;
    config.position_offset = padding_id + 1;
    if (config.max_positions <= config.position_offset)
        reader.fail("max_position_embeddings", std::to_string(config.max_positions) + ", expected more than the " +
                                                   std::to_string(config.position_offset) + " rows that padding takes");
    config.max_positions -= config.position_offset;
}

TensorNames encoder_names(const ModelConfig& config) {
    TensorNames names;
    names.unneeded_prefixes = {"pooler.", "classifier.", "qa_outputs."};
    StackNames& stack = names.stack;
    stack.word_embeddings = {"embeddings.word_embeddings"};
    stack.position_embeddings = "embeddings.position_embeddings";
    stack.type_embeddings = "embeddings.token_type_embeddings";
    stack.embedding_norm = "embeddings.LayerNorm";
    stack.layers = layer_prefixes("encoder.layer.{}.", config);
    stack.query = "attention.self.query";
    stack.key = "attention.self.key";
    stack.value = "attention.self.value";
    stack.output = "attention.output.dense";
    stack.attention_norm = "attention.output.LayerNorm";
    stack.up = "intermediate.dense";
    stack.down = "output.dense";
    stack.feed_forward_norm = "output.LayerNorm";
    return names;
}

void name_lm_head(TensorNames& names) {
    names.unneeded_prefixes.push_back("lm_head.");
    names.head.transform = "lm_head.dense";
    names.head.transform_norm = "lm_head.layer_norm";
    names.head.matrix = {"lm_head.decoder"};
    names.head.biases = {"lm_head.bias", "lm_head.decoder.bias"};
}

}  // namespace headscope
