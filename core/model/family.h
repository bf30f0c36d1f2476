#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/model_config.h"

namespace headscope {

// How the queries, keys and values of a layer lie in a file.
enum class QkvLayout {
    kSeparate,  // three tensors
    kThirds,    // one: all queries, all keys, all values
    kPerHead,   // one: the first head's query, key and value, then the next head's
};

// How a stack's tensors are called: stems, to which ".weight" and ".bias" are added; empty where the family has no such
// tensor. Names of a layer follow the prefix of its weight set.
struct StackNames {
    std::vector<std::string> word_embeddings;  // any of these; the first stands in messages
    std::string_view position_embeddings, type_embeddings, embedding_norm, embedding_projection;
    std::string_view relative_bias;
    std::vector<std::string> layers;     // one prefix a weight set
    std::string_view query, key, value;  // kSeparate
    std::string_view qkv;                // the others
    QkvLayout qkv_layout = QkvLayout::kSeparate;
    std::string_view output, query_norm, key_norm;
    std::string_view sinks;  // the whole name
    std::string_view attention_norm, post_attention_norm, feed_forward_norm, post_feed_forward_norm;
    // Gated blocks without a `gate` have its rows in `up`, in front of the others.
    std::string_view gate, up, down;
    // Experts: whole names of [expert, in, out] tensors, gate and up alternating, and of their biases [expert, out].
    std::string_view router, expert_up, expert_up_bias, expert_down, expert_down_bias;
    std::string_view cross_query, cross_key, cross_value, cross_output, cross_norm;
    std::string_view final_norm;
    bool is_in_out = false;  // linear weights of the layers are [in, out], not [out, in]
    float norm_offset = 0;   // added to stored RMS norm weights
    // Rows of queries and keys of a head lie as the pairs that turn together: first of the one half, first of the
    // other, second of the one …
    bool has_alternating_halves = false;
    // What the description calls the sizes, for messages.
    std::string width_key = "hidden_size", inner_key = "intermediate_size", layers_key = "num_hidden_layers";
    std::string vocabulary_key = "vocab_size", positions_key = "max_position_embeddings";
    std::string types_key = "type_vocab_size";
};

// How the tensors of a head are called, stems unless told otherwise; empty: the family has none of that kind.
struct HeadNames {
    std::string_view transform, transform_norm;
    std::vector<std::string_view> matrix;  // any of these; the first stands in messages
    // Whole names, any of these; the last one counts first where the head is not tied and so owns its bias.
    std::vector<std::string> biases;
    bool is_bias_one_row = false;  // biases are [1, vocab_size]
};

struct TensorNames {
    // What may stand in front of any name; a name without any is tried first.
    std::vector<std::string_view> prefixes;
    StackNames stack;    // the only one, or the encoder's
    StackNames decoder;  // used where the config has a decoder
    HeadNames head;
    // What describes the model, for messages.
    std::string description = "config.json";
    // Stems of known parts that attention does not need, such as heads; they are left over without a word.
    std::vector<std::string_view> unneeded_prefixes;
};

// The facts of some model types: how their config.json is read and how their tensors are called.
struct Family {
    std::vector<std::string_view> model_types;
    // `name` is the file's, for messages. Fills everything but `family`.
    Result<ModelConfig> (*read_config)(const nlohmann::json& config, const std::string& name);
    TensorNames (*names)(const ModelConfig& config);
};

const Family& bert_family();
const Family& distilbert_family();
const Family& roberta_family();
const Family& xlm_roberta_family();
const Family& albert_family();
const Family& electra_family();
const Family& mpnet_family();
const Family& modernbert_family();
const Family& gpt2_family();
const Family& gpt_neox_family();
const Family& llama_family();
const Family& mistral_family();
const Family& qwen2_family();
const Family& qwen3_family();
const Family& gemma2_family();
const Family& gemma3_text_family();
const Family& gemma3_family();
const Family& gpt_oss_family();
const Family& t5_family();
const Family& mt5_family();
const Family& bart_family();
const Family& marian_family();

// The family of a model_type, or null.
const Family* find_family(std::string_view model_type);

// "bert, …" for messages.
std::string supported_families();

// "encoder.layer.0.", "encoder.layer.1.", … from "encoder.layer.{}.", one a weight set.
std::vector<std::string> layer_prefixes(std::string_view pattern, const StackConfig& config);

}  // namespace headscope
