#pragma once

#include <cstdint>

#include "core/base/cpu.h"
#include "core/base/matrix.h"

namespace headscope {

// What happens to a linear layer's output on its way to memory.
enum class Epilogue {
    kNone,
    kResidual,   // adds `residual`
    kGelu,       // exact, 0.5 x (1 + erf(x / √2)) (Hendrycks & Gimpel 2016)
    kGeluTanh,   // 0.5 x (1 + tanh(√(2/π) (x + 0.044715 x³))) (the same paper's approximation)
    kRelu,       // max(x, 0)
    kSilu,       // x / (1 + exp(−x)) (the same paper, section 2)
    kQuickGelu,  // x / (1 + exp(−1.702 x)) (the same paper, section 2)
};

// A block of rows and a range of panels of y = epilogue(x Wᵀ + b).
struct LinearTask {
    const float* x = nullptr;  // [rows, k]
    Index x_stride = 0;
    Index rows = 0;
    Index k = 0;
    const float* panels = nullptr;  // panel p holds W's rows [p · width, (p + 1) · width) as [k][width]
    const float* bias = nullptr;    // one a column, padded with 0 to whole panels; null: none
    Index first_panel = 0;
    Index last_panel = 0;  // one behind the last
    Epilogue epilogue = Epilogue::kNone;
    const float* residual = nullptr;  // for kResidual: rows like y's; may be y
    Index residual_stride = 0;
    float* y = nullptr;  // rows with room for whole panels
    Index y_stride = 0;
};

// A block of query rows of one head: map = softmax(mask(cap(scale · q kᵀ + bias))), context = map v.
struct AttentionTask {
    const float* q = nullptr;  // row r of the head at q + r · q_stride
    Index q_stride = 0;
    const float* k_panels = nullptr;  // keys packed by pack_panel, each panel [d_head][width], unused lanes 0
    const float* v_panels = nullptr;  // panel p holds columns [p · width, (p + 1) · width) of v as [n_keys][width]
    Index n_keys = 0;
    Index d_head = 0;
    Index first_row = 0;
    Index last_row = 0;   // one behind the last
    bool causal = false;  // query r sees keys 0 … r; n_keys is then at least last_row
    // 0: no limit. Else a causal query sees its last `window` keys, its own among them, and any other query those at
    // most `window` away.
    Index window = 0;
    // Null: all keys are allowed. Else −1 for an allowed key and 0 for a hidden one, padded with 0 to whole panels.
    const std::int32_t* key_mask = nullptr;
    float scale = 1;  // > 0
    // Null: none. Else key j adds bias[j − r] to the score of query r: readable from −(last_row − 1) to n_keys + 15.
    const float* bias = nullptr;
    float soft_cap = 0;           // c > 0: the score s becomes c · tanh(s / c)
    const float* sink = nullptr;  // null: none. Else one more score a row that takes its share and is not kept
    float* map = nullptr;         // row r at map + r · map_stride, 64-byte aligned; null: maps are not kept
    Index map_stride = 0;         // ≥ n_keys, a multiple of 16; the padding is set to 0
    bool stream = false;          // write the map past the caches
    float* context = nullptr;
    Index context_stride = 0;
    float* scores = nullptr;  // tile_rows × scores_stride floats of scratch
    Index scores_stride = 0;  // ≥ n_keys rounded up to whole panels and to 16
};

// How a gated feed-forward block joins its two halves: activation(min(gate, limit)) · (clamp(up, ±limit) + up_offset).
struct Gating {
    Epilogue activation = Epilogue::kSilu;
    float slope = 1;      // kSilu becomes x / (1 + exp(−slope x))
    float limit = 3e38F;  // finite; this one limits nothing
    float up_offset = 0;
};

// The inner loops, compiled once a vector width. `panel_width` columns make a panel of a packed matrix; a register tile
// is `tile_rows` × `panel_width`.
struct Kernels {
    VectorLevel level;
    Index panel_width;
    Index tile_rows;
    // out[k][panel_width] = the transpose of `rows` ≤ panel_width rows of w [rows, k]; lanes without a row are 0.
    void (*pack_panel)(const float* w, Index w_stride, Index rows, Index k, float* out);
    void (*linear)(const LinearTask& task);
    void (*attention)(const AttentionTask& task);
    // y = (x − mean) / √(variance + eps) · weight + bias by rows, population variance (Ba et al. 2016). `bias` may be
    // null, y may be x.
    void (*layer_norm)(ConstMatrixView x, MatrixView y, const float* weight, const float* bias, float eps);
    // y = x / √(mean(x²) + eps) · weight by rows (Zhang & Sennrich 2019). y may be x.
    void (*rms_norm)(ConstMatrixView x, MatrixView y, const float* weight, float eps);
    // Turns the pairs (i, i + half), i < half, of each row by the angles whose cosines and sines are given (Su et al.
    // 2021, with the pairing of GPT-NeoX). Other columns stay.
    void (*rotate)(MatrixView x, Index half, const float* cosines, const float* sines);
    // y = gating of `gate` and `up`, all of the same size. y may be `gate`.
    void (*gate)(ConstMatrixView gate, ConstMatrixView up, MatrixView y, const Gating& gating);
    // Σ m ln m over the n means m = (p + q) / 2 of non-negative numbers, 0 ln 0 = 0, to 2e-7 a term. Not finite
    // where p or q holds a number that is not.
    double (*mean_log_sum)(const float* p, const float* q, Index n);
};

// The kernels in use: the widest that this processor can run, or what HEADSCOPE_KERNELS asks for.
const Kernels& active_kernels();

// The kernels of one width; null where this program or this processor has them not.
const Kernels* find_kernels(VectorLevel level);

// Puts other kernels in use; for tests. What was packed before stays usable: it remembers the kernels it was packed
// for.
void use_kernels(const Kernels& kernels);

}  // namespace headscope
