#include <cmath>

#include "core/model/gguf_family.h"

namespace headscope {
namespace {

// What both generations share. The largest model of each, which `large_layers` tells, scales scores by the width that
// a head would have without key_length; files do not say so. Norm weights are stored as 1 + w.
void read_gemma(GgufDescription& description, Index large_layers, ModelConfig& config) {
    read_gguf_decoder(description, config);
    config.norm_placement = NormPlacement::kSandwich;
    config.activation = Activation::kGeluTanh;
    config.embedding_scale = std::sqrt(static_cast<float>(config.d_model));
    if (config.n_layers == large_layers)
        for (LayerConfig& layer : config.layers)
            layer.score_scale = default_score_scale(config.d_model / config.n_heads);
}

void read_gemma2(GgufDescription& description, ModelConfig& config) {
    constexpr Index kLargeLayers = 46;
    read_gemma(description, kLargeLayers, config);
    config.score_soft_cap = static_cast<float>(description.number_or("attn_logit_softcapping", 1e-6, 1e9, 50));
    config.logit_soft_cap = static_cast<float>(description.number_or("final_logit_softcapping", 1e-6, 1e9, 30));
    config.ropes = {read_gguf_rope(description, config)};
    const Index window = description.integer_or("attention.sliding_window", 1, kMaxPositions, 4096);
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
        config.layers[i].rope = 0;
        if (i % 2 == 0) config.layers[i].window = window;
    }
}

// Of each six layers the last sees everything and turns as the file says; the others have a window and a base of their
// own, unscaled.
void read_gemma3(GgufDescription& description, ModelConfig& config) {
    constexpr Index kLargeLayers = 62;
    constexpr std::size_t kPattern = 6;
    read_gemma(description, kLargeLayers, config);
    config.ropes = {read_gguf_rope(description, config),
                    plain_rope(description, config, description.number_or("rope.freq_base_swa", 1e-3, 1e15, 10000))};
    const Index window = description.integer_or("attention.sliding_window", 1, kMaxPositions, 1024);
    for (std::size_t i = 0; i < config.layers.size(); ++i) {
        const bool is_sliding = i % kPattern != kPattern - 1;
        config.layers[i].rope = is_sliding ? 1 : 0;
        if (is_sliding) config.layers[i].window = window;
    }
}

TensorNames gemma2_names(const ModelConfig& config) {
    TensorNames names = gguf_decoder_names(config);
    names.stack.post_attention_norm = "post_attention_norm";
    names.stack.post_feed_forward_norm = "post_ffw_norm";
    return names;
}

TensorNames gemma3_names(const ModelConfig& config) {
    TensorNames names = gemma2_names(config);
    names.stack.query_norm = "attn_q_norm";
    names.stack.key_norm = "attn_k_norm";
    return names;
}

}  // namespace

// LLM_ARCH_GEMMA2 of llama.cpp.
const GgufFamily& gguf_gemma2_family() {
    static const GgufFamily family{"gemma2", read_gemma2, gemma2_names};
    return family;
}

// LLM_ARCH_GEMMA3.
const GgufFamily& gguf_gemma3_family() {
    static const GgufFamily family{"gemma3", read_gemma3, gemma3_names};
    return family;
}

}  // namespace headscope
