#include "core/model/encoder_family.h"

namespace headscope {
namespace {

// Sizes that decide what a file means must be told.
constexpr EncoderDefaults kBert = {0, 0, 0, 3072, 30522, 2, "gelu"};

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_encoder(reader, kBert, config);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = encoder_names(config);
    names.prefixes = {"bert."};
    names.unneeded_prefixes.push_back("cls.");
    names.head.transform = "cls.predictions.transform.dense";
    names.head.transform_norm = "cls.predictions.transform.LayerNorm";
    names.head.matrix = {"cls.predictions.decoder"};
    names.head.biases = {"cls.predictions.bias", "cls.predictions.decoder.bias"};
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/bert/modeling_bert.py (BertModel).
const Family& bert_family() {
    static const Family family{{"bert"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
