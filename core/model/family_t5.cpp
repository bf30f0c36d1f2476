#include <cmath>

#include "core/io/shown.h"
#include "core/model/config_values.h"
#include "core/model/family.h"

namespace headscope {
namespace {

struct T5Defaults {
    Index d_ff, num_layers, num_heads, vocab_size;
    const char* feed_forward_proj;
};

constexpr T5Defaults kT5 = {2048, 6, 8, 32128, "relu"};
constexpr T5Defaults kMt5 = {1024, 8, 6, 250112, "gated-gelu"};

// "relu", or "gated-gelu" with the activation behind the dash; the GELU of gated blocks is the approximate one.
void read_feed_forward(ConfigReader& reader, const char* fallback, StackConfig& config) {
    const std::string text = reader.text_or("feed_forward_proj", fallback);
    config.is_gated = text.starts_with("gated-");
    const std::string name = config.is_gated ? text.substr(6) : text;
    const auto activation = text == "gated-gelu" ? Activation::kGeluTanh : find_activation(name);
    if (activation) {
        config.activation = *activation;
    } else {
        reader.fail("feed_forward_proj",
                    "\"" + shown_text(text, 60) + "\" is not supported, expected relu or gated-gelu",
                    ErrorKind::kUnsupported);
    }
}

// Files of T5EncoderModel and its like hold the encoder alone, under the config of the whole.
bool is_encoder_alone(ConfigReader& reader) {
    if (!reader.has("architectures")) return false;
    const nlohmann::json& classes = reader.json().at("architectures");
    return classes.is_array() && classes.size() == 1 && classes.front().is_string() &&
           classes.front().get<std::string>().ends_with("EncoderModel");
}

Result<ModelConfig> read_with_defaults(const nlohmann::json& json, const std::string& name,
                                       const T5Defaults& defaults) {
    ConfigReader reader(json, name);
    StackConfig stack;
    stack.d_model = stack.d_embedding = reader.integer_or("d_model", 1, kMaxWidth, 512);
    stack.d_head = reader.integer_or("d_kv", 1, kMaxWidth, 64);
    stack.d_ff = reader.integer_or("d_ff", 1, kMaxWidth, defaults.d_ff);
    stack.n_layers = reader.integer_or("num_layers", 1, kMaxLayers, defaults.num_layers);
    stack.n_heads = stack.n_kv_heads = reader.integer_or("num_heads", 1, kMaxWidth, defaults.num_heads);
    stack.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, defaults.vocab_size);
    stack.norm = NormKind::kRms;
    stack.norm_placement = NormPlacement::kPre;
    stack.norm_eps = static_cast<float>(reader.number_or("layer_norm_epsilon", 0, 1, 1e-6));
    stack.has_final_norm = true;
    stack.biases = {false, false, false, false};
    RelativeBias bias;
    bias.n_buckets = reader.integer_or("relative_attention_num_buckets", 4, 4096, 32);
    bias.max_distance =
        reader.integer_or("relative_attention_max_distance", bias.n_buckets / 2 + 1, kMaxPositions, 128);
    stack.relative_bias = bias;
    read_feed_forward(reader, defaults.feed_forward_proj, stack);
    const bool has_decoder = !is_encoder_alone(reader);
    const Index decoder_layers = reader.integer_or_null("num_decoder_layers", 1, kMaxLayers, stack.n_layers);
    ModelConfig config;
    static_cast<StackConfig&>(config) = stack;
    config.set_layers({});
    if (!reader.status().is_ok()) return reader.status().error();
    config.has_tied_head = has_decoder;
    if (!has_decoder) return config;
    stack.n_layers = decoder_layers;
    stack.mask = MaskKind::kCausal;
    stack.relative_bias->is_bidirectional = false;
    stack.set_layers({});
    config.decoder = stack;
    config.decoder_start_id =
        static_cast<std::int32_t>(reader.integer_or_null("decoder_start_token_id", 0, kMaxVocabulary, 0));
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

// The hidden state is scaled where scale_decoder_outputs says so or, in older files, unless the head is not tied.
Result<ModelConfig> read_t5(const nlohmann::json& json, const std::string& name) {
    Result<ModelConfig> config = read_with_defaults(json, name, kT5);
    if (!config.has_value()) return config;
    ConfigReader reader(json, name);
    const bool is_tied = reader.flag_or("tie_word_embeddings", true);
    if (reader.flag_or("scale_decoder_outputs", is_tied))
        config.value().logit_scale = 1 / std::sqrt(static_cast<float>(config.value().d_model));
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

Result<ModelConfig> read_mt5(const nlohmann::json& json, const std::string& name) {
    return read_with_defaults(json, name, kMt5);
}

StackNames stack_names(const StackConfig& config, const std::string& stack_name) {
    StackNames names;
    names.word_embeddings = {"shared", stack_name + ".embed_tokens", "encoder.embed_tokens", "decoder.embed_tokens"};
    names.layers = layer_prefixes(stack_name + ".block.{}.", config);
    names.query = "layer.0.SelfAttention.q";
    names.key = "layer.0.SelfAttention.k";
    names.value = "layer.0.SelfAttention.v";
    names.output = "layer.0.SelfAttention.o";
    names.attention_norm = "layer.0.layer_norm";
    const bool is_decoder = stack_name == "decoder";
    if (is_decoder) {
        names.cross_query = "layer.1.EncDecAttention.q";
        names.cross_key = "layer.1.EncDecAttention.k";
        names.cross_value = "layer.1.EncDecAttention.v";
        names.cross_output = "layer.1.EncDecAttention.o";
        names.cross_norm = "layer.1.layer_norm";
    }
    if (config.is_gated) names.gate = is_decoder ? "layer.2.DenseReluDense.wi_0" : "layer.1.DenseReluDense.wi_0";
    if (config.is_gated) {
        names.up = is_decoder ? "layer.2.DenseReluDense.wi_1" : "layer.1.DenseReluDense.wi_1";
    } else {
        names.up = is_decoder ? "layer.2.DenseReluDense.wi" : "layer.1.DenseReluDense.wi";
    }
    names.down = is_decoder ? "layer.2.DenseReluDense.wo" : "layer.1.DenseReluDense.wo";
    names.feed_forward_norm = is_decoder ? "layer.2.layer_norm" : "layer.1.layer_norm";
    names.relative_bias = is_decoder ? "decoder.block.0.layer.0.SelfAttention.relative_attention_bias"
                                     : "encoder.block.0.layer.0.SelfAttention.relative_attention_bias";
    names.final_norm = is_decoder ? "decoder.final_layer_norm" : "encoder.final_layer_norm";
    names.width_key = "d_model";
    names.inner_key = "d_ff";
    names.layers_key = is_decoder ? "num_decoder_layers" : "num_layers";
    return names;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names;
    names.prefixes = {"transformer.", "model."};
    names.stack = stack_names(config, "encoder");
    if (config.decoder) {
        names.decoder = stack_names(*config.decoder, "decoder");
        names.head.matrix = {"lm_head"};
    } else {
        names.unneeded_prefixes.push_back("decoder.");
    }
    // Copies of the tied matrix, and a table that the first files held and nothing reads.
    for (const std::string_view prefix :
         {"lm_head.", "shared.", "encoder.embed_tokens.", "decoder.embed_tokens.",
          "decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.", "classifier."})
        names.unneeded_prefixes.push_back(prefix);
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/t5/modeling_t5.py (T5Model).
const Family& t5_family() {
    static const Family family{{"t5"}, read_t5, tensor_names};
    return family;
}

// models/mt5/modeling_mt5.py: the same with other defaults, and a head that does not scale.
const Family& mt5_family() {
    static const Family family{{"mt5"}, read_mt5, tensor_names};
    return family;
}

}  // namespace headscope
