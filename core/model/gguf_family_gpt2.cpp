#include "core/model/gguf_family.h"

namespace headscope {
namespace {

void read_config(GgufDescription& description, ModelConfig& config) {
    read_gguf_sizes(description, config);
    config.norm_placement = NormPlacement::kPre;
    config.norm_eps = static_cast<float>(description.number("attention.layer_norm_epsilon", 0, 1));
    config.activation = Activation::kGeluTanh;
    config.mask = MaskKind::kCausal;
    config.has_final_norm = true;
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = gguf_names(config);
    names.head.matrix = {"output"};
    StackNames& stack = names.stack;
    stack.position_embeddings = "position_embd";
    stack.qkv = "attn_qkv";
    stack.qkv_layout = QkvLayout::kThirds;
    stack.attention_norm = "attn_norm";
    stack.feed_forward_norm = "ffn_norm";
    stack.final_norm = "output_norm";
    return names;
}

}  // namespace

// LLM_ARCH_GPT2 of llama.cpp. Matrices are [out, in], unlike those of a safetensors file.
const GgufFamily& gguf_gpt2_family() {
    static const GgufFamily family{"gpt2", read_config, tensor_names};
    return family;
}

}  // namespace headscope
