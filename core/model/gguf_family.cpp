#include "core/model/gguf_family.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "core/io/shown.h"

namespace headscope {
namespace {

using FamilyFunction = const GgufFamily& (*)();
constexpr FamilyFunction kFamilies[] = {gguf_llama_family,  gguf_qwen2_family, gguf_qwen3_family, gguf_gemma2_family,
                                        gguf_gemma3_family, gguf_gpt2_family,  gguf_bert_family};

// A number for JSON, which has no NaN and no infinity.
nlohmann::json json_of(double value) {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

nlohmann::json json_of(const GgufValue& value) {
    if (const auto* natural = std::get_if<std::uint64_t>(&value.value)) return *natural;
    if (const auto* whole = std::get_if<std::int64_t>(&value.value)) return *whole;
    if (const auto* number = std::get_if<double>(&value.value)) return json_of(*number);
    if (const auto* flag = std::get_if<bool>(&value.value)) return *flag;
    if (const auto* text = std::get_if<std::string>(&value.value)) return *text;
    return "a list";
}

nlohmann::json single_values(const GgufMetadata& metadata) {
    nlohmann::json values = nlohmann::json::object();
    for (const auto& [key, value] : metadata.values()) values[key] = json_of(value);
    return values;
}

}  // namespace

GgufDescription::GgufDescription(const GgufFile& file, std::string architecture)
    : file_(file),
      architecture_(std::move(architecture)),
      name_(file.metadata.name()),
      values_(single_values(file.metadata)),
      reader_(values_, name_) {}

Index GgufDescription::integer_or(std::string_view name, Index min, Index max, Index fallback) {
    return reader_.integer_or(key(name).c_str(), min, max, fallback);
}

double GgufDescription::number_or(std::string_view name, double min, double max, double fallback) {
    return reader_.number_or(key(name).c_str(), min, max, fallback);
}

std::string GgufDescription::text_or(std::string_view name, const char* fallback) {
    return reader_.text_or(key(name).c_str(), fallback);
}

void GgufDescription::fail(std::string_view name, const std::string& what, ErrorKind kind) {
    reader_.fail(key(name), what, kind);
}

const GgufTensor* GgufDescription::find_tensor(std::string_view name) const {
    const auto found = std::find_if(file_.tensors.begin(), file_.tensors.end(),
                                    [&](const GgufTensor& tensor) { return tensor.name == name; });
    return found == file_.tensors.end() ? nullptr : &*found;
}

Index GgufDescription::vocabulary_size() const {
    std::uint64_t rows = 0;
    if (const GgufTensor* words = find_tensor("token_embd.weight"); words != nullptr && words->shape.size() == 2)
        rows = words->shape.front();
    if (rows == 0) {
        const Result<const GgufStrings*> tokens = file_.metadata.find_strings("tokenizer.ggml.tokens");
        if (tokens.has_value() && tokens.value() != nullptr) rows = tokens.value()->size();
    }
    return static_cast<Index>(std::clamp<std::uint64_t>(rows, 1, static_cast<std::uint64_t>(kMaxVocabulary)));
}

Result<GgufModel> describe_gguf_model(const GgufFile& file) {
    const std::string key = "general.architecture";
    std::string known;
    for (const FamilyFunction family : kFamilies)
        known += (known.empty() ? "" : ", ") + std::string(family().architecture);
    const Result<std::optional<std::string>> architecture = file.metadata.find_string(key);
    if (!architecture.has_value()) return architecture.error();
    if (!architecture.value()) return file.metadata.unexpected(key, "nothing", "one of " + known);
    const auto* const found = std::find_if(std::begin(kFamilies), std::end(kFamilies), [&](FamilyFunction family) {
        return family().architecture == *architecture.value();
    });
    if (found == std::end(kFamilies))
        return unsupported(file.metadata.name() + ": " + key + ": \"" + shown_text(*architecture.value(), 60) +
                           "\" is not supported, expected one of " + known);
    GgufModel model;
    GgufDescription description(file, *architecture.value());
    model.config.family = *architecture.value();
    (*found)().read_config(description, model.config);
    if (!description.status().is_ok()) return description.status().error();
    model.names = (*found)().names(model.config);
    return model;
}

void read_gguf_sizes(GgufDescription& description, ModelConfig& config) {
    config.d_model = config.d_embedding = description.integer("embedding_length", 1, kMaxWidth);
    config.n_layers = description.integer("block_count", 1, kMaxLayers);
    config.n_heads = description.integer("attention.head_count", 1, kMaxWidth);
    config.n_kv_heads = description.integer_or("attention.head_count_kv", 1, kMaxWidth, config.n_heads);
    check_shared_heads(description.reader(), description.key("attention.head_count_kv").c_str(), config);
    if (description.has("attention.key_length")) {
        config.d_head = description.integer("attention.key_length", 1, kMaxWidth);
    } else {
        config.d_head = even_head_width(description.reader(), description.key("attention.head_count").c_str(),
                                        "embedding_length", config.n_heads, config.d_model);
    }
    if (const Index width = description.integer_or("attention.value_length", 1, kMaxWidth, config.d_head);
        width != config.d_head)
        description.fail("attention.value_length",
                         std::to_string(width) + ", expected the width of keys, " + std::to_string(config.d_head),
                         ErrorKind::kUnsupported);
    config.d_ff = description.integer("feed_forward_length", 1, 4 * kMaxWidth);
    config.max_positions = description.integer("context_length", 1, kMaxPositions);
    config.vocab_size = description.vocabulary_size();
    LayerConfig layer;
    layer.score_scale = default_score_scale(config.d_head);
    config.set_layers(layer);
}

TensorNames gguf_names(const ModelConfig& config) {
    TensorNames names;
    names.description = "the metadata";
    names.unneeded_prefixes = {"rope_freqs."};
    StackNames& stack = names.stack;
    stack.word_embeddings = {"token_embd"};
    stack.layers = layer_prefixes("blk.{}.", config);
    stack.query = "attn_q";
    stack.key = "attn_k";
    stack.value = "attn_v";
    stack.output = "attn_output";
    stack.up = "ffn_up";
    stack.down = "ffn_down";
    stack.width_key = config.family + ".embedding_length";
    stack.inner_key = config.family + ".feed_forward_length";
    stack.layers_key = config.family + ".block_count";
    stack.positions_key = config.family + ".context_length";
    stack.types_key = "tokenizer.ggml.token_type_count";
    stack.vocabulary_key = "tokenizer.ggml.tokens";
    return names;
}

}  // namespace headscope
