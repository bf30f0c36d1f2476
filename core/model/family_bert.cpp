#include "core/io/shown.h"
#include "core/model/config_values.h"
#include "core/model/family.h"

namespace headscope {
namespace {

// Defaults are those of transformers' BertConfig. Sizes that decide what a file means have none here: they must be
// told.
Result<ModelConfig> read_bert_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    config.d_model = reader.integer("hidden_size", 1, kMaxWidth);
    config.n_layers = reader.integer("num_hidden_layers", 1, kMaxLayers);
    config.n_heads = reader.integer("num_attention_heads", 1, kMaxWidth);
    config.n_kv_heads = config.n_heads;
    config.d_ff = reader.integer_or("intermediate_size", 1, kMaxWidth, 3072);
    config.vocab_size = reader.integer_or("vocab_size", 1, kMaxVocabulary, 30522);
    config.max_positions = reader.integer_or("max_position_embeddings", 1, kMaxWidth, 512);
    config.type_vocab_size = reader.integer_or("type_vocab_size", 1, kMaxWidth, 2);
    config.norm_eps = static_cast<float>(reader.number_or("layer_norm_eps", 0, 1, 1e-12));
    config.norm_placement = NormPlacement::kPost;
    config.mask = reader.flag_or("is_decoder", false) ? MaskKind::kCausal : MaskKind::kNone;

    const std::string activation = reader.text_or("hidden_act", "gelu");
    if (activation != "gelu")
        reader.fail("hidden_act", "\"" + shown_text(activation, 60) + "\", expected \"gelu\"", ErrorKind::kUnsupported);
    config.activation = Activation::kGelu;
    const std::string positions = reader.text_or("position_embedding_type", "absolute");
    if (positions != "absolute")
        reader.fail("position_embedding_type", "\"" + shown_text(positions, 60) + "\", expected \"absolute\"",
                    ErrorKind::kUnsupported);
    if (reader.flag_or("add_cross_attention", false))
        reader.fail("add_cross_attention", "true, expected false", ErrorKind::kUnsupported);
    if (reader.status().is_ok() && config.d_model % config.n_heads != 0)
        reader.fail("num_attention_heads", std::to_string(config.n_heads) + ", expected a divisor of hidden_size " +
                                               std::to_string(config.d_model));
    if (!reader.status().is_ok()) return reader.status().error();
    config.d_head = config.d_model / config.n_heads;
    return config;
}

}  // namespace

// https://github.com/huggingface/transformers, models/bert/modeling_bert.py (BertModel).
const Family& bert_family() {
    static const Family family{
        .model_type = "bert",
        .read_config = read_bert_config,
        .names =
            {
                .body_prefix = "bert.",
                .word_embeddings = "embeddings.word_embeddings",
                .position_embeddings = "embeddings.position_embeddings",
                .type_embeddings = "embeddings.token_type_embeddings",
                .embedding_norm = "embeddings.LayerNorm",
                .layer_prefix = "encoder.layer.{}.",
                .query = "attention.self.query",
                .key = "attention.self.key",
                .value = "attention.self.value",
                .output = "attention.output.dense",
                .attention_norm = "attention.output.LayerNorm",
                .up = "intermediate.dense",
                .down = "output.dense",
                .feed_forward_norm = "output.LayerNorm",
                .unneeded_prefixes = {"pooler.", "cls.", "classifier.", "qa_outputs."},
            },
    };
    return family;
}

}  // namespace headscope
