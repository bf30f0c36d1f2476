#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/model/config_values.h"
#include "core/model/family.h"
#include "core/model/model_config.h"

namespace headscope {

// What a GGUF file says about a model of one architecture: single values by key, and which tensors there are. Keys of
// the architecture are given without its name in front. Remembers the first error, as ConfigReader does.
class GgufDescription {
  public:
    // `file` must outlive the object.
    GgufDescription(const GgufFile& file, std::string architecture);
    GgufDescription(const GgufDescription&) = delete;
    GgufDescription& operator=(const GgufDescription&) = delete;

    std::string key(std::string_view name) const { return architecture_ + "." + std::string(name); }
    bool has(std::string_view name) const { return reader_.has(key(name).c_str()); }
    Index integer(std::string_view name, Index min, Index max) { return reader_.integer(key(name).c_str(), min, max); }
    Index integer_or(std::string_view name, Index min, Index max, Index fallback);
    double number(std::string_view name, double min, double max) { return reader_.number(key(name).c_str(), min, max); }
    double number_or(std::string_view name, double min, double max, double fallback);
    std::string text_or(std::string_view name, const char* fallback);
    bool flag_or(std::string_view name, bool fallback) { return reader_.flag_or(key(name).c_str(), fallback); }
    void fail(std::string_view name, const std::string& what, ErrorKind kind = ErrorKind::kInvalid);
    ConfigReader& reader() { return reader_; }  // for checks that are shared with config.json; keys are whole
    const Status& status() const { return reader_.status(); }

    const GgufTensor* find_tensor(std::string_view name) const;
    const GgufFile& file() const { return file_; }
    // Rows of the table of words, or the tokens of the vocabulary where there is no such table.
    Index vocabulary_size() const;

  private:
    const GgufFile& file_;
    std::string architecture_;
    std::string name_;
    nlohmann::json values_;
    ConfigReader reader_;
};

// The facts of one general.architecture: how its keys are read and how its tensors are called.
struct GgufFamily {
    std::string_view architecture;
    // Errors stay in the description.
    void (*read_config)(GgufDescription& description, ModelConfig& config);
    TensorNames (*names)(const ModelConfig& config);
};

const GgufFamily& gguf_llama_family();
const GgufFamily& gguf_qwen2_family();
const GgufFamily& gguf_qwen3_family();
const GgufFamily& gguf_gemma2_family();
const GgufFamily& gguf_gemma3_family();
const GgufFamily& gguf_gpt2_family();
const GgufFamily& gguf_bert_family();

struct GgufModel {
    ModelConfig config;
    TensorNames names;
};

// Reads what a file describes. Another architecture is kUnsupported and lists the known ones.
Result<GgufModel> describe_gguf_model(const GgufFile& file);

// What all architectures have in common.

// Sizes and limits of positions; one kind of layer with scores by 1 / √d_head. head_count_kv, key_length and
// value_length may be left out.
void read_gguf_sizes(GgufDescription& description, ModelConfig& config);

// token_embd, blk.N.attn_q and so on, with the keys of the sizes.
TensorNames gguf_names(const ModelConfig& config);

// What decoders with RMS norms, gated blocks and rotation share.
void read_gguf_decoder(GgufDescription& description, ModelConfig& config);

// The rotation that the keys rope.… and the tensor rope_freqs.weight describe.
Rope read_gguf_rope(GgufDescription& description, const ModelConfig& config);
// The same with another base and without scaling.
Rope plain_rope(GgufDescription& description, const ModelConfig& config, double base);

TensorNames gguf_decoder_names(const ModelConfig& config);

}  // namespace headscope
