// Whole GGUF models, held to the maps that transformers computes in float64 from the same weights.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/nn/transformer.h"
#include "tests/core/map_cases.h"

namespace headscope::testing {
namespace {

namespace fs = std::filesystem;

// HEADSCOPE_GGUF_CASES names another folder of such models to compare with.
fs::path cases_folder() {
    const char* given = std::getenv("HEADSCOPE_GGUF_CASES");
    return given != nullptr ? fs::path(given) : fs::path(HEADSCOPE_TEST_DATA) / "gguf";
}

std::vector<std::string> model_names() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(cases_folder())) {
        const std::string file = entry.path().filename().string();
        const std::string ending = ".cases.json";
        if (file.ends_with(ending)) names.push_back(file.substr(0, file.size() - ending.size()));
    }
    std::sort(names.begin(), names.end());
    return names;
}

class GgufModels : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Files, GgufModels, ::testing::ValuesIn(model_names()),
                         [](const auto& info) { return info.param; });

TEST_P(GgufModels, CutTextsAndDrawMapsAsTheReferenceDoes) {
    const fs::path stem = cases_folder() / GetParam();
    const auto expected = open_safetensors(stem.string() + ".maps.safetensors");
    ASSERT_TRUE(expected.has_value()) << expected.error().message;
    const auto model = opened(stem.string() + ".gguf");
    ASSERT_NE(model, nullptr);
    EXPECT_TRUE(model->warnings.empty()) << model->warnings.front();
    EXPECT_TRUE(model->unused_tensors.empty()) << model->unused_tensors.front();
    Workspace workspace(2);
    double worst = 0;
    std::size_t number = 0;
    const nlohmann::json cases = json_of(stem.string() + ".cases.json").at("cases");
    for (const nlohmann::json& one : cases) {
        const std::string text = one.at("text");
        SCOPED_TRACE(text);
        const auto encoding = encode_for_model(*model, text, std::nullopt, {});
        ASSERT_TRUE(encoding.has_value()) << encoding.error().message;
        ModelInput input;
        for (const Token& token : encoding.value().tokens) {
            input.ids.push_back(token.id);
            input.type_ids.push_back(token.type_id);
        }
        EXPECT_EQ(input.ids, one.at("ids").get<std::vector<TokenId>>());
        const auto run = run_model(*model, input, {}, workspace);
        ASSERT_TRUE(run.has_value()) << run.error().message;
        const AttentionMaps& maps = *run.value();
        const Tensor wanted = tensor_of(expected.value(), "case." + std::to_string(number++));
        ASSERT_EQ(wanted.shape,
                  (std::vector<std::int64_t>{maps.n_layers(), maps.n_heads(), maps.n_queries(), maps.n_keys()}));
        const float* value = wanted.values.data();
        for (Index layer = 0; layer < maps.n_layers(); ++layer) {
            for (Index head = 0; head < maps.n_heads(); ++head) {
                for (Index row = 0; row < maps.n_queries(); ++row) {
                    for (Index key = 0; key < maps.n_keys(); ++key, ++value) {
                        const auto difference =
                            std::abs(static_cast<double>(maps.head(layer, head)(row, key) - *value));
                        if (!(difference <= worst)) worst = difference;  // NaN counts
                    }
                }
            }
        }
    }
    EXPECT_GE(number, 1U);
    EXPECT_LE(worst, kMapTolerance);
    char line[64];
    std::snprintf(line, sizeof line, "%.1e", worst);
    RecordProperty("largest_error", line);
    if (std::getenv("HEADSCOPE_GGUF_CASES") != nullptr) std::printf("%-28s %s\n", GetParam().c_str(), line);
}

}  // namespace
}  // namespace headscope::testing
