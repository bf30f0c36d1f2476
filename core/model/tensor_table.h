#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/safetensors.h"
#include "core/model/family.h"
#include "core/model/model_config.h"

namespace headscope {

// A tensor that a model of a config must have.
struct ExpectedTensor {
    std::string name;                 // without the family's body prefix
    std::vector<std::int64_t> shape;  // outermost first
    std::string reason;               // the values of the config that ask for it, such as "hidden_size 384"
    bool any_row_count = false;       // the file's own number of rows counts, shape[0] is only what the config says
};

// A weight and its bias, as places in ExpectedTensors::all.
struct LinearPlace {
    std::size_t weight = 0;
    std::size_t bias = 0;
};

struct LayerPlaces {
    LinearPlace query, key, value, output, attention_norm, up, down, feed_forward_norm;
};

// Every tensor of a model, and where each parameter stands in that list.
struct ExpectedTensors {
    std::vector<ExpectedTensor> all;
    std::size_t word_embeddings = 0, position_embeddings = 0, type_embeddings = 0;
    LinearPlace embedding_norm;
    std::vector<LayerPlaces> layers;
};

ExpectedTensors expected_tensors(const ModelConfig& config, const TensorNames& names);

// A file's tensors matched to the expected ones.
struct BoundTensors {
    std::vector<const TensorInfo*> tensors;  // parallel to ExpectedTensors::all; they belong to the file
    std::vector<std::string> names;          // as they stand in the file, parallel to `tensors`
    std::vector<std::string> unused;         // names left over, sorted
    std::vector<std::string> warnings;       // "FILE: …": left-over tensors that no head or buffer explains
};

// Finds each expected tensor under its name, with the body prefix before it, or with the old "gamma" and "beta" for the
// weight and bias of a norm. Everything missing, misshapen or of a type that holds no real numbers, and what is left
// over besides, comes in one error, a line each in Error::details.
Result<BoundTensors> bind_tensors(const SafetensorsFile& file, const ExpectedTensors& expected,
                                  const TensorNames& names);

}  // namespace headscope
