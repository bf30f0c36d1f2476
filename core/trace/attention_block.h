#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/math/packed_linear.h"
#include "core/model/cost.h"
#include "core/nn/attention_capture.h"
#include "core/nn/head_placement.h"
#include "core/nn/naive_attention.h"
#include "core/trace/attention_trace.h"
#include "core/trace/map_set.h"

namespace headscope {

// The linear layers of an attention block. Rows of `key_value` from first_key (first_value) on are the keys' (values').
struct BlockWeights {
    const PackedLinear* query = nullptr;      // rows [0, n_heads · d_head) are the queries'
    const PackedLinear* key_value = nullptr;  // the same where one layer makes all three
    const PackedLinear* output = nullptr;     // W_O
    Index first_key = 0;
    Index first_value = 0;
};

// What the maps of one attention block come from, on one text: every number between its input and W_O. Immutable once
// made.
struct AttentionBlock {
    AttentionShape shape;
    BlockWeights weights;
    AttentionCapture numbers;
    AttentionMask mask;
    float scale = 1;                          // on q · k
    std::vector<float> bias;                  // what distance_bias() refers to; empty: none
    float soft_cap = 0;                       // as in ScoreRules
    std::vector<float> sinks;                 // one a head, or none
    RotaryTable rotations;                    // half() is 0 where positions are not turned into queries and keys
    const NormWeights* query_norm = nullptr;  // null: none
    const NormWeights* key_norm = nullptr;
    float norm_eps = 0;
    bool is_input_normalised = false;   // a norm stands in front of the block
    bool is_self = true;                // queries and keys are of the same tokens
    std::shared_ptr<const void> owner;  // keeps the weights alive

    Index n_queries() const { return numbers.input.rows(); }
    Index n_keys() const { return numbers.source.rows(); }
    bool has_biases() const;  // any number of the linear layers' biases is not 0
    bool turns_positions() const { return rotations.half() > 0; }
    DistanceBias distance_bias() const;
    HeadPlacement placement() const;
};

// Runs the model of a trace on its tokens up to and through one attention block. kCancelled, kTooLarge, and
// check_weight_file's errors.
Result<std::shared_ptr<const AttentionBlock>> run_block(const AttentionTrace& trace, MapSet set, Index layer,
                                                        const CancelToken& cancel, Workspace& workspace);

// A block of these sizes with weights and tokens drawn at random, variance 1 / d_model and 1: what shapes look like
// where no weights are at hand. The same seed gives the same block. kTooLarge if the memory is refused.
Result<std::shared_ptr<const AttentionBlock>> make_random_block(const CostSizes& sizes, Index n_tokens,
                                                                std::uint64_t seed, ThreadPool& pool);

// One head's share of the linear layers, as x W + b is written: W is [in, out].
struct HeadSlices {
    RowMajorMatrix query, key, value;  // [d_model, d_head]
    Eigen::VectorXf query_bias, key_bias, value_bias;
    RowMajorMatrix output;  // [d_head, d_model]: the rows of W_O that this head's Σ w · v meets
};
HeadSlices head_slices(const AttentionBlock& block, Index head);

// W_O as [n_heads · d_head, d_model].
RowMajorMatrix output_matrix(const AttentionBlock& block);

// The whole block's weights for the literal loop.
AttentionWeights literal_weights(const AttentionBlock& block);

}  // namespace headscope
