#include "core/model/family.h"

#include <algorithm>

namespace headscope {
namespace {

using FamilyFunction = const Family& (*)();
constexpr FamilyFunction kFamilies[] = {
    bert_family,  distilbert_family, roberta_family, xlm_roberta_family, albert_family, electra_family,
    mpnet_family, modernbert_family, gpt2_family,    gpt_neox_family,    llama_family,  mistral_family,
    qwen2_family, qwen3_family,      gemma2_family,  gemma3_text_family, gemma3_family, gpt_oss_family,
    t5_family,    mt5_family,        bart_family,    marian_family};

}  // namespace

const Family* find_family(std::string_view model_type) {
    for (const FamilyFunction family : kFamilies) {
        const std::vector<std::string_view>& types = family().model_types;
        if (std::find(types.begin(), types.end(), model_type) != types.end()) return &family();
    }
    return nullptr;
}

std::string supported_families() {
    std::string text;
    for (const FamilyFunction family : kFamilies) {
        for (const std::string_view type : family().model_types) {
            if (!text.empty()) text += ", ";
            text += type;
        }
    }
    return text;
}

std::vector<std::string> layer_prefixes(std::string_view pattern, const StackConfig& config) {
    const std::size_t hole = pattern.find("{}");
    std::vector<std::string> prefixes;
    for (Index i = 0; i < config.n_weight_sets; ++i)
        prefixes.push_back(std::string(pattern.substr(0, hole)) + std::to_string(i) +
                           std::string(pattern.substr(hole + 2)));
    return prefixes;
}

}  // namespace headscope
