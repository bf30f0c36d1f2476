#pragma once

#include "core/model/config_values.h"
#include "core/model/family.h"

namespace headscope {

// What the many encoders in the manner of BERT have in common.

// The class defaults of one of them, for keys that its config.json leaves out; 0: the key must be there.
struct EncoderDefaults {
    Index hidden_size = 768, num_hidden_layers = 12, num_attention_heads = 12, intermediate_size = 3072;
    Index vocab_size = 30522;
    Index type_vocab_size = 2;
    const char* hidden_act = "gelu";
};

// Sizes, learned positions, norms behind the blocks, scores by 1 / √d_head; a causal mask where `is_decoder` says so.
// Relative positions and cross-attention are refused by name. Layers are all alike.
void read_encoder(ConfigReader& reader, const EncoderDefaults& defaults, ModelConfig& config);

// The position rule of RoBERTa: padding tokens take row `padding_id`, the others count from the next row on.
void count_positions_from(ConfigReader& reader, std::int32_t padding_id, ModelConfig& config);

// embeddings.word_embeddings, encoder.layer.N.attention.self.query and so on.
TensorNames encoder_names(const ModelConfig& config);

// RoBERTa's head for masked words: lm_head.dense, lm_head.layer_norm, lm_head.decoder.
void name_lm_head(TensorNames& names);

}  // namespace headscope
