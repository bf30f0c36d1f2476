#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace headscope {

// What can be said of a model without opening its weights.
struct ModelSummary {
    std::string name;  // of the folder or file
    std::filesystem::path path;
    std::string family;
    Index n_layers = 0;  // of the encoder, where there are two stacks
    Index n_heads = 0;
    Index n_decoder_layers = 0;  // 0: one stack only
    std::uint64_t bytes = 0;     // of the weights on disk
};

// Looks at a model folder (config.json, and that weights are there) or the header of a GGUF file. Errors say what is
// missing or not supported; that a summary is given does not promise that the weights are sound.
Result<ModelSummary> summarise_model(const std::filesystem::path& path);

// "6 × 12 heads, 91 MB"; encoder–decoders "6 + 6 layers × 8 heads, 300 MB".
std::string summary_words(const ModelSummary& summary);

}  // namespace headscope
