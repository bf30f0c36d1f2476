#include "core/model/encoder_family.h"

namespace headscope {
namespace {

constexpr EncoderDefaults kAlbert = {4096, 12, 64, 16384, 30000, 2, "gelu_new"};

// Groups of layers are shared: layer i uses group ⌊i · groups / layers⌋, and each use runs all inner layers of the
// group, every one with maps of its own.
Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_encoder(reader, kAlbert, config);
    config.d_embedding = reader.integer_or("embedding_size", 1, kMaxWidth, 128);
    const Index groups = reader.integer_or("num_hidden_groups", 1, kMaxLayers, 1);
    const Index inner = reader.integer_or("inner_group_num", 1, kMaxLayers, 1);
    const Index uses = config.n_layers;
    if (groups > uses)
        reader.fail("num_hidden_groups",
                    std::to_string(groups) + ", expected at most num_hidden_layers " + std::to_string(uses));
    if (uses * inner > kMaxLayers)
        reader.fail("inner_group_num",
                    std::to_string(inner) + ", expected at most " + std::to_string(kMaxLayers) + " layers in all");
    if (!reader.status().is_ok()) return reader.status().error();
    config.n_layers = uses * inner;
    config.set_layers(config.layers.front());
    // The reference divides in floating point, twice.
    const double layers_a_group = static_cast<double>(uses) / static_cast<double>(groups);
    for (Index i = 0; i < config.n_layers; ++i) {
        const auto group = static_cast<Index>(static_cast<double>(i / inner) / layers_a_group);
        config.layers[static_cast<std::size_t>(i)].weight_set = group * inner + i % inner;
    }
    config.n_weight_sets = groups * inner;
    config.n_shared_together = inner;
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = encoder_names(config);
    names.prefixes = {"albert."};
    for (const std::string_view part : {"predictions.", "sop_classifier."}) names.unneeded_prefixes.push_back(part);
    names.head.transform = "predictions.dense";
    names.head.transform_norm = "predictions.LayerNorm";
    names.head.matrix = {"predictions.decoder"};
    names.head.biases = {"predictions.bias", "predictions.decoder.bias"};
    StackNames& stack = names.stack;
    stack.embedding_projection = "encoder.embedding_hidden_mapping_in";
    stack.layers.clear();
    for (Index i = 0; i < config.n_weight_sets; ++i)
        stack.layers.push_back("encoder.albert_layer_groups." + std::to_string(i / config.n_shared_together) +
                               ".albert_layers." + std::to_string(i % config.n_shared_together) + ".");
    stack.query = "attention.query";
    stack.key = "attention.key";
    stack.value = "attention.value";
    stack.output = "attention.dense";
    stack.attention_norm = "attention.LayerNorm";
    stack.up = "ffn";
    stack.down = "ffn_output";
    stack.feed_forward_norm = "full_layer_layer_norm";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/albert/modeling_albert.py (AlbertModel).
const Family& albert_family() {
    static const Family family{{"albert"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
