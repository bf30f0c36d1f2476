#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/run_headscope.h"

namespace headscope {
namespace {

using nlohmann::json;

json cost_of(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "cost");
    arguments.push_back("--json");
    const RunResult result = run_headscope(arguments);
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(json::accept(result.output)) << result.output;
    return json::parse(result.output, nullptr, false);
}

TEST(CostVerb, CountsEightHeadsAgainstOne) {
    const json j = cost_of({"--d-model", "512", "--heads", "8", "--tokens", "512"});
    EXPECT_EQ(j["parameters"], 4 * 512 * 512);
    EXPECT_EQ(j["score_memory"], 2'097'152);
    EXPECT_EQ(j["one_head_per_layer"]["score_memory"], 262'144);
    EXPECT_EQ(j["one_head_per_layer"]["parameters"], j["parameters"]);
    EXPECT_EQ(j["one_head_per_layer"]["flops"], j["flops"]);
    EXPECT_EQ(j["d_head"], 64);
}

TEST(CostVerb, CountsEveryWayOfSharing) {
    const json j = cost_of({"--preset", "llama-3-8b", "--tokens", "1000"});
    const json& sharings = j["sharings_per_layer"];
    EXPECT_EQ(sharings["multi-head"]["kv_cache_per_token"], 8192);
    EXPECT_EQ(sharings["grouped"]["kv_cache_per_token"], 2048);
    EXPECT_EQ(sharings["multi-query"]["kv_cache_per_token"], 256);
    EXPECT_EQ(sharings["latent"]["kv_cache_per_token"], 576);
    EXPECT_EQ(j["kv_cache"], 32 * 2048 * 1000);
    EXPECT_EQ(j["kv_cache_bytes"], 2 * 32 * 2048 * 1000);
}

TEST(CostVerb, ReadsTheSizesOfAModel) {
    const json j = cost_of({"all-minilm-l6-v2", "--tokens", "11"});
    EXPECT_EQ(j["n_layers"], 6);
    EXPECT_EQ(j["parameters"], 6 * 4 * 384 * 384);
    EXPECT_EQ(j["score_memory"], 6 * 12 * 11 * 11);
    EXPECT_EQ(cost_of({"--tokens", "11"})["parameters"], j["parameters"]);
}

TEST(CostVerb, WritesATableForPeople) {
    const RunResult result = run_headscope({"cost", "--preset", "transformer-base", "--tokens", "512"});
    EXPECT_EQ(result.status, 0) << result.errors;
    for (const char* text : {"2,097,152", "262,144", "1,048,576", "Vaswani", "multi-query"})
        EXPECT_NE(result.output.find(text), std::string::npos) << text << "\n" << result.output;
}

TEST(CostVerb, ListsThePublishedSizes) {
    const RunResult result = run_headscope({"cost", "--presets"});
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.output.find("gpt-oss-20b"), std::string::npos);
}

TEST(CostVerb, CountsWhatDoesNotFitAnIntegerWithoutWrappingRound) {
    const json j = cost_of({"--d-model", "1048576", "--heads", "65536", "--d-head", "1048576", "--tokens", "16777216",
                            "--layers", "65536"});
    EXPECT_GT(j["flops"].get<double>(), 1e30);
}

TEST(CostVerb, RefusesSizesThatDoNotFit) {
    for (const std::vector<std::string>& sizes : {std::vector<std::string>{"--d-model", "512"},
                                                  {"--d-model", "10", "--heads", "3"},
                                                  {"--d-model", "512", "--heads", "8", "--kv-heads", "3"},
                                                  {"--preset", "no-such"},
                                                  {"--d-model", "0", "--heads", "8"},
                                                  {"--preset", "gpt2", "all-minilm-l6-v2"}}) {
        std::vector<std::string> call = sizes;
        call.insert(call.begin(), "cost");
        const RunResult result = run_headscope(call);
        EXPECT_EQ(result.status, 2) << sizes.back();
        EXPECT_EQ(result.output, "");
        EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    }
}

}  // namespace
}  // namespace headscope
