// Damaged models, in the Hugging Face layout and as GGUF: each is refused, warned about or opened as its case says,
// soon, and an open model of that kind goes on.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/trace/attention_trace.h"
#include "tests/core/malformed_cases.h"
#include "tests/core/model_files.h"
#include "tests/core/watchdog.h"

namespace headscope {
namespace {

using test::MalformedCase;

const std::vector<MalformedCase>& every_folder_case() {
    static const std::vector<MalformedCase> cases =
        test::read_malformed_cases(HEADSCOPE_TEST_DATA "/models/malformed.jsonl.gz");
    return cases;
}

const std::vector<MalformedCase>& every_gguf_case() {
    static const std::vector<MalformedCase> cases =
        test::read_malformed_cases(HEADSCOPE_TEST_DATA "/gguf/malformed.jsonl.gz");
    return cases;
}

// One weight of a run of a model that is open.
float weight_of(const std::shared_ptr<const Model>& model) {
    static Workspace workspace(1);
    ModelInput input;
    input.ids = {1, 2, 3};
    const auto trace = trace_ids(model, input, {}, workspace);
    EXPECT_TRUE(trace.has_value());
    return trace.has_value() ? trace.value()->maps->head(0, 0)(1, 2) : 0;
}

void expect_met(const MalformedCase& malformed, const std::shared_ptr<const Model>& open_model) {
    SCOPED_TRACE(malformed.what);
    const TempFolder folder;
    const std::filesystem::path path = write_case(malformed, folder.path());
    const float weight = weight_of(open_model);
    {
        const test::Watchdog watchdog(malformed.name);
        EXPECT_EQ(complaint(malformed, try_model(malformed, path)), "");
    }
    EXPECT_EQ(weight_of(open_model), weight);
}

class MalformedModel : public ::testing::TestWithParam<std::size_t> {};

TEST_P(MalformedModel, IsMetAsItsCaseSays) {
    static const auto open_model = load_model(HEADSCOPE_TEST_DATA "/models/bert_tiny", {}).value();
    expect_met(every_folder_case()[GetParam()], open_model);
}

INSTANTIATE_TEST_SUITE_P(Cases, MalformedModel, ::testing::Range(std::size_t{0}, every_folder_case().size()),
                         [](const auto& info) { return every_folder_case()[info.param].name; });

class MalformedGguf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(MalformedGguf, IsMetAsItsCaseSays) {
    static const auto open_model = load_model(HEADSCOPE_TEST_DATA "/gguf/bert_f16.gguf", {}).value();
    expect_met(every_gguf_case()[GetParam()], open_model);
}

INSTANTIATE_TEST_SUITE_P(Cases, MalformedGguf, ::testing::Range(std::size_t{0}, every_gguf_case().size()),
                         [](const auto& info) { return every_gguf_case()[info.param].name; });

}  // namespace
}  // namespace headscope
