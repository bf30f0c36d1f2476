#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// "zero" or "mean".
const char* switch_off_name(SwitchOff by);

// How a vector differs from what it was before.
struct VectorChange {
    double cosine = 1;    // between the two; 1 where both are 0
    double norm = 0;      // ‖after − before‖
    double relative = 0;  // norm / ‖before‖; 0 where nothing changed
};

// By rows of two [n, width] matrices of the same size, such as the last hidden states of two runs.
std::vector<VectorChange> row_changes(std::span<const float> before, std::span<const float> after, Index width);

// after − before of two runs over the same tokens, cell by cell, between −1 and 1, decoder and cross sets included.
// Throws std::bad_alloc.
std::shared_ptr<const AttentionMaps> difference_maps(const AttentionMaps& before, const AttentionMaps& after);

// What the last hidden state loses without a head.
struct HeadImportance {
    HeadRef head;
    double change = 0;  // mean over tokens of VectorChange::relative
    double cosine = 1;  // mean over tokens
};

struct RankOptions {
    SwitchOff by = SwitchOff::kZero;
    CancelToken cancel = {};
    std::function<void(Index heads_done, Index n_heads)> progress = {};  // called on the running thread
};

// Every head of the only stack or the encoder switched off on its own, most important first (a stand-in without
// gradients for Michel et al. 2019). One whole run, then for each head one from its layer up. Errors as run_model's.
Result<std::vector<HeadImportance>> rank_heads(const Model& model, const ModelInput& input, const RankOptions& options,
                                               Workspace& workspace);

}  // namespace headscope
