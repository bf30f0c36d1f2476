#include "core/nn/attention.h"

#include <algorithm>
#include <cassert>
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

AttentionOperands AttentionOperands::of(const AttentionShape& shape, ConstMatrixView qkv) {
    assert(qkv.cols == shape.qkv_width());
    return {columns(qkv, 0, shape.q_width()), columns(qkv, shape.q_width(), shape.kv_width()),
            columns(qkv, shape.q_width() + shape.kv_width(), shape.kv_width())};
}

void fused_attention(const AttentionShape& shape, const AttentionMask& mask, const ScoreRules& rules,
                     const AttentionOperands& operands, MapOutput maps, MatrixView context, AttentionScratch& scratch,
                     ThreadPool& pool) {
    const Kernels& kernels = active_kernels();
    const Index n_queries = operands.queries.rows;
    const Index n_keys = operands.keys.rows;
    assert(shape.n_kv_heads > 0 && shape.n_heads % shape.n_kv_heads == 0 && n_queries > 0 && n_keys > 0);
    assert(operands.queries.cols == shape.q_width() && operands.keys.cols == shape.kv_width());
    assert(operands.values.cols == shape.kv_width() && operands.values.rows == n_keys);
    assert(context.cols == shape.q_width() && context.rows == n_queries);
    assert(maps.data == nullptr || (maps.row_stride >= n_keys && maps.row_stride % 16 == 0));
    assert(mask.allowed_keys.empty() || static_cast<Index>(mask.allowed_keys.size()) == n_keys);
    assert((mask.kind == MaskKind::kNone && mask.window == 0) || n_queries == n_keys);
    assert(rules.sinks.empty() || static_cast<Index>(rules.sinks.size()) == shape.n_heads);

    const PanelSizes sizes(kernels.panel_width, n_keys, shape.d_head);
    const Index row_blocks = (n_queries + kRowsATask - 1) / kRowsATask;
    // A row of scores must hold a row of a map; 16 more keep rows from falling into one set of the cache.
    const Index scores_stride =
        round_up(std::max(n_keys, maps.row_stride), std::max<Index>(kernels.panel_width, 16)) + 16;
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
        const Index first = head * shape.d_head;
        pack_keys(kernels, columns(operands.keys, first, shape.d_head), scratch.k_panels.data() + head * sizes.keys);
        pack_values(sizes.width, columns(operands.values, first, shape.d_head),
                    scratch.v_panels.data() + head * sizes.values);
    });
    pool.for_each(static_cast<int>(shape.n_heads * row_blocks), [&](int i, int thread) {
        const Index head = i / row_blocks;
        const Index block = i % row_blocks;
        const Index kv_head = head / shape.group();
        AttentionTask task;
        task.q = operands.queries.data + head * shape.d_head;
        task.q_stride = operands.queries.stride;
        task.k_panels = scratch.k_panels.data() + kv_head * sizes.keys;
        task.v_panels = scratch.v_panels.data() + kv_head * sizes.values;
        task.n_keys = n_keys;
        task.d_head = shape.d_head;
        task.first_row = n_queries * block / row_blocks;
        task.last_row = n_queries * (block + 1) / row_blocks;
        task.causal = mask.kind == MaskKind::kCausal;
        task.window = mask.window;
        task.key_mask = key_mask;
        task.scale = rules.scale;
        if (rules.bias.data != nullptr) task.bias = rules.bias.data + head * rules.bias.head_stride + n_queries - 1;
        task.soft_cap = rules.soft_cap;
        if (!rules.sinks.empty()) task.sink = &rules.sinks[static_cast<std::size_t>(head)];
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
