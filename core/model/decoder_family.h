#pragma once

#include <functional>
#include <vector>

#include "core/model/config_values.h"
#include "core/model/family.h"
#include "core/model/rope_config.h"

namespace headscope {

// What the many decoders in the manner of LLaMA have in common.

// The class defaults of one of them, for keys that its config.json leaves out.
struct DecoderDefaults {
    Index hidden_size, intermediate_size, num_hidden_layers, num_attention_heads;
    Index num_key_value_heads;  // 0: as many as query heads, as also where the key holds null
    Index head_dim;             // 0: hidden_size / num_attention_heads, as also where the key holds null
    Index vocab_size, max_position_embeddings;
    double rms_norm_eps = 1e-6;
    const char* activation_key = "hidden_act";
    const char* activation = "silu";
    bool tie_word_embeddings = false;
};

// Sizes, RMS norms in front of gated blocks, a causal mask, no biases, scores by 1 / √d_head. Layers are all alike.
void read_decoder(ConfigReader& reader, const DecoderDefaults& defaults, ModelConfig& config);

// `layer_types`, where it is given, as "is it sliding" by layer; else what `is_sliding` says.
std::vector<bool> read_sliding_layers(ConfigReader& reader, Index n_layers,
                                      const std::function<bool(Index layer)>& is_sliding);

// Gives the sliding layers a window of `sliding_window` keys; null means none.
void set_windows(ConfigReader& reader, const std::vector<bool>& is_sliding, Index default_window, ModelConfig& config);

// model.embed_tokens, model.layers.N.self_attn.q_proj and so on.
TensorNames decoder_names(const ModelConfig& config);

}  // namespace headscope
