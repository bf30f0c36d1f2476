#pragma once

#include <memory>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/base/matrix.h"
#include "core/io/file.h"
#include "core/math/packed_linear.h"

namespace headscope {

// A table of float32 row vectors; rows are copied on demand. It stays in the mapped file, not necessarily aligned,
// where the file holds float32, and is converted into memory of its own where it does not. Exactly one of `file` and
// `owned` keeps the bytes alive. Before rows are read from a file that was opened long ago, ask check_weight_file
// (model.h).
struct EmbeddingTable {
    std::shared_ptr<const MappedFile> file;
    std::shared_ptr<const std::vector<float>> owned;
    const std::byte* data = nullptr;  // rows × cols little-endian float32
    Index rows = 0;
    Index cols = 0;

    // out[0, cols) += row `index`; index must be in [0, rows).
    void add_row(Index index, float* out) const;
};

struct NormWeights {
    std::vector<float> weight;  // [d_model]
    std::vector<float> bias;    // [d_model], empty where the norm has none
};

struct LayerWeights {
    PackedLinear qkv;     // d_model → (n_heads + 2 n_kv_heads) · d_head: all queries, then keys, then values
    PackedLinear output;  // n_heads · d_head → d_model (W_O)
    PackedLinear up;      // d_model → d_ff
    PackedLinear down;    // d_ff → d_model
    NormWeights attention_norm;
    NormWeights feed_forward_norm;
};

// All parameters of a model in the form the engine computes with: linear weights packed once, embeddings mapped.
struct Weights {
    EmbeddingTable word_embeddings;      // [vocab_size, d_model]
    EmbeddingTable position_embeddings;  // [max_positions, d_model]
    EmbeddingTable type_embeddings;      // [type_vocab_size, d_model]; rows 0 where the model has none
    NormWeights embedding_norm;
    std::vector<LayerWeights> layers;
    NormWeights final_norm;  // behind the last layer; empty where the model has none, as with NormPlacement::kPost
};

}  // namespace headscope
