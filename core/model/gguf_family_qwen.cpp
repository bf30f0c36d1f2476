#include "core/model/gguf_family.h"

namespace headscope {
namespace {

void read_qwen3(GgufDescription& description, ModelConfig& config) {
    read_gguf_decoder(description, config);
    config.ropes = {read_gguf_rope(description, config)};
    for (LayerConfig& layer : config.layers) layer.rope = 0;
}

void read_qwen2(GgufDescription& description, ModelConfig& config) {
    read_qwen3(description, config);
    config.biases.query_key_value = true;
}

TensorNames qwen3_names(const ModelConfig& config) {
    TensorNames names = gguf_decoder_names(config);
    names.stack.query_norm = "attn_q_norm";
    names.stack.key_norm = "attn_k_norm";
    return names;
}

}  // namespace

// LLM_ARCH_QWEN2 of llama.cpp.
const GgufFamily& gguf_qwen2_family() {
    static const GgufFamily family{"qwen2", read_qwen2, gguf_decoder_names};
    return family;
}

// LLM_ARCH_QWEN3: queries and keys are normalised by head.
const GgufFamily& gguf_qwen3_family() {
    static const GgufFamily family{"qwen3", read_qwen3, qwen3_names};
    return family;
}

}  // namespace headscope
