// Reading cases that transformers computed in float64, and comparing a run with them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "core/io/json_read.h"
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/nn/transformer.h"

namespace headscope::testing {

constexpr double kMapTolerance = 2e-6;
constexpr double kHiddenTolerance = 1e-5;  // of the largest value

struct Tensor {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

inline Tensor tensor_of(const SafetensorsFile& file, const std::string& name) {
    const TensorInfo& info = file.tensors.at(name);
    EXPECT_EQ(info.dtype, DType::kF32);
    Tensor tensor{info.shape, std::vector<float>(info.bytes / sizeof(float))};
    std::memcpy(tensor.values.data(), file.bytes(info).data(), info.bytes);
    return tensor;
}

inline std::shared_ptr<const Model> opened(const std::filesystem::path& folder) {
    auto model = load_model(folder, {});
    EXPECT_TRUE(model.has_value()) << (model.has_value() ? "" : model.error().message + "\n" + model.error().details);
    return model.has_value() ? model.value() : nullptr;
}

inline nlohmann::json json_of(const std::filesystem::path& path) {
    auto json = read_json_file(path, 1 << 20);
    EXPECT_TRUE(json.has_value()) << path;
    return json.has_value() ? json.value() : nlohmann::json();
}

inline ModelInput input_of_case(const nlohmann::json& one) {
    ModelInput input;
    input.ids = one.at("input_ids").get<std::vector<TokenId>>();
    if (one.contains("decoder_input_ids")) input.decoder_ids = one.at("decoder_input_ids").get<std::vector<TokenId>>();
    if (one.contains("token_type_ids")) input.type_ids = one.at("token_type_ids").get<std::vector<std::int32_t>>();
    if (one.contains("attention_mask")) {
        for (const int value : one.at("attention_mask")) input.attention_mask.push_back(value != 0);
    }
    return input;
}

// The largest difference of one run's maps from a reference [layer, head, row, key] that keeps some query rows.
inline double map_difference(const AttentionMaps& maps, const std::vector<Index>& rows, const Tensor& expected) {
    EXPECT_EQ(expected.shape, (std::vector<std::int64_t>{maps.n_layers(), maps.n_heads(),
                                                         static_cast<std::int64_t>(rows.size()), maps.n_keys()}));
    double largest = 0;
    const float* value = expected.values.data();
    for (Index layer = 0; layer < maps.n_layers(); ++layer) {
        for (Index head = 0; head < maps.n_heads(); ++head) {
            for (const Index row : rows) {
                for (Index key = 0; key < maps.n_keys(); ++key, ++value) {
                    const double difference =
                        std::abs(static_cast<double>(maps.head(layer, head)(row, key)) - static_cast<double>(*value));
                    if (!(difference <= largest)) largest = difference;  // NaN counts
                }
            }
        }
    }
    return largest;
}

// The same from one that keeps them all.
inline double map_difference(const AttentionMaps& maps, const Tensor& expected) {
    std::vector<Index> rows(static_cast<std::size_t>(maps.n_queries()));
    std::iota(rows.begin(), rows.end(), Index{0});
    return map_difference(maps, rows, expected);
}

// The largest differences of one run from a reference that keeps some query rows.
struct Differences {
    double maps = 0;
    double hidden = 0;  // relative to the largest value
};

inline Differences differences(const AttentionMaps& maps, const std::vector<Index>& rows, const Tensor& attentions,
                               const Tensor& hidden, double largest_hidden) {
    Differences found;
    found.maps = map_difference(maps, rows, attentions);
    const auto width = static_cast<Index>(hidden.shape[1]);
    const float* expected = hidden.values.data();
    for (const Index row : rows) {
        for (Index c = 0; c < width; ++c, ++expected) {
            const float own = maps.last_hidden_state[static_cast<std::size_t>(row * width + c)];
            const double difference = std::abs(static_cast<double>(own - *expected)) / largest_hidden;
            if (!(difference <= found.hidden)) found.hidden = difference;
        }
    }
    return found;
}

inline double largest_of(const std::vector<float>& values) {
    float largest = 0;
    for (const float value : values) largest = std::max(largest, std::abs(value));
    return static_cast<double>(largest);
}

// The largest difference from a tensor of as many values, as a part of its largest value.
inline double scaled_difference(const std::vector<float>& own, const Tensor& expected) {
    EXPECT_EQ(own.size(), expected.values.size());
    if (own.size() != expected.values.size()) return 1;
    double largest = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const double difference = std::abs(static_cast<double>(own[i] - expected.values[i]));
        if (!(difference <= largest)) largest = difference;  // NaN counts
    }
    return largest / largest_of(expected.values);
}

}  // namespace headscope::testing
