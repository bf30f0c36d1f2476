#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/base/thread_pool.h"
#include "core/model/model_config.h"
#include "core/model/weights.h"
#include "core/nn/attention.h"
#include "core/nn/attention_capture.h"
#include "core/nn/head_placement.h"
#include "core/nn/transformer.h"
#include "core/nn/workspace.h"

namespace headscope {

// What goes into the first layer of a stack, checked. Empty: all types 0, no key hidden.
struct StackInput {
    std::span<const TokenId> ids;
    std::span<const std::int32_t> type_ids;
    std::span<const unsigned char> attention_mask;

    Index size() const { return static_cast<Index>(ids.size()); }
};

// Rows side by side, without what pads them.
inline void copy_rows(ConstMatrixView from, float* to) {
    for (Index row = 0; row < from.rows; ++row) std::copy_n(from.row(row), from.cols, to + row * from.cols);
}

// Where what one layer computes goes. Null: it is not kept.
struct LayerOutput {
    MapOutput maps;
    MapOutput cross_maps;
    float* values = nullptr;        // [T, n_kv_heads · d_head]
    float* cross_values = nullptr;  // [tokens of the other stack, n_heads · d_head]
};

// One run of one stack over the buffers of a workspace. Sizes are settled on construction, which may throw
// std::bad_alloc; what follows cannot fail unless it says so.
class StackPass {
  public:
    StackPass(const StackConfig& config, const StackWeights& weights, const StackInput& input, StackBuffers& buffers,
              ThreadPool& pool);

    // What the layers attend to besides their own tokens: the last hidden state of another stack, which must stay as
    // it is meanwhile, and its attention mask. Before the first run_layer. May throw std::bad_alloc.
    void attend_also_to(ConstMatrixView memory, std::span<const unsigned char> mask);
    // Heads, which exist, that are off from here on: of the attention to own tokens (`self`) and to another stack
    // (`cross`). The lists must outlive the pass.
    void switch_off(std::span<const HeadRef> self, std::span<const HeadRef> cross, SwitchOff by) {
        off_self_ = self;
        off_cross_ = cross;
        off_by_ = by;
    }
    // x₀ = projection(norm(scale · word + position + type)).
    void embed();
    // In place of embed(): the residual stream [T, d_model] in front of the layer that runs next.
    void resume(std::span<const float> stream);
    // Post-norm: a = norm(x + attention(x)), x = norm(a + feed_forward(a)) (Vaswani et al. 2017, section 3.1).
    // Pre-norm: a = x + attention(norm(x)), x = a + feed_forward(norm(a)) (Xiong et al. 2020). Sandwich: each block's
    // result is normalised before it is added. Parallel: x + attention(norm(x)) + feed_forward(norm(x)).
    // Attention to another stack is a block of its own between the two.
    void run_layer(Index layer, const LayerOutput& out);
    // Has the layers that run from now on copy what their attention to their own tokens (`self`) and to another stack
    // (`cross`) reads and makes; null: they do not. Copying may throw std::bad_alloc.
    void capture(AttentionCapture* self, AttentionCapture* cross);
    void apply_final_norm();
    // Of any layer of this stack, as long as the pass and its buffers live.
    HeadPlacement placement_of(Index layer) const;
    DistanceBias bias() const { return bias_; }
    // [T, d_model], the residual stream as it stands.
    ConstMatrixView hidden_state() const { return stream_; }

  private:
    void attend(Index layer, ConstMatrixView x, const LayerOutput& out);
    void attend_across(Index layer, const CrossWeights& cross, ConstMatrixView x, const LayerOutput& out);
    // Puts what stands for those of `off` that are of this layer in place of their output.
    void silence(std::span<const HeadRef> off, Index layer);
    void place_queries_and_keys(const HeadPlacement& placement);
    void copy_operands(const AttentionOperands& operands, AttentionCapture& capture) const;
    // stream += norm(linear(x)), without a norm where it has no weights.
    void add_to_stream(const PackedLinear& linear, ConstMatrixView x, const NormWeights& norm);
    // stream += x.
    void add_to_stream(ConstMatrixView x);
    void feed_forward(const LayerWeights& layer, ConstMatrixView x);
    // What `up` and the activation make of x, [x.rows, d_ff]; it lies in the hidden buffer.
    ConstMatrixView activate(const FeedForwardWeights& block, ConstMatrixView x, const Gating& gating);
    void mix_experts(const LayerWeights& layer, ConstMatrixView x);
    void choose_experts(ConstMatrixView logits);
    // x normalised into the buffer for that, or x itself where the norm has no weights.
    ConstMatrixView normalised(const NormWeights& norm, ConstMatrixView x);
    void normalise(const NormWeights& norm, ConstMatrixView x, MatrixView y);
    // task(first row, number of rows), shared out among threads only where it is worth waking them.
    template <class Task>
    void for_rows(Task&& task);

    const StackConfig& config_;
    const StackWeights& weights_;
    const StackInput& input_;
    StackBuffers& buffers_;
    ThreadPool& pool_;
    std::span<const HeadRef> off_self_;
    std::span<const HeadRef> off_cross_;
    SwitchOff off_by_ = SwitchOff::kZero;
    AttentionShape shape_;
    DistanceBias bias_;
    AttentionCapture* captured_self_ = nullptr;
    AttentionCapture* captured_cross_ = nullptr;
    ConstMatrixView memory_;
    MatrixView cross_;
    MatrixView embedded_, stream_, normalised_, qkv_, context_, hidden_, router_, expert_in_, expert_out_, expert_sum_;
};

}  // namespace headscope
