#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "tests/core/model_files.h"

namespace headscope {

// A folder with a causal model of 30 layers × 9 heads, as SmolLM2 135M has them, of random weights and so narrow that
// its forward pass takes no time beside the drawing. It reads text as the shipped headscope-small does.
class DeepModel {
  public:
    DeepModel() {
        const std::filesystem::path shipped = std::filesystem::path(HEADSCOPE_WEIGHTS) / "headscope-small";
        for (const char* name : {"tokenizer.json", "tokenizer.model", "tokenizer_config.json"})
            std::filesystem::copy_file(shipped / name, folder_ / name);
        nlohmann::ordered_json config = nlohmann::ordered_json::parse(read_bytes(shipped / "config.json"));
        config["num_hidden_layers"] = kLayers;
        config["num_attention_heads"] = kHeads;
        config["num_key_value_heads"] = kKeyValueHeads;
        config["head_dim"] = kHeadWidth;
        config["hidden_size"] = kWidth;
        config["intermediate_size"] = kInner;
        write_bytes(folder_ / "config.json", config.dump());
        add("model.embed_tokens.weight", {config["vocab_size"].get<std::int64_t>(), kWidth});
        add("model.norm.weight", {kWidth});
        for (int layer = 0; layer < kLayers; ++layer) {
            const std::string stem = "model.layers." + std::to_string(layer) + ".";
            add(stem + "input_layernorm.weight", {kWidth});
            add(stem + "self_attn.q_proj.weight", {kHeads * kHeadWidth, kWidth});
            add(stem + "self_attn.k_proj.weight", {kKeyValueHeads * kHeadWidth, kWidth});
            add(stem + "self_attn.v_proj.weight", {kKeyValueHeads * kHeadWidth, kWidth});
            add(stem + "self_attn.o_proj.weight", {kWidth, kHeads * kHeadWidth});
            add(stem + "post_attention_layernorm.weight", {kWidth});
            add(stem + "mlp.gate_proj.weight", {kInner, kWidth});
            add(stem + "mlp.up_proj.weight", {kInner, kWidth});
            add(stem + "mlp.down_proj.weight", {kWidth, kInner});
        }
        write_bytes(folder_ / "model.safetensors", tensors_.file());
    }
    const std::filesystem::path& folder() const { return folder_.path(); }

  private:
    static constexpr std::int64_t kLayers = 30, kHeads = 9, kKeyValueHeads = 3, kHeadWidth = 8, kWidth = 72;
    static constexpr std::int64_t kInner = 96;

    void add(const std::string& name, const std::vector<std::int64_t>& shape) {
        std::int64_t count = 1;
        for (const std::int64_t size : shape) count *= size;
        std::vector<float> values(static_cast<std::size_t>(count));
        std::normal_distribution<float> spread(0, 0.4F);
        for (float& value : values) value = spread(random_);
        tensors_.add(name, "F32", shape, {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)});
    }

    TempFolder folder_;
    TensorBytes tensors_;
    std::mt19937 random_{30 * 9};
};

}  // namespace headscope
