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
    std::int64_t bytes = 0;             // memory held: packed weights, norms and tables, mapped ones included
    std::vector<std::string> warnings;  // "FILE: tensor NAME: N values are NaN or infinite"
};

// Packs the linear weights, copies the norms and leaves the embeddings mapped, reading every value once. Work is spread
// over options.pool. Fails where a file does, and with kCancelled.
Result<LoadedWeights> load_weights(const ExpectedTensors& expected, const BoundTensors& bound, bool has_tied_head,
                                   const LoadOptions& options);

}  // namespace headscope
