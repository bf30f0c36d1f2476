#pragma once

#include <vector>

#include "core/trace/attention_block.h"

namespace headscope {

// How one row of one head's map comes about, step by step; one number a key unless told otherwise. Steps that the model
// does not take are empty.
struct RowSteps {
    Index head = 0;
    Index query = 0;
    std::vector<float> products;         // q · k
    std::vector<float> scaled;           // times the block's scale
    std::vector<float> biases;           // added to the scaled products
    std::vector<float> capped;           // c · tanh(score / c)
    std::vector<unsigned char> allowed;  // 0: hidden by the mask
    std::vector<float> scores;           // what softmax sees, before the mask
    float shift = 0;                     // taken off every score before e^score where that would grow too large
    std::vector<float> exponentials;     // e^(score − shift); 0 where hidden
    float sink = 0;                      // the sink's exponential; 0 without one
    float sum = 0;                       // of the exponentials, the sink's included
    std::vector<float> weights;          // the row of the map
    std::vector<float> mixed;            // [d_head]: Σ w · v
};

RowSteps row_steps(const AttentionBlock& block, Index head, Index query);

// The row's weights with `amount` added to the score of one key: softmax of the other scores as they are.
std::vector<float> pushed_weights(const RowSteps& steps, Index key, float amount);

// The same row computed by a single head as wide as all of them: q · k = Σ over heads of q_h · k_h, divided by the root
// of that width. Biases by distance and sinks, which heads have of their own, are left out.
RowSteps one_wide_head(const AttentionBlock& block, Index query);

// What each head adds to the block's output at one query, behind its slice of W_O.
struct HeadParts {
    RowMajorMatrix parts;      // [n_heads, d_model]
    std::vector<float> norms;  // ‖part‖, one a head
    // How much of a part is left along its own direction once all parts are added: Σ parts · part / ‖part‖². Below 1
    // the other heads cancel some of it, above 1 they add to it; 1 where the part is 0.
    std::vector<float> kept;
    Eigen::VectorXf sum;  // [d_model], without the bias of W_O
};
HeadParts head_parts(const AttentionBlock& block, Index query, ThreadPool& pool);

// One head's map as it is under the mask of a causal model and with every key in sight; windows and hidden keys stay.
// [n_queries, n_keys] both; for blocks that attend to their own tokens.
struct MaskedAndOpen {
    RowMajorMatrix causal;
    RowMajorMatrix open;
};
MaskedAndOpen masked_and_open(const AttentionBlock& block, Index head);

// The block computed by a literal loop over heads, and by one projection for all of them with all heads as a batch.
struct TwoWays {
    double loop_milliseconds = 0;
    double fused_milliseconds = 0;
    int threads = 1;              // that the second way may use
    float map_difference = 0;     // the largest, over all cells of all maps
    float output_difference = 0;  // the largest, over the block's output
};
TwoWays compute_both_ways(const AttentionBlock& block, ThreadPool& pool);

}  // namespace headscope
