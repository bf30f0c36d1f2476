#pragma once

#include <memory>

#include "core/nn/attention_maps.h"

namespace headscope {

// The variant, for people: others leave the identity out, or weigh it otherwise.
constexpr const char* kRolloutVariant =
    "mean of the heads W, rows divided by their sum; A = 0.5 W + 0.5 I; R_1 = A_1, R_l = A_l R_(l-1) (Abnar & Zuidema "
    "2020)";

// Attention rollout: [n_layers, 1, T, T], layer l holds R_l, how much of each input token is in each query behind layer
// l if attention only mixed the stream. Rows sum to 1; the division matters only where sinks take a share. `maps` must
// be those of one stack among its own tokens. Throws std::bad_alloc.
std::shared_ptr<const AttentionMaps> attention_rollout(const AttentionMaps& maps);

}  // namespace headscope
