// The engine against maps of the shipped MiniLM that transformers computed in float64.
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

class MapFixtures : public testing::EveryKernel {
  protected:
    std::shared_ptr<AttentionMaps> run(const Model& model, const ModelInput& input) {
        RunOptions options;
        options.keep_last_hidden_state = true;
        auto maps = run_model(model, input, options, workspace_);
        EXPECT_TRUE(maps.has_value()) << (maps.has_value() ? "" : maps.error().message);
        return maps.has_value() ? maps.value() : nullptr;
    }

    Workspace workspace_{2};
};
INSTANTIATE_TEST_SUITE_P(Kernels, MapFixtures, testing::kEveryLevel, testing::level_name);

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
        const ModelInput input = input_of_case(one);
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
