// Damaged GGUF models: each is refused, warned about or opened as its case says, soon, and an open model goes on.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/model.h"
#include "core/nn/transformer.h"
#include "tests/core/malformed_cases.h"
#include "tests/core/model_files.h"
#include "tests/core/watchdog.h"

namespace headscope {
namespace {

using test::MalformedCase;

const std::vector<MalformedCase>& every_case() {
    static const std::vector<MalformedCase> cases =
        test::read_malformed_cases(HEADSCOPE_TEST_DATA "/gguf/malformed.jsonl.gz");
    return cases;
}

class MalformedGguf : public ::testing::TestWithParam<std::size_t> {
  protected:
    // One weight of a run of the model that was open before.
    static float weight_of_open_model() {
        static Workspace workspace(1);
        static const auto model = load_model(HEADSCOPE_TEST_DATA "/gguf/bert_f16.gguf", {}).value();
        ModelInput input;
        input.ids = {2, 5, 3};
        const auto run = run_model(*model, input, {}, workspace);
        EXPECT_TRUE(run.has_value());
        return run.has_value() ? run.value()->head(0, 0)(1, 2) : 0;
    }
};

TEST_P(MalformedGguf, IsMetAsItsCaseSays) {
    const MalformedCase& malformed = every_case()[GetParam()];
    SCOPED_TRACE(malformed.what);
    const TempFolder folder;
    const std::filesystem::path path = write_case(malformed, folder.path());
    const float weight = weight_of_open_model();
    {
        const test::Watchdog watchdog(malformed.name);
        EXPECT_EQ(complaint(malformed, try_model(malformed, path)), "");
    }
    EXPECT_EQ(weight_of_open_model(), weight);
}

INSTANTIATE_TEST_SUITE_P(Cases, MalformedGguf, ::testing::Range(std::size_t{0}, every_case().size()),
                         [](const auto& info) { return every_case()[info.param].name; });

}  // namespace
}  // namespace headscope
