#include "core/nn/attention_maps.h"

#include <cassert>

namespace headscope {

void AttentionMaps::resize(Index n_layers, Index n_heads, Index n_queries, Index n_keys) {
    assert(n_layers >= 0 && n_heads >= 0 && n_queries >= 0 && n_keys >= 0);
    last_hidden_state.clear();
    logits.clear();
    values.clear();
    layer_inputs.clear();
    decoder.reset();
    cross.reset();
    n_layers_ = n_heads_ = n_queries_ = n_keys_ = row_stride_ = 0;
    const Index stride = row_stride_for(n_keys);
    buffer_.reserve(static_cast<std::size_t>(n_layers * n_heads * n_queries * stride));
    n_layers_ = n_layers;
    n_heads_ = n_heads;
    n_queries_ = n_queries;
    n_keys_ = n_keys;
    row_stride_ = stride;
}

}  // namespace headscope
