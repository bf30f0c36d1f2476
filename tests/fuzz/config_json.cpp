// Any bytes as a config.json, read as every family reads it. Of what is believed and small, the list of tensors is
// made.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "core/io/json_read.h"
#include "core/model/family.h"
#include "core/model/tensor_table.h"

namespace {

using headscope::Family;
using headscope::Index;
using headscope::ModelConfig;
using headscope::StackConfig;

const Family& (*const kFamilies[])() = {
    headscope::bert_family,   headscope::distilbert_family, headscope::roberta_family, headscope::xlm_roberta_family,
    headscope::albert_family, headscope::electra_family,    headscope::mpnet_family,   headscope::modernbert_family,
    headscope::gpt2_family,   headscope::gpt_neox_family,   headscope::llama_family,   headscope::mistral_family,
    headscope::qwen2_family,  headscope::qwen3_family,      headscope::gemma2_family,  headscope::gemma3_text_family,
    headscope::gemma3_family, headscope::gpt_oss_family,    headscope::t5_family,      headscope::mt5_family,
    headscope::bart_family,   headscope::marian_family};

// What the engine takes for granted.
void check_stack(const StackConfig& stack) {
    if (stack.n_layers < 1 || stack.n_heads < 1 || stack.n_kv_heads < 1 || stack.d_head < 1 || stack.d_model < 1 ||
        stack.vocab_size < 1 || stack.n_heads % stack.n_kv_heads != 0 ||
        static_cast<Index>(stack.layers.size()) != stack.n_layers || !(stack.norm_eps >= 0))
        std::abort();
    for (const headscope::LayerConfig& layer : stack.layers) {
        if (layer.weight_set < 0 || layer.weight_set >= stack.n_weight_sets || layer.window < 0 || layer.rope < -1 ||
            layer.rope >= static_cast<Index>(stack.ropes.size()))
            std::abort();
    }
    for (const headscope::Rope& rope : stack.ropes) {
        if (rope.inverse_frequencies.empty() || static_cast<Index>(rope.inverse_frequencies.size()) > stack.d_head / 2)
            std::abort();
    }
}

bool is_small(const StackConfig& stack) {
    return stack.n_layers <= 8 && stack.experts.n <= 8;
}

void check(const ModelConfig& config, const Family& family) {
    check_stack(config);
    if (config.decoder) check_stack(*config.decoder);
    if (is_small(config) && (!config.decoder || is_small(*config.decoder)))
        headscope::expected_tensors(config, family.names(config));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto json = headscope::parse_json(text, "config.json");
    if (!json.has_value()) return 0;
    const auto named = headscope::parse_model_config(json.value(), "config.json");
    if (named.has_value()) check(named.value(), *headscope::find_family(named.value().family));
    if (!json.value().is_object()) return 0;
    const Family& other = kFamilies[size % std::size(kFamilies)]();
    const auto read = other.read_config(json.value(), "config.json");
    if (read.has_value()) check(read.value(), other);
    return 0;
}
