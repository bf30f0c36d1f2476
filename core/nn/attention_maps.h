#pragma once

#include <memory>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/base/matrix.h"

namespace headscope {

// A head of a model, both numbers from 0.
struct HeadRef {
    Index layer = 0;
    Index head = 0;
    bool operator==(const HeadRef&) const = default;
};

// Attention weights [layer, head, query, key], 0-based, rows are queries. Rows are padded to a multiple of 16 floats;
// the padding is 0.
class AttentionMaps {
  public:
    AttentionMaps() = default;
    // Maps of these sizes, uninitialised, padding included: who fills them writes whole rows. Throws std::bad_alloc.
    AttentionMaps(Index n_layers, Index n_heads, Index n_queries, Index n_keys) {
        resize(n_layers, n_heads, n_queries, n_keys);
    }

    // Takes on other sizes in the same memory where that suffices. The contents become undefined; no output and no
    // other set is left. Throws std::bad_alloc, then the maps are empty.
    void resize(Index n_layers, Index n_heads, Index n_queries, Index n_keys);

    Index n_layers() const { return n_layers_; }
    Index n_heads() const { return n_heads_; }
    Index n_queries() const { return n_queries_; }
    Index n_keys() const { return n_keys_; }
    Index row_stride() const { return row_stride_; }
    // Memory held, in bytes.
    std::size_t capacity() const { return buffer_.capacity() * sizeof(float); }

    ConstMatrixView head(Index layer, Index head) const {
        return {buffer_.data() + (layer * n_heads_ + head) * n_queries_ * row_stride_, n_queries_, n_keys_,
                row_stride_};
    }
    MatrixView head(Index layer, Index head) {
        return {buffer_.data() + (layer * n_heads_ + head) * n_queries_ * row_stride_, n_queries_, n_keys_,
                row_stride_};
    }

    static Index row_stride_for(Index n_keys) { return (n_keys + 15) / 16 * 16; }

    // [T, d_model] after the last layer (and final norm) of the stack whose maps these are; empty unless asked for.
    // Rows are not padded.
    std::vector<float> last_hidden_state;
    // [T or 1, vocabulary], of all positions or the last; empty unless asked for, and where the model has no head.
    std::vector<float> logits;

    // [n_layers, n_keys, n_kv_heads · d_head]: what each key hands over, bias included; empty unless asked for.
    std::vector<float> values;
    // [n_layers, n_queries, d_model], the residual stream in front of each layer; empty unless asked for.
    std::vector<float> layer_inputs;

    // Encoder–decoder models have two sets more; those of this one are the encoder's. decoder: target tokens among
    // themselves. cross: queries are target tokens, keys are source tokens.
    std::shared_ptr<AttentionMaps> decoder;
    std::shared_ptr<AttentionMaps> cross;
    // The set of the stack that comes last: the one with the logits.
    const AttentionMaps& last() const { return decoder != nullptr ? *decoder : *this; }
    AttentionMaps& last() { return decoder != nullptr ? *decoder : *this; }

  private:
    Index n_layers_ = 0, n_heads_ = 0, n_queries_ = 0, n_keys_ = 0, row_stride_ = 0;
    AlignedBuffer buffer_;
};

}  // namespace headscope
