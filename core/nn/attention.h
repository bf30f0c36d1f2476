#pragma once

#include <cstdint>
#include <vector>

#include "core/base/aligned_buffer.h"
#include "core/base/matrix.h"
#include "core/base/thread_pool.h"
#include "core/model/model_config.h"

namespace headscope {

// The shape of a multi-head attention block (Vaswani et al. 2017, section 3.2.2; grouped heads: Ainslie et al. 2023).
struct AttentionShape {
    Index d_model = 0;
    Index n_heads = 0;     // query heads
    Index n_kv_heads = 0;  // divides n_heads; query head h reads key/value head h / (n_heads / n_kv_heads)
    Index d_head = 0;

    Index group() const { return n_heads / n_kv_heads; }
    Index q_width() const { return n_heads * d_head; }
    Index kv_width() const { return n_kv_heads * d_head; }
    Index qkv_width() const { return q_width() + 2 * kv_width(); }
};

// Which keys a query may look at. Both restrictions hold at once.
struct AttentionMask {
    MaskKind kind = MaskKind::kNone;          // kCausal: keys up to the query's own position
    std::vector<unsigned char> allowed_keys;  // empty: all; else one a key, != 0 if any query may look at it

    bool allows(Index query, Index key) const {
        return (kind == MaskKind::kNone || key <= query) &&
               (allowed_keys.empty() || allowed_keys[static_cast<std::size_t>(key)] != 0);
    }
};

// Where the maps of one layer go: head h's row q starts at data + h * head_stride + q * row_stride, 64-byte aligned.
// The strides are multiples of 16; a row's floats from T up to row_stride are set to 0. Null data: maps are not kept.
struct MapOutput {
    float* data = nullptr;
    Index head_stride = 0;
    Index row_stride = 0;
    // Write past the caches: for maps that are together larger than the caches.
    bool past_caches = false;
};

// Scratch of fused_attention, kept between calls.
struct AttentionScratch {
    AlignedBuffer k_panels;
    AlignedBuffer v_panels;
    AlignedBuffer scores;
    std::vector<std::int32_t> key_mask;
};

// softmax(mask(q kᵀ / √d_head)) v for all heads as a batch, keeping every map.
//   qkv      [T, qkv_width]: queries of all heads, then keys, then values
//   maps     [n_heads][T][T], rows are queries; masked cells are exactly 0. A row without any allowed key is uniform
//            over all keys, as the reference library computes it.
//   context  [T, n_heads · d_head], heads side by side: the input of W_O
// Throws std::bad_alloc before anything is written.
void fused_attention(const AttentionShape& shape, const AttentionMask& mask, ConstMatrixView qkv, MapOutput maps,
                     MatrixView context, AttentionScratch& scratch, ThreadPool& pool);

}  // namespace headscope
