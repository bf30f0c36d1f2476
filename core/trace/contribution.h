#pragma once

#include <memory>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/nn/attention_maps.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// What a head adds to the output of its block at query i is Σ_j A_ij f(x_j), f(x) = (x W_V + b_V) W_O, with the head's
// own slice of W_O (Kobayashi et al. 2020); grouped query heads read the values that they share. ‖A_ij f(x_j)‖ tells
// how much of that comes from key j: a key with a small value vector adds little, whatever its weight. A sink has no
// value and adds nothing. Left out: b_O, which no head owns, the residual stream, and a norm behind the block.
constexpr const char* kContributionFormula =
    "‖A_ij f(x_j)‖, f(x) = (x W_V + b_V) W_O of the head (Kobayashi et al. 2020)";

// The maps ‖A_ij f(x_j)‖ of every set of a trace whose run kept its values (RunOptions::keep_values); sizes as the
// trace's, cells of keys that are not looked at are 0. Throws std::bad_alloc.
std::shared_ptr<const AttentionMaps> contribution_maps(const AttentionTrace& trace, ThreadPool& pool);

// The trace with those maps in place of its weights.
AttentionTrace with_contributions(const AttentionTrace& trace, ThreadPool& pool);

// Divides each row by its sum, so that it says in what parts the row's contributions come; rows of 0 stay.
void normalise_rows(AttentionMaps& maps);

// ‖Σ_j A_ij f(x_j)‖ of every head of the only stack or the encoder: [n_layers, n_heads, n_queries]. For the same
// traces. Throws std::bad_alloc.
std::vector<float> head_output_norms(const AttentionTrace& trace, ThreadPool& pool);

}  // namespace headscope
