#include "core/model/decoder_family.h"

#include "core/io/shown.h"

namespace headscope {

void read_decoder(ConfigReader& reader, const DecoderDefaults& defaults, ModelConfig& config) {
    config.d_model = config.d_embedding = reader.integer_or("hidden_size", 1, kMaxWidth, defaults.hidden_size);
    config.n_layers = reader.integer_or("num_hidden_layers", 1, kMaxLayers, defaults.num_hidden_layers);
    config.n_heads = reader.integer_or("num_attention_heads", 1, kMaxWidth, defaults.num_attention_heads);
    const bool has_shared = reader.json().contains("num_key_value_heads");
    const Index shared =
        has_shared || defaults.num_key_value_heads == 0 ? config.n_heads : defaults.num_key_value_heads;
    config.n_kv_heads = reader.integer_or_null("num_key_value_heads", 1, kMaxWidth, shared);
    check_shared_heads(reader, "num_key_value_heads", config);
    if (reader.has("head_dim")) {
        config.d_head = reader.integer("head_dim", 1, kMaxWidth);
    } else if (defaults.head_dim > 0 && !reader.json().contains("head_dim")) {
        config.d_head = defaults.head_dim;
    } else {
        config.d_head = even_head_width(reader, "num_attention_heads", "hidden_size", config.n_heads, config.d_model);
    }
    config.d_ff = reader.integer_or("intermediate_size", 1, kMaxWidth, defaults.intermediate_size);
    config.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, defaults.vocab_size);
    config.max_positions =
        reader.integer_or("max_position_embeddings", 1, kMaxPositions, defaults.max_position_embeddings);
    config.norm = NormKind::kRms;
    config.norm_placement = NormPlacement::kPre;
    config.norm_eps = static_cast<float>(reader.number_or("rms_norm_eps", 0, 1, defaults.rms_norm_eps));
    config.activation = reader.activation_or(defaults.activation_key, defaults.activation);
    config.is_gated = true;
    config.mask = MaskKind::kCausal;
    config.has_final_norm = true;
    config.has_tied_head = reader.flag_or("tie_word_embeddings", defaults.tie_word_embeddings);
    config.biases = {false, false, false, false};
    LayerConfig layer;
    layer.score_scale = default_score_scale(config.d_head);
    config.set_layers(layer);
}

std::vector<bool> read_sliding_layers(ConfigReader& reader, Index n_layers,
                                      const std::function<bool(Index layer)>& is_sliding) {
    std::vector<bool> sliding;
    if (!reader.has("layer_types")) {
        for (Index i = 0; i < n_layers; ++i) sliding.push_back(is_sliding(i));
        return sliding;
    }
    sliding.assign(static_cast<std::size_t>(n_layers), false);
    const nlohmann::json& types = reader.json().at("layer_types");
    if (!types.is_array() || static_cast<Index>(types.size()) != n_layers) {
        reader.fail("layer_types",
                    (types.is_array() ? "a list of " + std::to_string(types.size()) : std::string(types.type_name())) +
                        ", expected a list of one type a layer, " + std::to_string(n_layers));
        return sliding;
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::string type = types[i].is_string() ? types[i].get<std::string>() : types[i].type_name();
        sliding[i] = type == "sliding_attention";
        if (!sliding[i] && type != "full_attention")
            reader.fail("layer_types",
                        "layer " + std::to_string(i) + ": \"" + shown_text(type, 60) +
                            "\", expected \"full_attention\" or \"sliding_attention\"",
                        ErrorKind::kUnsupported);
    }
    return sliding;
}

void set_windows(ConfigReader& reader, const std::vector<bool>& is_sliding, Index default_window, ModelConfig& config) {
    const bool is_off = reader.json().contains("sliding_window") && !reader.has("sliding_window");
    Index window = 0;
    for (std::size_t i = 0; i < is_sliding.size(); ++i) {
        if (!is_sliding[i] || is_off) continue;
        if (window == 0) window = reader.integer_or("sliding_window", 1, kMaxPositions, default_window);
        config.layers[i].window = window;
    }
}

TensorNames decoder_names(const ModelConfig& config) {
    TensorNames names;
    names.prefixes = {"model."};
    names.unneeded_prefixes = {"lm_head.", "score."};
    names.head.matrix = {"lm_head"};
    StackNames& stack = names.stack;
    stack.word_embeddings = {"embed_tokens"};
    stack.layers = layer_prefixes("layers.{}.", config);
    stack.query = "self_attn.q_proj";
    stack.key = "self_attn.k_proj";
    stack.value = "self_attn.v_proj";
    stack.output = "self_attn.o_proj";
    stack.gate = "mlp.gate_proj";
    stack.up = "mlp.up_proj";
    stack.down = "mlp.down_proj";
    stack.attention_norm = "input_layernorm";
    stack.feed_forward_norm = "post_attention_layernorm";
    stack.final_norm = "norm";
    return names;
}

}  // namespace headscope
