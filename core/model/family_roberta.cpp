#include "core/model/encoder_family.h"

namespace headscope {
namespace {

// One row of token types is the rule, though the class default is two.
Result<ModelConfig> read_with_vocabulary(const nlohmann::json& json, const std::string& name, Index vocab_size) {
    ConfigReader reader(json, name);
    EncoderDefaults defaults;
    defaults.vocab_size = vocab_size;
    ModelConfig config;
    read_encoder(reader, defaults, config);
    config.head_activation = Activation::kGelu;
    count_positions_from(reader, static_cast<std::int32_t>(reader.integer_or_null("pad_token_id", 0, kMaxWidth, 1)),
                         config);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

Result<ModelConfig> read_roberta(const nlohmann::json& json, const std::string& name) {
    return read_with_vocabulary(json, name, 50265);
}

Result<ModelConfig> read_xlm_roberta(const nlohmann::json& json, const std::string& name) {
    return read_with_vocabulary(json, name, 30522);
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = encoder_names(config);
    names.prefixes = {"roberta.", "camembert.", "xlm_roberta."};
    name_lm_head(names);
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/roberta/modeling_roberta.py (RobertaModel).
const Family& roberta_family() {
    static const Family family{{"roberta"}, read_roberta, tensor_names};
    return family;
}

// models/xlm_roberta/modeling_xlm_roberta.py and models/camembert/modeling_camembert.py: the same model.
const Family& xlm_roberta_family() {
    static const Family family{{"xlm-roberta", "camembert"}, read_xlm_roberta, tensor_names};
    return family;
}

}  // namespace headscope
