#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/attention_trace.h"
#include "core/trace/map_set.h"

namespace headscope {

// The heads of a set of maps that are switched off.
std::vector<HeadRef>& heads_off(Ablation& ablation, MapSet set);
const std::vector<HeadRef>& heads_off(const Ablation& ablation, MapSet set);

// The first head that a model does not have, and which there are: "decoder:2:0, expected decoder:0:0 to decoder:1:3";
// empty if it has all.
std::string find_missing_heads(const Ablation& ablation, const ModelConfig& config);

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
    MapSet set = MapSet::kEncoder;  // whose heads; the model must have it
    SwitchOff by = SwitchOff::kZero;
    CancelToken cancel = {};
    std::function<void(Index heads_done, Index n_heads)> progress = {};  // called on the running thread
};

// Every head of a set switched off on its own, most important first (a stand-in without gradients for Michel et al.
// 2019). One whole run, then for each head one from its layer up; of a decoder's heads from the encoder's last layer.
// Errors as run_model's.
Result<std::vector<HeadImportance>> rank_heads(const Model& model, const ModelInput& input, const RankOptions& options,
                                               Workspace& workspace);

}  // namespace headscope
