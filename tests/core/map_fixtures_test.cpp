// The engine against maps that transformers computed in float64: two tiny BERT checkpoints and the shipped MiniLM.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/io/json_read.h"
#include "core/io/safetensors.h"
#include "core/model/model.h"
#include "core/nn/transformer.h"
#include "tests/core/every_kernel.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

const fs::path kData = HEADSCOPE_TEST_DATA;
const fs::path kMiniLm = fs::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2";

constexpr double kMapTolerance = 2e-6;
constexpr double kMapToleranceBeyond32Tokens = 4e-6;
constexpr double kHiddenTolerance = 1e-5;  // of the largest value

double map_tolerance(Index tokens) {
    return tokens <= 32 ? kMapTolerance : kMapToleranceBeyond32Tokens;
}

struct Tensor {
    std::vector<std::int64_t> shape;
    std::vector<float> values;
};

Tensor tensor_of(const SafetensorsFile& file, const std::string& name) {
    const TensorInfo& info = file.tensors.at(name);
    EXPECT_EQ(info.dtype, DType::kF32);
    Tensor tensor{info.shape, std::vector<float>(info.bytes / sizeof(float))};
    std::memcpy(tensor.values.data(), file.bytes(info).data(), info.bytes);
    return tensor;
}

std::shared_ptr<const Model> opened(const fs::path& folder) {
    auto model = load_model(folder, {});
    EXPECT_TRUE(model.has_value()) << (model.has_value() ? "" : model.error().message + "\n" + model.error().details);
    return model.has_value() ? model.value() : nullptr;
}

nlohmann::json json_of(const fs::path& path) {
    auto json = read_json_file(path, 1 << 20);
    EXPECT_TRUE(json.has_value()) << path;
    return json.has_value() ? json.value() : nlohmann::json();
}

ModelInput input_of(const nlohmann::json& one) {
    ModelInput input;
    input.ids = one.at("input_ids").get<std::vector<TokenId>>();
    if (one.contains("token_type_ids")) input.type_ids = one.at("token_type_ids").get<std::vector<std::int32_t>>();
    if (one.contains("attention_mask")) {
        for (const int value : one.at("attention_mask")) input.attention_mask.push_back(value != 0);
    }
    return input;
}

// The largest differences of one run from a reference that keeps some query rows.
struct Differences {
    double maps = 0;
    double hidden = 0;  // relative to the largest value
};

Differences differences(const AttentionMaps& maps, const std::vector<Index>& rows, const Tensor& attentions,
                        const Tensor& hidden, double largest_hidden) {
    EXPECT_EQ(attentions.shape, (std::vector<std::int64_t>{maps.n_layers(), maps.n_heads(),
                                                           static_cast<std::int64_t>(rows.size()), maps.n_keys()}));
    Differences found;
    const float* expected = attentions.values.data();
    for (Index layer = 0; layer < maps.n_layers(); ++layer) {
        for (Index head = 0; head < maps.n_heads(); ++head) {
            for (const Index row : rows) {
                for (Index key = 0; key < maps.n_keys(); ++key, ++expected) {
                    const double difference =
                        std::abs(static_cast<double>(maps.head(layer, head)(row, key) - *expected));
                    if (!(difference <= found.maps)) found.maps = difference;  // NaN counts
                }
            }
        }
    }
    const auto width = static_cast<Index>(hidden.shape[1]);
    expected = hidden.values.data();
    for (const Index row : rows) {
        for (Index c = 0; c < width; ++c, ++expected) {
            const float own = maps.last_hidden_state[static_cast<std::size_t>(row * width + c)];
            const double difference = std::abs(static_cast<double>(own - *expected)) / largest_hidden;
            if (!(difference <= found.hidden)) found.hidden = difference;
        }
    }
    return found;
}

class MapFixtures : public testing::EveryKernel {
  protected:
    void check_family(const std::string& family) {
        const fs::path folder = kData / "families" / family;
        const auto model = opened(folder);
        ASSERT_NE(model, nullptr);
        auto expected = open_safetensors(folder / "expected.safetensors");
        ASSERT_TRUE(expected.has_value());
        const nlohmann::json cases = json_of(folder / "cases.json").at("cases");
        ASSERT_GE(cases.size(), 5U);
        for (const nlohmann::json& one : cases) {
            const std::string name = one.at("name");
            SCOPED_TRACE(family + " " + name);
            const auto maps = run(*model, input_of(one));
            ASSERT_NE(maps, nullptr);
            std::vector<Index> rows;
            for (Index row = 0; row < maps->n_queries(); ++row) rows.push_back(row);
            const Tensor hidden = tensor_of(expected.value(), name + ".last_hidden_state");
            const Differences found =
                differences(*maps, rows, tensor_of(expected.value(), name + ".attentions"), hidden, largest_of(hidden));
            EXPECT_LE(found.maps, kMapTolerance);
            EXPECT_LE(found.hidden, kHiddenTolerance);
        }
    }

    std::shared_ptr<AttentionMaps> run(const Model& model, const ModelInput& input) {
        RunOptions options;
        options.keep_last_hidden_state = true;
        auto maps = run_model(model, input, options, workspace_);
        EXPECT_TRUE(maps.has_value()) << (maps.has_value() ? "" : maps.error().message);
        return maps.has_value() ? maps.value() : nullptr;
    }

    static double largest_of(const Tensor& tensor) {
        float largest = 0;
        for (const float value : tensor.values) largest = std::max(largest, std::abs(value));
        return static_cast<double>(largest);
    }

    Workspace workspace_{2};
};
INSTANTIATE_TEST_SUITE_P(Kernels, MapFixtures, testing::kEveryLevel, testing::level_name);

TEST_P(MapFixtures, TinyBertEqualsTransformersInFloat64) {
    check_family("bert");
}

TEST_P(MapFixtures, TinyBertOfAnOldFileEqualsTransformersInFloat64) {
    check_family("bert-old");
}

TEST_P(MapFixtures, MiniLmEqualsTransformersInFloat64OnEverySentence) {
    const auto model = opened(kMiniLm);
    ASSERT_NE(model, nullptr);
    const nlohmann::json cases = json_of(kData / "maps/minilm/cases.json");
    ASSERT_GE(cases.size(), 10U);
    for (const nlohmann::json& one : cases) {
        const std::string name = one.at("name");
        SCOPED_TRACE(name);
        auto file = open_safetensors(kData / "maps/minilm" / (name + ".safetensors"));
        ASSERT_TRUE(file.has_value()) << file.error().message;
        const ModelInput input = input_of(one);
        const auto maps = run(*model, input);
        ASSERT_NE(maps, nullptr);
        const Differences found =
            differences(*maps, one.at("rows").get<std::vector<Index>>(), tensor_of(file.value(), "attentions"),
                        tensor_of(file.value(), "last_hidden_state"), one.at("largest_hidden"));
        EXPECT_LE(found.maps, map_tolerance(maps->n_queries()));
        EXPECT_LE(found.hidden, kHiddenTolerance);
        const double reference_rounding = one.at("float32_minus_float64");
        ::testing::Test::RecordProperty(name, "maps within " + std::to_string(found.maps * 1e6) +
                                                  "e-6, the reference's own " + "float32 within " +
                                                  std::to_string(reference_rounding * 1e6) + "e-6");
    }
}

}  // namespace
}  // namespace headscope
