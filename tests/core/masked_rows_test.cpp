// Queries that may look at no key, as padding in front of a causal model's text has, against transformers in float64.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/core/map_cases.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using namespace headscope::testing;

TEST(MaskedRows, SpreadEvenlyOverAllKeysWhereNoneIsAllowed) {
    const fs::path data = HEADSCOPE_TEST_DATA;
    const nlohmann::json cases = json_of(data / "maps/masked/cases.json");
    ASSERT_EQ(cases.size(), 4U);
    for (const nlohmann::json& one : cases) {
        const std::string name = one.at("name");
        SCOPED_TRACE(name);
        const auto file = open_safetensors(data / "maps/masked" / (name + ".safetensors"));
        ASSERT_TRUE(file.has_value()) << file.error().message;
        const auto model = opened(data / "families" / one.at("family").get<std::string>());
        ASSERT_NE(model, nullptr);
        Workspace workspace(1);
        RunOptions options;
        options.keep_last_hidden_state = true;
        const auto run = run_model(*model, input_of_case(one), options, workspace);
        ASSERT_TRUE(run.has_value()) << run.error().message;
        const Differences found =
            differences(*run.value(), one.at("rows").get<std::vector<Index>>(), tensor_of(file.value(), "attentions"),
                        tensor_of(file.value(), "last_hidden_state"), one.at("largest_hidden"));
        EXPECT_LE(found.maps, kMapTolerance);
        EXPECT_LE(found.hidden, kHiddenTolerance);
    }
}

}  // namespace
}  // namespace headscope
