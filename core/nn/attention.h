#pragma once

#include <cstdint>
#include <span>
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

// Which keys a query may look at. All restrictions hold at once.
struct AttentionMask {
    MaskKind kind = MaskKind::kNone;          // kCausal: keys up to the query's own position
    std::vector<unsigned char> allowed_keys;  // empty: all; else one a key, != 0 if any query may look at it
    Index window = 0;  // 0: no limit; causal: the last `window` keys, own included; else keys at most `window` away

    bool allows(Index query, Index key) const {
        if (kind == MaskKind::kCausal && key > query) return false;
        if (window > 0 && kind == MaskKind::kCausal && query - key >= window) return false;
        if (window > 0 && kind == MaskKind::kNone && (query - key > window || key - query > window)) return false;
        return allowed_keys.empty() || allowed_keys[static_cast<std::size_t>(key)] != 0;
    }
};

// A bias by head and distance: head h adds data[h · head_stride + key − query + n_queries − 1] to a score.
struct DistanceBias {
    const float* data = nullptr;  // null: none
    Index head_stride = 0;        // at least size()

    // Floats a head needs, 16 of them padding behind the last distance.
    static Index size(Index n_queries, Index n_keys) { return n_queries + n_keys - 1 + 16; }
};

// How q · k becomes the score that softmax sees: times the scale, plus the bias, capped; then the mask.
struct ScoreRules {
    float scale = 1;
    DistanceBias bias = {};
    float soft_cap = 0;                 // c > 0: s becomes c · tanh(s / c)
    std::span<const float> sinks = {};  // one a head, or none: a score that takes its share of softmax and is dropped
};

// What fused_attention reads, all heads side by side.
struct AttentionOperands {
    ConstMatrixView queries;  // [n_queries, n_heads · d_head]
    ConstMatrixView keys;     // [n_keys, n_kv_heads · d_head]
    ConstMatrixView values;   // [n_keys, n_kv_heads · d_head]

    // The three column blocks of qkv [T, qkv_width].
    static AttentionOperands of(const AttentionShape& shape, ConstMatrixView qkv);
};

// Where the maps of one layer go: head h's row q starts at data + h * head_stride + q * row_stride, 64-byte aligned.
// The strides are multiples of 16; a row's floats from n_keys up to row_stride are set to 0. Null data: maps are not
// kept.
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

// softmax(mask(score(q kᵀ))) v for all heads as a batch, keeping every map.
//   maps     [n_heads][n_queries][n_keys]; masked cells are exactly 0. A row without any allowed key is uniform over
//            all keys, as the reference library computes it, or 0 where there are sinks.
//   context  [n_queries, n_heads · d_head], heads side by side: the input of W_O
// A causal mask or a window asks for as many queries as keys. Throws std::bad_alloc before anything is written.
void fused_attention(const AttentionShape& shape, const AttentionMask& mask, const ScoreRules& rules,
                     const AttentionOperands& operands, MapOutput maps, MatrixView context, AttentionScratch& scratch,
                     ThreadPool& pool);

}  // namespace headscope
