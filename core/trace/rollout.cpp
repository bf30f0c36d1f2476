#include "core/trace/rollout.h"

#include <Eigen/Core>
#include <algorithm>
#include <cassert>

namespace headscope {

std::shared_ptr<const AttentionMaps> attention_rollout(const AttentionMaps& maps) {
    using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    assert(maps.n_queries() == maps.n_keys());
    const Index tokens = maps.n_queries();
    auto out = std::make_shared<AttentionMaps>(maps.n_layers(), 1, tokens, tokens);
    Matrix rollout = Matrix::Identity(tokens, tokens);
    for (Index layer = 0; layer < maps.n_layers(); ++layer) {
        Matrix mixed = Matrix::Zero(tokens, tokens);
        for (Index head = 0; head < maps.n_heads(); ++head) {
            const ConstMatrixView map = maps.head(layer, head);
            for (Index query = 0; query < tokens; ++query)
                for (Index key = 0; key < tokens; ++key) mixed(query, key) += static_cast<double>(map(query, key));
        }
        for (Index query = 0; query < tokens; ++query) {
            // A row that sinks took whole mixes nothing in.
            const double sum = mixed.row(query).sum();
            if (sum != 0) mixed.row(query) *= 0.5 / sum;
            mixed(query, query) += sum != 0 ? 0.5 : 1;
        }
        rollout = (mixed * rollout).eval();
        const MatrixView to = out->head(layer, 0);
        for (Index query = 0; query < tokens; ++query) {
            for (Index key = 0; key < tokens; ++key) to(query, key) = static_cast<float>(rollout(query, key));
            std::fill(to.row(query) + to.cols, to.row(query) + to.stride, 0.0F);
        }
    }
    return out;
}

}  // namespace headscope
