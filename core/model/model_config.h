#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace headscope {

enum class Activation { kGelu, kGeluTanh, kRelu, kSilu, kQuickGelu };
enum class NormKind { kLayer, kRms };
// kPost: behind each block, on the sum with the residual. kPre: in front of each block. kSandwich: in front of each
// block and on its result before that is added.
enum class NormPlacement { kPost, kPre, kSandwich };
enum class MaskKind { kNone, kCausal };

// Rotary position embedding (Su et al. 2021): dimension i of a head and dimension i + n / 2, i < n / 2, turn together
// by position · inverse_frequencies[i], where n is twice the number of frequencies. Dimensions from n on stay.
struct Rope {
    std::vector<float> inverse_frequencies;  // 1 ≤ size ≤ d_head / 2
    float attention_factor = 1;              // on cosines and sines (Peng et al. 2023)
};

// A learned bias by distance, shared by all layers (Raffel et al. 2020, section 2.1).
struct RelativeBias {
    Index n_buckets = 32;
    Index max_distance = 128;  // from here on all distances share a bucket
    bool is_bidirectional = true;
};

// A mixture of feed-forward blocks of which each token uses some (Shazeer et al. 2017).
struct Experts {
    Index n = 0;  // 0: one ordinary block
    Index n_per_token = 0;
    float slope = 1;  // of the sigmoid in the gate
    float limit = 0;  // > 0: gate values are cut above it, the others on both sides
    float up_offset = 0;
};

// Which linear layers of a block have a bias. Layer norms have one where `norm` says so, RMS norms never.
struct BiasFlags {
    bool query_key_value = true;
    bool output = true;
    bool feed_forward = true;
    bool norm = true;
};

// What may differ between the layers of a stack.
struct LayerConfig {
    Index window = 0;       // see AttentionMask
    Index rope = -1;        // index into StackConfig::ropes; −1: none
    Index weight_set = 0;   // index into StackWeights::layers; several layers may share one
    float score_scale = 1;  // on q · k
};

// One stack of layers: the whole of most models, one half of an encoder–decoder. Plain data.
struct StackConfig {
    Index n_layers = 0;
    Index n_heads = 0;     // query heads
    Index n_kv_heads = 0;  // key and value heads; n_heads is a multiple of it
    Index d_model = 0;
    Index d_head = 0;  // need not be d_model / n_heads
    Index d_ff = 0;    // inner width of the feed-forward block
    Index vocab_size = 0;
    Index d_embedding = 0;      // width of the tables; where it is not d_model a projection follows
    Index max_positions = 0;    // most tokens; 0: no limit
    Index type_vocab_size = 0;  // 0: no token types
    float norm_eps = 1e-12F;
    NormKind norm = NormKind::kLayer;
    NormPlacement norm_placement = NormPlacement::kPost;
    Activation activation = Activation::kGelu;
    bool is_gated = false;     // feed-forward: activation(gate x) · (up x)
    bool is_parallel = false;  // attention and feed-forward both read the block's input (pre-norm only)
    MaskKind mask = MaskKind::kNone;
    float embedding_scale = 1;   // on the word rows
    bool has_sinusoids = false;  // positions are computed where the file has no table of them
    Index position_offset = 0;   // row of the first position
    // Tokens with this id take the row of this number and are not counted; the others count on from the next row.
    std::optional<std::int32_t> padding_id;
    std::optional<RelativeBias> relative_bias;
    float score_soft_cap = 0;  // c > 0: scores become c · tanh(score / c) before the mask
    bool has_final_norm = false;
    bool is_first_norm_missing = false;  // pre-norm: the first attention block reads the embedding as it is
    Experts experts;
    BiasFlags biases;
    std::vector<Rope> ropes;
    Index n_weight_sets = 0;
    Index n_shared_together = 1;      // weight sets that a file stores as one group
    std::vector<LayerConfig> layers;  // n_layers

    bool is_causal() const { return mask == MaskKind::kCausal; }
    // Gives all n_layers the same facts and weights of their own.
    void set_layers(const LayerConfig& facts);
};

// The facts of a transformer that its config.json states, checked once by load_model_config. The base is the only
// stack, or the encoder.
struct ModelConfig : StackConfig {
    std::string family;                  // config.json's model_type, e.g. "bert"
    std::optional<StackConfig> decoder;  // its layers also attend to the encoder's last hidden state
    std::int32_t decoder_start_id = 0;   // the first token of every target
    bool has_shared_vocabulary = true;   // encoder and decoder have one vocabulary and one table of words

    // The head, which makes scores by piece of the vocabulary (logits) out of the last hidden state.
    bool has_tied_head = true;  // its matrix is that of the word embeddings where the file has no other
    Activation head_activation = Activation::kGelu;  // of its transform, where it has one
    bool has_head_bias = true;                       // of its transform
    float logit_scale = 1;                           // on the hidden state
    float logit_soft_cap = 0;                        // c > 0: logits become c · tanh(logit / c)
    std::vector<std::string> warnings;               // "FILE: …"

    // Trained to fill in hidden tokens: every position's logits mean something.
    bool is_masked_model() const { return mask == MaskKind::kNone && !decoder; }
    const StackConfig& last_stack() const { return decoder ? *decoder : *this; }
};

// 1 / √d_head, which most models multiply scores by.
float default_score_scale(Index d_head);

// Checks a config.json that is read already; `name` is the file's, for messages. An unknown model_type is
// ErrorKind::kUnsupported and lists the known ones.
Result<ModelConfig> parse_model_config(const nlohmann::json& json, const std::string& name);

// Reads and checks a config.json.
Result<ModelConfig> load_model_config(const std::filesystem::path& config_json);

}  // namespace headscope
