#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/model/tensor_table.h"
#include "core/model/weights.h"

namespace headscope {

struct LoadedWeights {
    Weights weights;
    WeightSizes sizes;
    std::vector<std::string> warnings;  // as check_values'
};

// What load_weights will hold, from the tensors' sizes alone.
WeightSizes weight_sizes(const ExpectedTensors& expected, const BoundTensors& bound, bool has_tied_head);

// Reads every value of the bound tensors once and keeps none. "FILE: tensor NAME: N values are NaN or infinite", a line
// a tensor. Fails where a file does, and with kCancelled.
Result<std::vector<std::string>> check_values(const BoundTensors& bound, const LoadOptions& options);

// Packs the linear weights, copies the norms and leaves the embeddings mapped, reading every value once. Work is spread
// over options.pool. Fails where a file does, with kCancelled, and with kTooLarge before anything is allocated where
// there is no memory for the packed weights.
Result<LoadedWeights> load_weights(const ExpectedTensors& expected, const BoundTensors& bound, bool has_tied_head,
                                   const LoadOptions& options);

}  // namespace headscope
