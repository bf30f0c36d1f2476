#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/matrix.h"
#include "core/io/file.h"
#include "core/io/safetensors.h"
#include "core/math/packed_linear.h"

namespace headscope {

// A table of row vectors, read row by row as float32. It stays in the mapped file, not necessarily aligned and of the
// file's own type; a computed one is float32 in memory of its own. At most one of `file` and `owned` keeps the bytes
// alive; both are null where the model has no such table. Before rows are read from a file that was opened long ago,
// ask check_weight_file (model.h).
struct EmbeddingTable {
    std::shared_ptr<const MappedFile> file;
    std::shared_ptr<const std::vector<float>> owned;
    const std::byte* data = nullptr;  // rows × cols values of `dtype`, little-endian
    DType dtype = DType::kF32;        // a convertible one (tensor_values.h); rows are whole blocks
    Index rows = 0;
    Index cols = 0;

    // out[0, cols) += scale · row `index`; index must be in [0, rows).
    void add_row(Index index, float scale, float* out) const;
    // Copies `count` rows from `first` on to out, [count, cols] without padding.
    void read_rows(Index first, Index count, float* out) const;

    // Where a row begins in `data`, in bytes.
    std::size_t offset_of(Index row) const;

    static EmbeddingTable own(std::vector<float> values, Index rows, Index cols);
};

struct NormWeights {
    std::vector<float> weight;  // one a column; empty where there is no norm
    std::vector<float> bias;    // the same, empty where the norm has none
};

// Attention of a decoder's tokens to the encoder's, with a norm of its own.
struct CrossWeights {
    PackedLinear query;      // d_model → n_heads · d_head
    PackedLinear key_value;  // the encoder's d_model → 2 · n_heads · d_head: keys, then values
    PackedLinear output;     // n_heads · d_head → d_model
    NormWeights norm;
};

// A feed-forward block. Where it is gated, `up` has 2 · d_ff rows: the gate's, then the others.
struct FeedForwardWeights {
    PackedLinear up;    // d_model → d_ff or 2 · d_ff
    PackedLinear down;  // d_ff → d_model
};

// Norms in front of a block or behind it, as NormPlacement says; the post_… ones only with kSandwich.
struct LayerWeights {
    PackedLinear qkv;     // d_model → (n_heads + 2 n_kv_heads) · d_head: all queries, then keys, then values
    PackedLinear output;  // n_heads · d_head → d_model (W_O)
    FeedForwardWeights feed_forward;
    NormWeights attention_norm;
    NormWeights feed_forward_norm;
    NormWeights post_attention_norm;
    NormWeights post_feed_forward_norm;
    NormWeights query_norm;    // [d_head]
    NormWeights key_norm;      // [d_head]
    std::vector<float> sinks;  // [n_heads] or empty
    std::optional<CrossWeights> cross;
    PackedLinear router;  // d_model → number of experts
    std::vector<FeedForwardWeights> experts;
};

// The parameters of a stack in the form the engine computes with: linear weights packed once, embeddings mapped. Norm
// weights that a file stores as w and means as 1 + w are 1 + w here.
struct StackWeights {
    EmbeddingTable word_embeddings;      // [vocab_size, d_embedding]
    EmbeddingTable position_embeddings;  // [positions, d_embedding] or none
    EmbeddingTable type_embeddings;      // [type_vocab_size, d_embedding] or none
    NormWeights embedding_norm;          // [d_embedding]
    PackedLinear embedding_projection;   // d_embedding → d_model, where they differ
    EmbeddingTable relative_bias;        // [buckets, n_heads] or none
    std::vector<LayerWeights> layers;    // the weight sets that LayerConfig::weight_set counts
    NormWeights final_norm;              // behind the last layer
};

// logits = matrix · x + bias, where x is the last hidden state or, in masked models, norm(activation(transform · it)).
struct HeadWeights {
    PackedLinear transform;  // d_model → d_embedding
    NormWeights transform_norm;
    EmbeddingTable matrix;    // [vocab_size, d_embedding]; rows 0: the weights have no head
    std::vector<float> bias;  // [vocab_size] or empty
};

// The base is the only stack, or the encoder.
struct Weights : StackWeights {
    std::optional<StackWeights> decoder;
    HeadWeights head;

    const StackWeights& last_stack() const { return decoder ? *decoder : *this; }
};

// Memory of the parameters in bytes.
struct WeightSizes {
    std::int64_t packed = 0;  // linear weights, norms and biases, float32
    std::int64_t mapped = 0;  // tables, which stay in their files as they are stored
};

}  // namespace headscope
