#include "core/model/encoder_family.h"

namespace headscope {
namespace {

constexpr EncoderDefaults kMpnet = {768, 12, 12, 3072, 30527, 0, "gelu"};
// The model's own padding index, whatever pad_token_id says.
constexpr std::int32_t kPaddingId = 1;
// Nothing else works in the reference, whatever the key's name promises.
constexpr Index kBuckets = 32;

Result<ModelConfig> read_config(const nlohmann::json& json, const std::string& name) {
    ConfigReader reader(json, name);
    ModelConfig config;
    read_encoder(reader, kMpnet, config);
    config.head_activation = Activation::kGelu;
    count_positions_from(reader, kPaddingId, config);
    config.relative_bias = RelativeBias{kBuckets, 128, true};
    if (reader.integer_or("relative_attention_num_buckets", 1, kMaxWidth, kBuckets) != kBuckets)
        reader.fail("relative_attention_num_buckets", "expected " + std::to_string(kBuckets), ErrorKind::kUnsupported);
    if (!reader.status().is_ok()) return reader.status().error();
    return config;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = encoder_names(config);
    names.prefixes = {"mpnet."};
    name_lm_head(names);
    names.stack.relative_bias = "encoder.relative_attention_bias";
    names.stack.query = "attention.attn.q";
    names.stack.key = "attention.attn.k";
    names.stack.value = "attention.attn.v";
    names.stack.output = "attention.attn.o";
    names.stack.attention_norm = "attention.LayerNorm";
    return names;
}

}  // namespace

// https://github.com/huggingface/transformers, models/mpnet/modeling_mpnet.py (MPNetModel).
const Family& mpnet_family() {
    static const Family family{{"mpnet"}, read_config, tensor_names};
    return family;
}

}  // namespace headscope
