// Tiny checkpoints of every family against maps, hidden states and logits that transformers computed in float64. Every
// folder of tests/fixtures/families is a test, and so is every folder below HEADSCOPE_FAMILY_CASES, where that is set.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/math/kernels.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using namespace headscope::testing;

std::vector<fs::path> family_folders() {
    std::vector<fs::path> roots{fs::path(HEADSCOPE_TEST_DATA) / "families"};
    if (const char* more = std::getenv("HEADSCOPE_FAMILY_CASES"); more != nullptr) roots.emplace_back(more);
    std::vector<fs::path> folders;
    for (const fs::path& root : roots) {
        for (const fs::directory_entry& entry : fs::directory_iterator(root))
            if (fs::exists(entry.path() / "cases.json")) folders.push_back(entry.path());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

std::string test_name(const ::testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.filename().string() + "_" + std::to_string(info.index);
    std::replace_if(
        name.begin(), name.end(), [](char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

// Largest differences over one case.
struct CaseDifferences {
    double maps = 0;
    double hidden = 0;  // of the largest value
    double logits = 0;  // of the largest value
};

class Expected {
  public:
    Expected(const SafetensorsFile& file, std::string name) : file_(file), name_(std::move(name)) {}
    bool has(const char* what) const { return file_.tensors.contains(name_ + "." + what); }
    Tensor operator()(const char* what) const { return tensor_of(file_, name_ + "." + what); }

  private:
    const SafetensorsFile& file_;
    std::string name_;
};

CaseDifferences compare(const AttentionMaps& maps, const Expected& expected) {
    CaseDifferences found;
    const bool has_decoder = maps.decoder != nullptr;
    found.maps = map_difference(maps, expected(has_decoder ? "encoder_attentions" : "attentions"));
    found.hidden = scaled_difference(maps.last().last_hidden_state, expected("last_hidden_state"));
    if (has_decoder) {
        found.maps = std::max({found.maps, map_difference(*maps.decoder, expected("decoder_attentions")),
                               map_difference(*maps.cross, expected("cross_attentions"))});
        found.hidden =
            std::max(found.hidden, scaled_difference(maps.last_hidden_state, expected("encoder_last_hidden_state")));
    }
    if (expected.has("logits")) {
        found.logits = scaled_difference(maps.last().logits, expected("logits"));
    } else {
        EXPECT_TRUE(maps.last().logits.empty()) << "no head over the vocabulary";
    }
    return found;
}

class FamilyFixtures : public ::testing::TestWithParam<fs::path> {};
INSTANTIATE_TEST_SUITE_P(Folders, FamilyFixtures, ::testing::ValuesIn(family_folders()), test_name);

TEST_P(FamilyFixtures, EqualsTransformersInFloat64WithEveryKernel) {
    const fs::path& folder = GetParam();
    auto expected = open_safetensors(folder / "expected.safetensors");
    ASSERT_TRUE(expected.has_value()) << expected.error().message;
    const nlohmann::json cases = json_of(folder / "cases.json").at("cases");
    ASSERT_GE(cases.size(), 2U);
    const Kernels& before = active_kernels();
    for (const VectorLevel level : {VectorLevel::kPortable, VectorLevel::kAvx2, VectorLevel::kAvx512}) {
        const Kernels* kernels = find_kernels(level);
        if (kernels == nullptr) continue;
        use_kernels(*kernels);
        const auto model = opened(folder);
        ASSERT_NE(model, nullptr);
        EXPECT_TRUE(model->warnings.empty()) << model->warnings.front();
        Workspace workspace(2);
        CaseDifferences worst;
        double reference = 0;
        for (const nlohmann::json& one : cases) {
            const std::string name = one.at("name");
            SCOPED_TRACE(folder.filename().string() + " " + name + " " + name_of(level));
            RunOptions options;
            options.keep_last_hidden_state = true;
            options.logits = Logits::kLast;
            const auto run = run_model(*model, input_of_case(one), options, workspace);
            ASSERT_TRUE(run.has_value()) << run.error().message;
            const CaseDifferences found = compare(*run.value(), Expected(expected.value(), name));
            EXPECT_LE(found.maps, kMapTolerance);
            EXPECT_LE(found.hidden, kHiddenTolerance);
            EXPECT_LE(found.logits, kHiddenTolerance);
            worst = {std::max(worst.maps, found.maps), std::max(worst.hidden, found.hidden),
                     std::max(worst.logits, found.logits)};
            reference = std::max(reference, one.at("float32_minus_float64").at("attentions").get<double>());
        }
        char line[200];
        std::snprintf(line, sizeof line, "maps %.1e (the reference's own float32 %.1e), hidden %.1e, logits %.1e",
                      worst.maps, reference, worst.hidden, worst.logits);
        RecordProperty(name_of(level), line);
        if (std::getenv("HEADSCOPE_FAMILY_CASES") != nullptr)
            std::printf("%-24s %-8s %s\n", folder.filename().c_str(), name_of(level), line);
    }
    use_kernels(before);
}

}  // namespace
}  // namespace headscope
