#include "core/model/encoder_family.h"

namespace headscope {
namespace {

constexpr EncoderDefaults kElectra = {256, 12, 4, 1024, 30522, 2, "gelu"};

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_encoder(reader, kElectra, config);
    config.head_activation = Activation::kGelu;
    config.d_embedding = reader.integer_or("embedding_size", 1, kMaxWidth, 128);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = encoder_names(config);
    names.prefixes = {"electra."};
    names.head.transform = "generator_predictions.dense";
    names.head.transform_norm = "generator_predictions.LayerNorm";
    names.head.matrix = {"generator_lm_head"};
    names.head.biases = {"generator_lm_head.bias"};
    if (config.d_embedding != config.d_model) names.stack.embedding_projection = "embeddings_project";
    for (const std::string_view part : {"generator_predictions.", "generator_lm_head.", "discriminator_predictions."})
        names.unneeded_prefixes.push_back(part);
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/electra/modeling_electra.py (ElectraModel).
const Family& electra_family() {
    static const Family family{{"electra"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
