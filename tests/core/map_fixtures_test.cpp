// The engine against maps of the shipped models that transformers computed in float64.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/core/every_kernel.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using namespace headscope::testing;

const fs::path kData = HEADSCOPE_TEST_DATA;
const fs::path kMiniLm = fs::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2";
const fs::path kHeadscopeSmall = fs::path(HEADSCOPE_WEIGHTS) / "headscope-small";

class MapFixtures : public testing::EveryKernel {
  protected:
    Workspace workspace_{2};
};
INSTANTIATE_TEST_SUITE_P(Kernels, MapFixtures, testing::kEveryLevel, testing::level_name);

// Every sentence of tests/fixtures/maps/FOLDER against a run of the model.
void expect_reference_maps(const Model& model, const fs::path& folder, Workspace& workspace) {
    const nlohmann::json cases = json_of(folder / "cases.json");
    ASSERT_GE(cases.size(), 9U);
    for (const nlohmann::json& one : cases) {
        const std::string name = one.at("name");
        SCOPED_TRACE(name);
        auto file = open_safetensors(folder / (name + ".safetensors"));
        ASSERT_TRUE(file.has_value()) << file.error().message;
        RunOptions options;
        options.keep_last_hidden_state = true;
        options.logits = Logits::kLast;
        const auto result = run_model(model, input_of_case(one), options, workspace);
        ASSERT_TRUE(result.has_value()) << result.error().message;
        const AttentionMaps& maps = *result.value();
        const Differences found =
            differences(maps, one.at("rows").get<std::vector<Index>>(), tensor_of(file.value(), "attentions"),
                        tensor_of(file.value(), "last_hidden_state"), one.at("largest_hidden"));
        const double reference_rounding = one.at("float32_minus_float64");
        EXPECT_LE(found.maps, kMapTolerance);
        EXPECT_LE(found.hidden, kHiddenTolerance);
        if (file.value().tensors.contains("logits")) {
            EXPECT_LE(scaled_difference(maps.logits, tensor_of(file.value(), "logits")), kHiddenTolerance);
        }
        ::testing::Test::RecordProperty(name, "maps within " + std::to_string(found.maps * 1e6) +
                                                  "e-6, the reference's own " + "float32 within " +
                                                  std::to_string(reference_rounding * 1e6) + "e-6");
    }
}

TEST_P(MapFixtures, MiniLmEqualsTransformersInFloat64OnEverySentence) {
    const auto model = opened(kMiniLm);
    ASSERT_NE(model, nullptr);
    expect_reference_maps(*model, kData / "maps/minilm", workspace_);
}

TEST_P(MapFixtures, HeadscopeSmallEqualsTransformersInFloat64OnEverySentence) {
    const auto model = opened(kHeadscopeSmall);
    ASSERT_NE(model, nullptr);
    expect_reference_maps(*model, kData / "maps/headscope_small", workspace_);
}

}  // namespace
}  // namespace headscope
