#include <cmath>

#include "core/model/config_values.h"
#include "core/model/family.h"

namespace headscope {
namespace {

// The keys of one stack: "encoder_layers", "decoder_layers" and so on.
StackConfig read_stack(ConfigReader& reader, const std::string& role, const char* activation) {
    StackConfig stack;
    const auto key = [&](const char* what) { return role + what; };
    stack.d_model = stack.d_embedding = reader.integer_or("d_model", 1, kMaxWidth, 1024);
    stack.n_layers = reader.integer_or(key("_layers").c_str(), 1, kMaxLayers, 12);
    const std::string heads = key("_attention_heads");
    stack.n_heads = stack.n_kv_heads = reader.integer_or(heads.c_str(), 1, kMaxWidth, 16);
    stack.d_head = even_head_width(reader, heads.c_str(), "d_model", stack.n_heads, stack.d_model);
    stack.d_ff = reader.integer_or(key("_ffn_dim").c_str(), 1, kMaxWidth, 4096);
    stack.max_positions = reader.integer_or("max_position_embeddings", 1, kMaxWidth, 1024);
    stack.norm_eps = 1e-5F;
    stack.activation = reader.activation_or("activation_function", activation);
    if (reader.flag_or("scale_embedding", false)) stack.embedding_scale = std::sqrt(static_cast<float>(stack.d_model));
    stack.mask = role == "decoder" ? MaskKind::kCausal : MaskKind::kNone;
    LayerConfig layer;
    layer.score_scale = default_score_scale(stack.d_head);
    stack.set_layers(layer);
    return stack;
}

// Both stacks, and what other models of this kind do and these do not.
ModelConfig read_stacks(ConfigReader& reader, const char* activation) {
    reader.require_flag("normalize_before", false);
    reader.require_flag("add_final_layer_norm", false);
    ModelConfig config;
    static_cast<StackConfig&>(config) = read_stack(reader, "encoder", activation);
    config.decoder = read_stack(reader, "decoder", activation);
    return config;
}

Result<ModelConfig> read_bart(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config = read_stacks(reader, "gelu");
    for (StackConfig* stack : {static_cast<StackConfig*>(&config), &*config.decoder}) {
        stack->vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, 50265);
        stack->position_offset = 2;
    }
    config.decoder_start_id =
        static_cast<std::int32_t>(reader.integer_or_null("decoder_start_token_id", 0, kMaxVocabulary, 2));
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

Result<ModelConfig> read_marian(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config = read_stacks(reader, "gelu");
    config.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, 58101);
    config.decoder->vocab_size = reader.integer_or_null("decoder_vocab_size", 1, kMaxVocabulary, config.vocab_size);
    config.has_sinusoids = config.decoder->has_sinusoids = true;
    config.has_shared_vocabulary = reader.flag_or("share_encoder_decoder_embeddings", true);
    config.decoder_start_id =
        static_cast<std::int32_t>(reader.integer_or_null("decoder_start_token_id", 0, kMaxVocabulary, 58100));
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

// Names from "encoder." or "decoder." on.
StackNames stack_names(const StackConfig& config, bool is_decoder) {
    const std::string role = is_decoder ? "decoder." : "encoder.";
    StackNames names;
    names.word_embeddings = {"shared", role + "embed_tokens", "encoder.embed_tokens", "decoder.embed_tokens"};
    names.position_embeddings = is_decoder ? "decoder.embed_positions" : "encoder.embed_positions";
    names.layers = layer_prefixes(role + "layers.{}.", config);
    names.query = "self_attn.q_proj";
    names.key = "self_attn.k_proj";
    names.value = "self_attn.v_proj";
    names.output = "self_attn.out_proj";
    names.attention_norm = "self_attn_layer_norm";
    if (is_decoder) {
        names.cross_query = "encoder_attn.q_proj";
        names.cross_key = "encoder_attn.k_proj";
        names.cross_value = "encoder_attn.v_proj";
        names.cross_output = "encoder_attn.out_proj";
        names.cross_norm = "encoder_attn_layer_norm";
    }
    names.up = "fc1";
    names.down = "fc2";
    names.feed_forward_norm = "final_layer_norm";
    names.width_key = "d_model";
    names.inner_key = is_decoder ? "decoder_ffn_dim" : "encoder_ffn_dim";
    names.layers_key = is_decoder ? "decoder_layers" : "encoder_layers";
    return names;
}

TensorNames marian_names(const ModelConfig& config) {
    TensorNames names;
    names.prefixes = {"model."};
    names.stack = stack_names(config, false);
    names.decoder = stack_names(*config.decoder, true);
    if (!config.has_shared_vocabulary) {
        names.stack.word_embeddings = {"encoder.embed_tokens"};
        names.decoder.word_embeddings = {"decoder.embed_tokens"};
    }
    names.decoder.vocabulary_key = "decoder_vocab_size";
    names.head.matrix = {"lm_head"};
    names.head.biases = {"final_logits_bias"};
    names.head.is_bias_one_row = true;
    // Copies of the tied matrix, and heads.
    names.unneeded_prefixes = {"lm_head.",
                               "shared.",
                               "encoder.embed_tokens.",
                               "decoder.embed_tokens.",
                               "final_logits_bias",
                               "classification_head.",
                               "qa_outputs."};
    return names;
}

TensorNames bart_names(const ModelConfig& config) {
    TensorNames names = marian_names(config);
    names.stack.embedding_norm = "encoder.layernorm_embedding";
    names.decoder.embedding_norm = "decoder.layernorm_embedding";
    names.decoder.vocabulary_key = "vocab_size";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/bart/modeling_bart.py (BartModel).
const Family& bart_family() {
    static const Family family{{"bart"}, read_bart, bart_names};
    return family;
}

// models/marian/modeling_marian.py (MarianModel): no embedding norm, sinusoids for positions.
const Family& marian_family() {
    static const Family family{{"marian"}, read_marian, marian_names};
    return family;
}

}  // namespace headscope
