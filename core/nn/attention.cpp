#include "core/nn/attention.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

#include "core/math/kernels.h"

namespace headscope {
namespace {

// Query rows of one task: enough to be worth a task, few enough to share a head among threads.
constexpr Index kRowsATask = 96;

Index round_up(Index n, Index step) {
    return (n + step - 1) / step * step;
}

// Sizes of the packed keys and values of one head, in floats.
struct PanelSizes {
    Index width;
    Index keys;
    Index values;

    PanelSizes(Index panel_width, Index tokens, Index d_head)
        : width(panel_width),
          keys(round_up(tokens, panel_width) * d_head),
          values(tokens * round_up(d_head, panel_width)) {}
};

void pack_keys(const Kernels& kernels, ConstMatrixView k, float* panels) {
    for (Index row = 0; row < k.rows; row += kernels.panel_width) {
        const Index rows = std::min(kernels.panel_width, k.rows - row);
        kernels.pack_panel(k.row(row), k.stride, rows, k.cols, panels + row * k.cols);
    }
}

void pack_values(Index width, ConstMatrixView v, float* panels) {
    for (Index col = 0; col < v.cols; col += width) {
        const Index cols = std::min(width, v.cols - col);
        for (Index row = 0; row < v.rows; ++row, panels += width) {
            std::memcpy(panels, v.row(row) + col, static_cast<std::size_t>(cols) * sizeof(float));
            std::fill(panels + cols, panels + width, 0.0F);
        }
    }
}

ConstMatrixView columns(ConstMatrixView m, Index first, Index count) {
    return {m.data + first, m.rows, count, m.stride};
}

}  // namespace

void fused_attention(const AttentionShape& shape, const AttentionMask& mask, ConstMatrixView qkv, MapOutput maps,
                     MatrixView context, AttentionScratch& scratch, ThreadPool& pool) {
    const Kernels& kernels = active_kernels();
    const Index tokens = qkv.rows;
    assert(shape.n_kv_heads > 0 && shape.n_heads % shape.n_kv_heads == 0 && tokens > 0);
    assert(qkv.cols == shape.qkv_width() && context.cols == shape.q_width() && context.rows == tokens);
    assert(maps.data == nullptr || (maps.row_stride >= tokens && maps.row_stride % 16 == 0));
    assert(mask.allowed_keys.empty() || static_cast<Index>(mask.allowed_keys.size()) == tokens);

    const PanelSizes sizes(kernels.panel_width, tokens, shape.d_head);
    const Index row_blocks = (tokens + kRowsATask - 1) / kRowsATask;
    // A row of scores must hold a row of a map; 16 more keep rows from falling into one set of the cache.
    const Index scores_stride =
        round_up(std::max(tokens, maps.row_stride), std::max<Index>(kernels.panel_width, 16)) + 16;
    const Index scores_size = scores_stride * kernels.tile_rows;
    scratch.k_panels.reserve(static_cast<std::size_t>(sizes.keys * shape.n_kv_heads));
    scratch.v_panels.reserve(static_cast<std::size_t>(sizes.values * shape.n_kv_heads));
    scratch.scores.reserve(static_cast<std::size_t>(scores_size * pool.size()));
    const std::int32_t* key_mask = nullptr;
    if (!mask.allowed_keys.empty()) {
        scratch.key_mask.assign(static_cast<std::size_t>(scores_stride), 0);
        std::transform(mask.allowed_keys.begin(), mask.allowed_keys.end(), scratch.key_mask.begin(),
                       [](unsigned char allowed) { return allowed != 0 ? -1 : 0; });
        key_mask = scratch.key_mask.data();
    }

    pool.for_each(static_cast<int>(shape.n_kv_heads), [&](int head) {
        const Index first = shape.q_width() + head * shape.d_head;
        pack_keys(kernels, columns(qkv, first, shape.d_head), scratch.k_panels.data() + head * sizes.keys);
        pack_values(sizes.width, columns(qkv, first + shape.kv_width(), shape.d_head),
                    scratch.v_panels.data() + head * sizes.values);
    });
    pool.for_each(static_cast<int>(shape.n_heads * row_blocks), [&](int i, int thread) {
        const Index head = i / row_blocks;
        const Index block = i % row_blocks;
        const Index kv_head = head / shape.group();
        AttentionTask task;
        task.q = qkv.data + head * shape.d_head;
        task.q_stride = qkv.stride;
        task.k_panels = scratch.k_panels.data() + kv_head * sizes.keys;
        task.v_panels = scratch.v_panels.data() + kv_head * sizes.values;
        task.n_keys = tokens;
        task.d_head = shape.d_head;
        task.first_row = tokens * block / row_blocks;
        task.last_row = tokens * (block + 1) / row_blocks;
        task.causal = mask.kind == MaskKind::kCausal;
        task.key_mask = key_mask;
        task.scale = 1.0F / std::sqrt(static_cast<float>(shape.d_head));
        if (maps.data != nullptr) {
            task.map = maps.data + head * maps.head_stride;
            task.map_stride = maps.row_stride;
            task.stream = maps.past_caches;
        }
        task.context = context.data + head * shape.d_head;
        task.context_stride = context.stride;
        task.scores = scratch.scores.data() + thread * scores_size;
        task.scores_stride = scores_stride;
        kernels.attention(task);
    });
}

}  // namespace headscope
