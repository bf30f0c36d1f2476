#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "tests/cli/run_headscope.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

using nlohmann::json;

TEST(ModelVerb, TellsWhatTheFilesSay) {
    const RunResult result = run_headscope({"model", "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json j = json::parse(result.output);
    EXPECT_EQ(j["name"], "all-minilm-l6-v2");
    EXPECT_EQ(j["family"], "bert");
    EXPECT_EQ(j["n_layers"], 6);
    EXPECT_EQ(j["n_heads"], 12);
    EXPECT_EQ(j["d_model"], 384);
    EXPECT_EQ(j["d_head"], 32);
    EXPECT_GT(j["parameters"].get<std::int64_t>(), 22'000'000);
    EXPECT_GT(j["weight_bytes"].get<std::int64_t>(), 90'000'000);
    EXPECT_EQ(j["weight_bytes"], j["packed_bytes"].get<std::int64_t>() + j["mapped_bytes"].get<std::int64_t>());
    EXPECT_EQ(j["map_bytes"]["128"], 6 * 12 * 128 * 128 * 4);
    EXPECT_EQ(j["map_bytes"].count("2048"), 0U) << "the model has 512 positions";
    EXPECT_EQ(j["values_checked"], true);
    EXPECT_TRUE(j["unused_tensors"].is_array());
    const RunResult plain = run_headscope({"model"});
    EXPECT_EQ(plain.status, 0);
    EXPECT_NE(plain.output.find("22,5"), std::string::npos) << plain.output;
    EXPECT_NE(plain.output.find("4.7 MB for 128 tokens"), std::string::npos) << plain.output;
}

TEST(ModelVerb, TellsHowTheWeightsOfAGgufFileAreStored) {
    const RunResult result = run_headscope({"model", HEADSCOPE_TEST_DATA "/gguf/llama_smollm_q8_0.gguf", "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json j = json::parse(result.output);
    EXPECT_EQ(j["name"], "llama_smollm_q8_0");
    EXPECT_EQ(j["family"], "llama");
    EXPECT_EQ(j["weight_types"], "Q8_0 × 15, F32 × 5");
    EXPECT_EQ(j["n_kv_heads"], 2);
}

TEST(ModelVerb, WarnsOfAFolderWithoutATokenizer) {
    const RunResult result = run_headscope({"model", HEADSCOPE_TEST_DATA "/families/gpt2"});
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.errors.find("headscope: warning: "), std::string::npos) << result.errors;
    EXPECT_NE(result.errors.find("tokenizer.json"), std::string::npos) << result.errors;
}

TEST(ModelsVerb, ListsTheShippedModelsAndWhereTheyAre) {
    const RunResult result = run_headscope({"models"});
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.output.find("all-minilm-l6-v2"), std::string::npos);
    EXPECT_NE(result.output.find("weights/all-minilm-l6-v2  (default)"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find("weights/headscope-small\n"), std::string::npos) << result.output;
    EXPECT_TRUE(json::accept(run_headscope({"models", "--json"}).output));
}

TEST(FindVerb, ListsHeadsStrongestFirst) {
    const std::vector<std::string> call{
        "find", "--text", "The man saw the astronomer with a telescope", "--from", "man", "--to", "saw", "--top", "5"};
    std::vector<std::string> with_json = call;
    with_json.push_back("--json");
    const RunResult result = run_headscope(with_json);
    ASSERT_EQ(result.status, 0) << result.errors;
    const json j = json::parse(result.output);
    ASSERT_EQ(j.size(), 5U);
    for (std::size_t i = 1; i < 5; ++i) EXPECT_GE(j[i - 1]["weight"].get<double>(), j[i]["weight"].get<double>());
    EXPECT_EQ(j[0]["query"], 2);
    EXPECT_EQ(j[0]["key"], 3);
    const RunResult plain = run_headscope(call);
    EXPECT_EQ(plain.status, 0);
    EXPECT_EQ(std::count(plain.output.begin(), plain.output.end(), '\n'), 5);
}

TEST(FindVerb, NamesTheWordThatIsNotInTheText) {
    const RunResult result = run_headscope({"find", "--text", "The man", "--from", "man", "--to", "dog"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    EXPECT_NE(result.errors.find("\"dog\""), std::string::npos);
}

TEST(BenchVerb, TimesEveryLength) {
    for (const bool with_maps : {true, false}) {
        std::vector<std::string> call{
            "bench", tiny_model_folder().string(), "--lengths", "1,4", "--repeat", "3", "--threads", "1", "--json"};
        if (!with_maps) call.push_back("--no-maps");
        const RunResult result = run_headscope(call);
        ASSERT_EQ(result.status, 0) << result.errors;
        const json j = json::parse(result.output);
        ASSERT_EQ(j["runs"].size(), 2U);
        EXPECT_EQ(j["runs"][1]["tokens"], 4);
        EXPECT_EQ(j["runs"][1]["ms"].size(), 3U);
        EXPECT_EQ(j["runs"][1]["gflops"].size(), 3U);
    }
}

TEST(BenchVerb, RefusesMoreTokensThanPositions) {
    const RunResult result = run_headscope({"bench", tiny_model_folder().string(), "--lengths", "17"});
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.errors.find("17"), std::string::npos);
}

}  // namespace
}  // namespace headscope
