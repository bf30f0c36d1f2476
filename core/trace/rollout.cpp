#include "core/trace/rollout.h"

#include <Eigen/Core>
#include <algorithm>
#include <atomic>
#include <cassert>
#include <new>

namespace headscope {
namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Index kRowsAtOnce = 32;

// Rows of A of one layer.
void mix_rows(const AttentionMaps& maps, Index layer, Index first, Index rows, Matrix& mixed) {
    const Index tokens = maps.n_keys();
    mixed.middleRows(first, rows).setZero();
    for (Index head = 0; head < maps.n_heads(); ++head) {
        const ConstMatrixView map = maps.head(layer, head);
        for (Index query = first; query < first + rows; ++query)
            for (Index key = 0; key < tokens; ++key) mixed(query, key) += static_cast<double>(map(query, key));
    }
    for (Index query = first; query < first + rows; ++query) {
        // A row that sinks took whole mixes nothing in.
        const double sum = mixed.row(query).sum();
        if (sum != 0) mixed.row(query) *= (1 - kRolloutIdentity) / sum;
        mixed(query, query) += sum != 0 ? kRolloutIdentity : 1;
    }
}

}  // namespace

std::shared_ptr<AttentionMaps> attention_rollout(const AttentionMaps& maps, const CancelToken& cancel,
                                                 ThreadPool& pool) {
    assert(maps.n_queries() == maps.n_keys());
    const Index tokens = maps.n_queries();
    auto out = std::make_shared<AttentionMaps>(maps.n_layers(), 1, tokens, tokens);
    Matrix rollout = Matrix::Identity(tokens, tokens);
    Matrix mixed(tokens, tokens);
    Matrix next(tokens, tokens);
    const auto blocks = static_cast<int>((tokens + kRowsAtOnce - 1) / kRowsAtOnce);
    for (Index layer = 0; layer < maps.n_layers(); ++layer) {
        const MatrixView to = out->head(layer, 0);
        std::atomic<bool> is_out_of_memory = false;
        pool.for_each(blocks, [&](int block) {
            if (cancel.is_requested()) return;
            const Index first = block * kRowsAtOnce;
            const Index rows = std::min(kRowsAtOnce, tokens - first);
            mix_rows(maps, layer, first, rows, mixed);
            try {  // the product takes working memory
                next.middleRows(first, rows).noalias() = mixed.middleRows(first, rows) * rollout;
            } catch (const std::bad_alloc&) {
                is_out_of_memory = true;
                return;
            }
            for (Index query = first; query < first + rows; ++query) {
                for (Index key = 0; key < tokens; ++key) to(query, key) = static_cast<float>(next(query, key));
                std::fill(to.row(query) + to.cols, to.row(query) + to.stride, 0.0F);
            }
        });
        if (is_out_of_memory) throw std::bad_alloc();
        if (cancel.is_requested()) return nullptr;
        rollout.swap(next);
    }
    return out;
}

std::shared_ptr<AttentionMaps> rollout_of_stacks(const AttentionMaps& maps, const CancelToken& cancel,
                                                 ThreadPool& pool) {
    std::shared_ptr<AttentionMaps> rollout = attention_rollout(maps, cancel, pool);
    if (rollout == nullptr || maps.decoder == nullptr) return rollout;
    rollout->decoder = attention_rollout(*maps.decoder, cancel, pool);
    return rollout->decoder != nullptr ? rollout : nullptr;
}

}  // namespace headscope
