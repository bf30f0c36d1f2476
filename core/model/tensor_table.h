#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/model/family.h"
#include "core/model/model_config.h"
#include "core/model/weight_files.h"

namespace headscope {

// A tensor that a model of a config must have, or may have.
struct ExpectedTensor {
    std::vector<std::string> names;   // without a prefix; any of them
    std::vector<std::int64_t> shape;  // outermost first
    std::string reason;               // the values of the config that ask for it, such as "hidden_size 384"
    Index least_rows = 0;             // > 0: any number of rows from here on will do, whatever shape[0] says
    bool is_optional = false;
};

// A place in ExpectedTensors::all.
using Place = std::size_t;
constexpr Place kNoPlace = static_cast<Place>(-1);

// Outputs of a linear layer as they lie in one tensor: outputs first, first + step, …, `count` of them.
struct OutputRun {
    Place weight = kNoPlace;
    Place bias = kNoPlace;
    Index first = 0;
    Index count = 0;
    Index step = 1;
    // > 0: of each group of so many outputs, the two halves alternate in the file. Only with a step of 1.
    Index alternating = 0;
};

// A linear layer, put together from runs in the order of its outputs.
struct LinearPlace {
    std::vector<OutputRun> runs;
    bool is_in_out = false;  // the weights are [in, out]
    Index slice = -1;        // ≥ 0: the weights are [slices, in, out] and this one counts; biases [slices, out]
};

struct NormPlace {
    Place weight = kNoPlace;  // kNoPlace: no norm
    Place bias = kNoPlace;
};

struct FeedForwardPlace {
    LinearPlace up, down;
};

struct LayerPlaces {
    LinearPlace qkv, output, router;
    FeedForwardPlace feed_forward;
    std::vector<FeedForwardPlace> experts;
    LinearPlace cross_query, cross_key_value, cross_output;  // without runs where there is no cross-attention
    NormPlace cross_norm;
    NormPlace attention_norm, feed_forward_norm, post_attention_norm, post_feed_forward_norm, query_norm, key_norm;
    Place sinks = kNoPlace;
};

struct StackPlaces {
    Place word_embeddings = kNoPlace, position_embeddings = kNoPlace, type_embeddings = kNoPlace;
    Place relative_bias = kNoPlace;
    NormPlace embedding_norm, final_norm;
    LinearPlace embedding_projection;
    std::vector<LayerPlaces> layers;  // one a weight set
    float norm_offset = 0;            // added to every norm weight
};

// All optional: a head that is not there in full is no head.
struct HeadPlaces {
    LinearPlace transform;
    NormPlace transform_norm;
    Place matrix = kNoPlace, bias = kNoPlace;
};

// Every tensor of a model, and where each parameter stands in that list.
struct ExpectedTensors {
    std::vector<ExpectedTensor> all;
    StackPlaces stack;  // the only one, or the encoder
    std::optional<StackPlaces> decoder;
    HeadPlaces head;
};

ExpectedTensors expected_tensors(const ModelConfig& config, const TensorNames& names);

// The files' tensors matched to the expected ones.
struct BoundTensors {
    std::vector<const StoredTensor*> tensors;  // parallel to ExpectedTensors::all; null: an optional one is not there
    std::vector<std::string> names;            // as they stand in the file, parallel to `tensors`
    std::vector<std::string> unused;           // names left over, sorted
    std::vector<std::string> warnings;         // "FILE: …": left-over tensors that no head or buffer explains
};

// Whether a tensor's name, alone or behind one of the prefixes that a family's names may have, begins with one of these
// stems.
bool begins_with_any(std::string_view name, std::span<const std::string_view> stems, const TensorNames& names);

// Finds each expected tensor under one of its names, with or without a prefix, or with the old "gamma" and "beta" for
// the weight and bias of a norm. Everything missing, misshapen or of a type that holds no real numbers, and what is
// left over besides, comes in one error, a line each in Error::details. `files` must outlive the result.
Result<BoundTensors> bind_tensors(const WeightFiles& files, const ExpectedTensors& expected, const TensorNames& names);

}  // namespace headscope
