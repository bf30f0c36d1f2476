#include "core/trace/contribution.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>
#include <cmath>

namespace headscope {
namespace {

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Strided = Eigen::Map<const RowMajor, 0, Eigen::OuterStride<>>;

// One set of maps with what its heads hand over and through which weights.
struct HeadSet {
    const AttentionMaps& maps;
    const StackConfig& config;
    const StackWeights& weights;
    bool is_cross = false;

    Index n_kv_heads() const { return is_cross ? config.n_heads : config.n_kv_heads; }
    const PackedLinear& output(Index layer) const {
        const auto set = static_cast<std::size_t>(config.layers[static_cast<std::size_t>(layer)].weight_set);
        return is_cross ? weights.layers[set].cross->output : weights.layers[set].output;
    }
    // The values that a head reads, [n_keys, d_head].
    Strided values(Index layer, Index head) const {
        const Index width = n_kv_heads() * config.d_head;
        const Index kv_head = head / (config.n_heads / n_kv_heads());
        const float* data = maps.values.data() + layer * maps.n_keys() * width + kv_head * config.d_head;
        return {data, maps.n_keys(), config.d_head, Eigen::OuterStride<>(width)};
    }
};

// What one thread works with.
struct Scratch {
    RowMajor slice;   // [d_model, d_head] of W_O
    RowMajor inputs;  // [n, d_head]
    RowMajor added;   // [n, d_model]
};

// task(layer, head, scratch) for every head. All memory is taken here: tasks must not throw.
template <class Task>
void for_each_head(const HeadSet& set, Index rows, ThreadPool& pool, Task&& task) {
    assert(static_cast<Index>(set.maps.values.size()) ==
           set.maps.n_layers() * set.maps.n_keys() * set.n_kv_heads() * set.config.d_head);
    const Index width = set.config.d_head;
    const Scratch empty{RowMajor(set.config.d_model, width), RowMajor(rows, width), RowMajor(rows, set.config.d_model)};
    std::vector<Scratch> scratch(static_cast<std::size_t>(pool.size()), empty);
    pool.for_each(static_cast<int>(set.maps.n_layers() * set.maps.n_heads()), [&](int i, int thread) {
        const Index layer = i / set.maps.n_heads();
        const Index head = i % set.maps.n_heads();
        Scratch& own = scratch[static_cast<std::size_t>(thread)];
        set.output(layer).read_columns(head * width, width, own.slice.data());
        task(layer, head, own);
    });
}

// Row norms of inputs · sliceᵀ.
float norm_of_row(Scratch& scratch, Index row) {
    scratch.added.row(row).transpose().noalias() = scratch.slice.lazyProduct(scratch.inputs.row(row).transpose());
    return static_cast<float>(std::sqrt(scratch.added.row(row).cast<double>().squaredNorm()));
}

void fill(const HeadSet& set, AttentionMaps& out, ThreadPool& pool) {
    for_each_head(set, set.maps.n_keys(), pool, [&](Index layer, Index head, Scratch& scratch) {
        const ConstMatrixView from = set.maps.head(layer, head);
        const MatrixView to = out.head(layer, head);
        scratch.inputs = set.values(layer, head);
        for (Index key = 0; key < from.cols; ++key) {
            const float norm = norm_of_row(scratch, key);
            for (Index query = 0; query < from.rows; ++query) to(query, key) = from(query, key) * norm;
        }
        for (Index query = 0; query < from.rows; ++query)
            std::fill(to.row(query) + to.cols, to.row(query) + to.stride, 0.0F);
    });
}

std::shared_ptr<AttentionMaps> contributions_of(const HeadSet& set, ThreadPool& pool) {
    const AttentionMaps& maps = set.maps;
    auto out = std::make_shared<AttentionMaps>(maps.n_layers(), maps.n_heads(), maps.n_queries(), maps.n_keys());
    fill(set, *out, pool);
    return out;
}

}  // namespace

std::shared_ptr<const AttentionMaps> contribution_maps(const AttentionTrace& trace, ThreadPool& pool) {
    const Model& model = *trace.model;
    const AttentionMaps& maps = *trace.maps;
    std::shared_ptr<AttentionMaps> out = contributions_of({maps, model.config, model.weights}, pool);
    out->last_hidden_state = maps.last_hidden_state;
    out->logits = maps.logits;
    if (maps.decoder == nullptr) return out;
    const StackConfig& decoder = *model.config.decoder;
    out->decoder = contributions_of({*maps.decoder, decoder, *model.weights.decoder}, pool);
    out->decoder->last_hidden_state = maps.decoder->last_hidden_state;
    out->decoder->logits = maps.decoder->logits;
    out->cross = contributions_of({*maps.cross, decoder, *model.weights.decoder, true}, pool);
    return out;
}

AttentionTrace with_contributions(const AttentionTrace& trace, ThreadPool& pool) {
    AttentionTrace out = trace;
    out.maps = contribution_maps(trace, pool);
    out.holds_contributions = true;
    return out;
}

void normalise_rows(AttentionMaps& maps) {
    for (Index i = 0; i < maps.n_layers() * maps.n_heads(); ++i) {
        const MatrixView map = maps.head(i / maps.n_heads(), i % maps.n_heads());
        for (Index query = 0; query < map.rows; ++query) {
            double sum = 0;
            for (Index key = 0; key < map.cols; ++key) sum += static_cast<double>(map(query, key));
            if (sum == 0) continue;
            for (Index key = 0; key < map.cols; ++key)
                map(query, key) = static_cast<float>(static_cast<double>(map(query, key)) / sum);
        }
    }
}

std::vector<float> head_output_norms(const AttentionTrace& trace, ThreadPool& pool) {
    const AttentionMaps& maps = *trace.maps;
    const HeadSet set{maps, trace.model->config, trace.model->weights};
    const Index rows = maps.n_queries();
    std::vector<float> norms(static_cast<std::size_t>(maps.n_layers() * maps.n_heads() * rows));
    for_each_head(set, rows, pool, [&](Index layer, Index head, Scratch& scratch) {
        const ConstMatrixView map = maps.head(layer, head);
        const Strided weights(map.data, map.rows, map.cols, Eigen::OuterStride<>(map.stride));
        scratch.inputs.noalias() = weights.lazyProduct(set.values(layer, head));
        for (Index query = 0; query < rows; ++query)
            norms[static_cast<std::size_t>((layer * maps.n_heads() + head) * rows + query)] =
                norm_of_row(scratch, query);
    });
    return norms;
}

}  // namespace headscope
