#include "core/model/gguf_family.h"

namespace headscope {
namespace {

void read_config(GgufDescription& description, ModelConfig& config) {
    read_gguf_decoder(description, config);
    config.ropes = {read_gguf_rope(description, config)};
    for (LayerConfig& layer : config.layers) layer.rope = 0;
    // Which rows of a head turn together is known only where all do.
    const auto turning = 2 * static_cast<Index>(config.ropes.front().inverse_frequencies.size());
    if (turning != config.d_head)
        description.fail("rope.dimension_count",
                         std::to_string(turning) + ", expected the whole head, " + std::to_string(config.d_head),
                         ErrorKind::kUnsupported);
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = gguf_decoder_names(config);
    names.stack.has_alternating_halves = true;
    return names;
}

}  // namespace

// https://github.com/ggml-org/llama.cpp, LLM_ARCH_LLAMA: models in the manner of LLaMA, Mistral among them.
const GgufFamily& gguf_llama_family() {
    static const GgufFamily family{"llama", read_config, tensor_names};
    return family;
}

}  // namespace headscope
