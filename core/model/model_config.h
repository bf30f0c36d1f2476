#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/matrix.h"
#include "core/base/result.h"

namespace headscope {

enum class Activation { kGelu, kGeluTanh, kRelu, kSilu };
enum class NormPlacement { kPost, kPre };
enum class MaskKind { kNone, kCausal };

// The facts of a transformer that its config.json states. Plain data, checked once by load_model_config.
struct ModelConfig {
    std::string family;  // config.json's model_type, e.g. "bert"
    Index n_layers = 0;
    Index n_heads = 0;     // query heads
    Index n_kv_heads = 0;  // key and value heads; n_heads is a multiple of it
    Index d_model = 0;
    Index d_head = 0;  // need not be d_model / n_heads
    Index d_ff = 0;    // inner width of the feed-forward block
    Index vocab_size = 0;
    Index max_positions = 0;    // rows of the position table
    Index type_vocab_size = 0;  // 0: no token types
    float norm_eps = 1e-12F;
    Activation activation = Activation::kGelu;
    NormPlacement norm_placement = NormPlacement::kPost;
    MaskKind mask = MaskKind::kNone;
    std::vector<std::string> warnings;  // "FILE: …"

    bool is_causal() const { return mask == MaskKind::kCausal; }
};

// Reads and checks a config.json. An unknown model_type is ErrorKind::kUnsupported and lists the known ones.
Result<ModelConfig> load_model_config(const std::filesystem::path& config_json);

}  // namespace headscope
