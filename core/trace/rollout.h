#pragma once

#include <memory>

#include "core/base/cancel.h"
#include "core/base/thread_pool.h"
#include "core/nn/attention_maps.h"

namespace headscope {

// The variant, for people: others leave the identity out, or weigh it otherwise.
constexpr const char* kRolloutVariant =
    "mean of the heads W, rows divided by their sum; A = 0.5 W + 0.5 I; R_1 = A_1, R_l = A_l R_(l-1) (Abnar & Zuidema "
    "2020)";
// The share of I in it.
constexpr double kRolloutIdentity = 0.5;

// Attention rollout: [n_layers, 1, T, T], layer l holds R_l, how much of each input token is in each query behind layer
// l if attention only mixed the stream. Rows sum to 1; the division matters only where sinks take a share. `maps` must
// be those of one stack among its own tokens. T³ steps a layer; null once cancelled. Throws std::bad_alloc.
std::shared_ptr<AttentionMaps> attention_rollout(const AttentionMaps& maps, const CancelToken& cancel,
                                                 ThreadPool& pool);

// The same of a run's maps, with that of the decoder's as `decoder` where there is one; cross-attention, whose queries
// and keys are other tokens, has none. Null once cancelled. Throws std::bad_alloc.
std::shared_ptr<AttentionMaps> rollout_of_stacks(const AttentionMaps& maps, const CancelToken& cancel,
                                                 ThreadPool& pool);

}  // namespace headscope
