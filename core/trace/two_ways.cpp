#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <vector>

#include "core/nn/naive_attention.h"
#include "core/nn/workspace.h"
#include "core/trace/row_steps.h"

namespace headscope {
namespace {

// Each way runs this often; the quickest counts, since the first run also fetches weights from memory.
constexpr int kRuns = 3;

template <class Work>
double quickest_milliseconds(Work&& work) {
    double quickest = INFINITY;
    for (int i = 0; i < kRuns; ++i) {
        const auto start = std::chrono::steady_clock::now();
        work();
        const auto end = std::chrono::steady_clock::now();
        quickest = std::min(quickest, std::chrono::duration<double, std::milli>(end - start).count());
    }
    return quickest;
}

// The way the engine takes: one matrix product for all queries, keys and values, then all heads as a batch.
class FusedBlock {
  public:
    FusedBlock(const AttentionBlock& block, ThreadPool& pool) : block_(block), pool_(pool) {
        const AttentionShape& shape = block.shape;
        const BlockWeights& w = block.weights;
        const bool is_packed_together = w.query == w.key_value;
        first_ = matrix_in(first_buffer_, block.n_queries(), w.query->out(), w.query->padded_out());
        if (!is_packed_together)
            second_ = matrix_in(second_buffer_, block.n_keys(), w.key_value->out(), w.key_value->padded_out());
        const MatrixView keys = is_packed_together ? first_ : second_;
        operands_ = {{first_.data, first_.rows, shape.q_width(), first_.stride},
                     {keys.data + w.first_key, keys.rows, shape.kv_width(), keys.stride},
                     {keys.data + w.first_value, keys.rows, shape.kv_width(), keys.stride}};
        keys_ = keys.data + w.first_key;
        keys_stride_ = keys.stride;
        context_ = matrix_in(context_buffer_, block.n_queries(), shape.q_width(), shape.q_width());
        output_ = matrix_in(output_buffer_, block.n_queries(), shape.d_model, w.output->padded_out());
        maps_ = AttentionMaps(1, shape.n_heads, block.n_queries(), block.n_keys());
    }

    void run() {
        const AttentionShape& shape = block_.shape;
        const BlockWeights& w = block_.weights;
        w.query->apply(view_of(block_.numbers.input), first_, Epilogue::kNone, {}, pool_);
        if (second_.data != nullptr)
            w.key_value->apply(view_of(block_.numbers.source), second_, Epilogue::kNone, {}, pool_);
        const HeadPlacement placement = block_.placement();
        if (placement.is_needed()) {
            const Index d = shape.d_head;
            for (Index t = 0; t < block_.n_queries(); ++t)
                placement.place_queries(t, {first_.row(t), shape.n_heads, d, d});
            for (Index t = 0; t < block_.n_keys(); ++t)
                placement.place_keys(t, {keys_ + t * keys_stride_, shape.n_kv_heads, d, d});
        }
        const ScoreRules rules = {block_.scale, block_.distance_bias(), block_.soft_cap, block_.sinks};
        const MatrixView map = maps_.head(0, 0);
        fused_attention(shape, block_.mask, rules, operands_, {map.data, map.rows * map.stride, map.stride, false},
                        context_, scratch_, pool_);
        w.output->apply(context_, output_, Epilogue::kNone, {}, pool_);
    }

    const AttentionMaps& maps() const { return maps_; }
    ConstMatrixView output() const { return output_; }

  private:
    const AttentionBlock& block_;
    ThreadPool& pool_;
    AlignedBuffer first_buffer_, second_buffer_, context_buffer_, output_buffer_;
    MatrixView first_, second_, context_, output_;
    AttentionOperands operands_;
    float* keys_ = nullptr;
    Index keys_stride_ = 0;
    AttentionMaps maps_;
    AttentionScratch scratch_;
};

float largest_difference(const RowMajorMatrix& a, ConstMatrixView b) {
    float largest = 0;
    for (Index row = 0; row < b.rows; ++row) {
        for (Index c = 0; c < b.cols; ++c) largest = std::max(largest, std::abs(a(row, c) - b(row, c)));
    }
    return largest;
}

}  // namespace

TwoWays compute_both_ways(const AttentionBlock& block, ThreadPool& pool) {
    const AttentionWeights weights = literal_weights(block);
    NaiveRules rules;
    rules.score = {block.scale, block.distance_bias(), block.soft_cap, block.sinks};
    const HeadPlacement placement = block.placement();
    if (placement.is_needed()) {
        const auto rows = [](RowMajorMatrix& heads, auto&& place) {
            for (Index t = 0; t < heads.rows(); ++t)
                place(t, MatrixView{heads.row(t).data(), 1, heads.cols(), heads.cols()});
        };
        rules.place_queries = [&](RowMajorMatrix& q) {
            rows(q, [&](Index t, MatrixView head) { placement.place_queries(t, head); });
        };
        rules.place_keys = [&](RowMajorMatrix& k) {
            rows(k, [&](Index t, MatrixView head) { placement.place_keys(t, head); });
        };
    }
    TwoWays both;
    both.threads = pool.size();
    NaiveAttentionResult literal;
    both.loop_milliseconds = quickest_milliseconds([&] {
        literal = naive_attention(block.shape, weights, block.mask, block.numbers.input, block.numbers.source, rules);
    });
    FusedBlock fused(block, pool);
    both.fused_milliseconds = quickest_milliseconds([&] { fused.run(); });
    for (Index head = 0; head < block.shape.n_heads; ++head)
        both.map_difference =
            std::max(both.map_difference,
                     largest_difference(literal.maps[static_cast<std::size_t>(head)], fused.maps().head(0, head)));
    both.output_difference = largest_difference(literal.output, fused.output());
    return both;
}

}  // namespace headscope
