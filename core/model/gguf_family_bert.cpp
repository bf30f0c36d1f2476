#include <algorithm>
#include <cstdint>

#include "core/model/gguf_family.h"

namespace headscope {
namespace {

void read_config(GgufDescription& description, ModelConfig& config) {
    read_gguf_sizes(description, config);
    config.norm_eps = static_cast<float>(description.number("attention.layer_norm_epsilon", 0, 1));
    config.activation = Activation::kGelu;
    config.mask = description.flag_or("attention.causal", false) ? MaskKind::kCausal : MaskKind::kNone;
    config.has_tied_head = false;
    if (const GgufTensor* types = description.find_tensor("token_types.weight");
        types != nullptr && types->shape.size() == 2)
        config.type_vocab_size =
            static_cast<Index>(std::min(types->shape.front(), static_cast<std::uint64_t>(kMaxWidth)));
}

TensorNames tensor_names(const ModelConfig& config) {
    TensorNames names = gguf_names(config);
    names.unneeded_prefixes.push_back("cls.");
    StackNames& stack = names.stack;
    stack.position_embeddings = "position_embd";
    stack.type_embeddings = "token_types";
    stack.embedding_norm = "token_embd_norm";
    stack.attention_norm = "attn_output_norm";
    stack.feed_forward_norm = "layer_output_norm";
    return names;
}

}  // namespace

// LLM_ARCH_BERT of llama.cpp; files of it have no head for masked words.
const GgufFamily& gguf_bert_family() {
    static const GgufFamily family{"bert", read_config, tensor_names};
    return family;
}

}  // namespace headscope
