#include "core/model/published_sizes.h"

#include <algorithm>

namespace headscope {
namespace {

// clang-format off
constexpr CostSizes plain(Index layers, Index d_model, Index heads, Index d_head, Index d_ff) {
    return {.d_model = d_model, .n_heads = heads, .n_kv_heads = heads, .d_head = d_head, .n_layers = layers,
            .d_ff = d_ff};
}
constexpr CostSizes gated(Index layers, Index d_model, Index heads, Index kv_heads, Index d_head, Index d_ff) {
    return {.d_model = d_model, .n_heads = heads, .n_kv_heads = kv_heads, .d_head = d_head, .n_layers = layers,
            .d_ff = d_ff, .is_gated = true};
}
constexpr CostSizes expert(CostSizes sizes, Index experts, Index experts_a_token) {
    sizes.n_experts = experts;
    sizes.n_experts_per_token = experts_a_token;
    return sizes;
}

constexpr PublishedSizes kPublished[] = {
    {"transformer-base", "Transformer base", plain(6, 512, 8, 64, 2048), "65 M",
     "Vaswani et al. 2017, table 3 (the encoder; the decoder is as deep)"},
    {"transformer-big", "Transformer big", plain(6, 1024, 16, 64, 4096), "213 M",
     "Vaswani et al. 2017, table 3 (the encoder; the decoder is as deep)"},
    {"bert-base", "BERT base", plain(12, 768, 12, 64, 3072), "110 M", "Devlin et al. 2019, section 3"},
    {"bert-large", "BERT large", plain(24, 1024, 16, 64, 4096), "340 M", "Devlin et al. 2019, section 3"},
    {"minilm-l6", "MiniLM-L6", plain(6, 384, 12, 32, 1536), "22.7 M",
     "config.json of sentence-transformers/all-MiniLM-L6-v2; Wang et al. 2020"},
    {"gpt2", "GPT-2 small", plain(12, 768, 12, 64, 3072), "117 M (counted since as 124 M)",
     "Radford et al. 2019, table 2; heads: config.json of gpt2"},
    {"gpt2-medium", "GPT-2 medium", plain(24, 1024, 16, 64, 4096), "345 M",
     "Radford et al. 2019, table 2; heads: config.json of gpt2-medium"},
    {"gpt2-large", "GPT-2 large", plain(36, 1280, 20, 64, 5120), "762 M",
     "Radford et al. 2019, table 2; heads: config.json of gpt2-large"},
    {"gpt2-xl", "GPT-2 XL", plain(48, 1600, 25, 64, 6400), "1542 M",
     "Radford et al. 2019, table 2; heads: config.json of gpt2-xl"},
    {"llama-3-8b", "Llama 3 8B", gated(32, 4096, 32, 8, 128, 14336), "8 B", "Grattafiori et al. 2024, table 3"},
    {"qwen3-0.6b", "Qwen3 0.6B", gated(28, 1024, 16, 8, 128, 3072), "0.6 B",
     "Yang et al. 2025, table 1; widths: config.json of Qwen/Qwen3-0.6B"},
    {"gemma-2-9b", "Gemma 2 9B", gated(42, 3584, 16, 8, 256, 14336), "9.24 B", "Gemma Team 2024, tables 1 and 2"},
    {"gemma-3-270m", "Gemma 3 270M", gated(18, 640, 4, 1, 256, 2048), "270 M",
     "config.json of google/gemma-3-270m"},
    {"smollm2-135m", "SmolLM2 135M", gated(30, 576, 9, 3, 64, 1536), "135 M",
     "config.json of HuggingFaceTB/SmolLM2-135M"},
    {"qwen3-30b-a3b", "Qwen3 30B-A3B", expert(gated(48, 2048, 32, 4, 128, 768), 128, 8), "30.5 B, 3.3 B a token",
     "Yang et al. 2025, table 2; widths: config.json of Qwen/Qwen3-30B-A3B"},
    {"gpt-oss-20b", "gpt-oss 20B", expert(gated(24, 2880, 64, 8, 64, 2880), 32, 4), "20.9 B, 3.6 B a token",
     "OpenAI 2025, gpt-oss model card; config.json of openai/gpt-oss-20b"},
};
// clang-format on

}  // namespace

std::span<const PublishedSizes> all_published_sizes() {
    return kPublished;
}

const PublishedSizes* find_published_sizes(std::string_view id) {
    const auto* found =
        std::find_if(std::begin(kPublished), std::end(kPublished), [&](const PublishedSizes& p) { return id == p.id; });
    return found == std::end(kPublished) ? nullptr : found;
}

WidthAgainstDepth width_against_depth() {
    return {50.8, 52.0, "Gemma Team 2024, table 9"};
}

}  // namespace headscope
