#include "core/model/config_values.h"
#include "core/model/family.h"

namespace headscope {
namespace {

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    config.d_model = config.d_embedding = reader.integer_or("n_embd", 1, kMaxWidth, 768);
    config.n_layers = reader.integer_or("n_layer", 1, kMaxLayers, 12);
    config.n_heads = config.n_kv_heads = reader.integer_or("n_head", 1, kMaxWidth, 12);
    config.d_head = even_head_width(reader, "n_head", "n_embd", config.n_heads, config.d_model);
    config.d_ff = reader.integer_or_null("n_inner", 1, 4 * kMaxWidth, 4 * config.d_model);
    config.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, 50257);
    config.max_positions = reader.integer_or("n_positions", 1, kMaxWidth, 1024);
    config.norm_eps = static_cast<float>(reader.number_or("layer_norm_epsilon", 0, 1, 1e-5));
    config.norm_placement = NormPlacement::kPre;
    config.activation = reader.activation_or("activation_function", "gelu_new");
    config.mask = MaskKind::kCausal;
    config.has_final_norm = true;
    config.has_tied_head = reader.flag_or("tie_word_embeddings", true);
    reader.require_flag("add_cross_attention", false);
    LayerConfig layer;
    layer.score_scale = reader.flag_or("scale_attn_weights", true) ? default_score_scale(config.d_head) : 1;
    config.set_layers(layer);
    if (reader.flag_or("scale_attn_by_inverse_layer_idx", false)) {
        for (std::size_t i = 0; i < config.layers.size(); ++i)
            config.layers[i].score_scale /= static_cast<float>(i + 1);
    }
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names;
    names.prefixes = {"transformer."};
    names.unneeded_prefixes = {"lm_head.", "score.", "classifier."};
    names.head.matrix = {"lm_head"};
    StackNames& stack = names.stack;
    stack.word_embeddings = {"wte"};
    stack.position_embeddings = "wpe";
    stack.layers = layer_prefixes("h.{}.", config);
    stack.qkv = "attn.c_attn";
    stack.qkv_layout = QkvLayout::kThirds;
    stack.output = "attn.c_proj";
    stack.attention_norm = "ln_1";
    stack.up = "mlp.c_fc";
    stack.down = "mlp.c_proj";
    stack.feed_forward_norm = "ln_2";
    stack.final_norm = "ln_f";
    stack.is_in_out = true;
    stack.width_key = "n_embd";
    stack.inner_key = "n_inner";
    stack.layers_key = "n_layer";
    stack.positions_key = "n_positions";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/gpt2/modeling_gpt2.py (GPT2Model).
const Family& gpt2_family() {
    static const Family family{{"gpt2"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
