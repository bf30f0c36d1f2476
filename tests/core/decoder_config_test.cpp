// config.json of decoders in the manner of LLaMA: old and new keys, and what is refused.
#include <gtest/gtest.h>

#include "core/model/model_config.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

using nlohmann::json;

Result<ModelConfig> load(const json& config) {
    const TempFolder folder;
    write_bytes(folder / "config.json", config.dump());
    return load_model_config(folder / "config.json");
}

json llama() {
    return {{"model_type", "llama"},    {"hidden_size", 8},        {"num_hidden_layers", 2},
            {"num_attention_heads", 2}, {"intermediate_size", 12}, {"vocab_size", 24},
            {"num_key_value_heads", 1}, {"rope_theta", 10000.0},   {"max_position_embeddings", 32}};
}

json gemma3() {
    json config = llama();
    config["model_type"] = "gemma3_text";
    config["head_dim"] = 4;
    config["sliding_window"] = 8;
    return config;
}

TEST(DecoderConfig, OldAndNewRopeKeysMeanTheSame) {
    json old_keys = llama();
    old_keys["rope_scaling"] = {{"type", "linear"}, {"factor", 2.0}};
    json new_keys = llama();
    new_keys.erase("rope_theta");
    new_keys["rope_parameters"] = {{"rope_type", "linear"}, {"factor", 2.0}, {"rope_theta", 10000.0}};
    const auto a = load(old_keys);
    const auto b = load(new_keys);
    ASSERT_TRUE(a.has_value()) << a.error().message;
    ASSERT_TRUE(b.has_value()) << b.error().message;
    EXPECT_EQ(a.value().ropes[0].inverse_frequencies, (std::vector<float>{0.5F, 0.005F}));
    EXPECT_EQ(a.value().ropes[0].inverse_frequencies, b.value().ropes[0].inverse_frequencies);
}

TEST(DecoderConfig, AHeadWidthThatIsToldNeedNotDivideTheWidth) {
    json config = llama();
    config["num_attention_heads"] = 3;
    config["num_key_value_heads"] = 3;
    EXPECT_FALSE(load(config).has_value());
    config["head_dim"] = 6;
    const auto read = load(config);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read.value().d_head, 6);
}

TEST(DecoderConfig, MistralHasAWindowOnEveryLayerUnlessItIsNull) {
    json config = llama();
    config["model_type"] = "mistral";
    EXPECT_EQ(load(config).value().layers[1].window, 4096);
    config["sliding_window"] = 7;
    EXPECT_EQ(load(config).value().layers[0].window, 7);
    config["sliding_window"] = nullptr;
    EXPECT_EQ(load(config).value().layers[0].window, 0);
}

TEST(DecoderConfig, TheWordsOfAModelThatAlsoSeesAreNested) {
    json config = {{"model_type", "gemma3"}, {"text_config", gemma3()}};
    const auto read = load(config);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read.value().d_model, 8);
    EXPECT_EQ(read.value().family, "gemma3");
    config.erase("text_config");
    EXPECT_FALSE(load(config).has_value());
}

struct BadValue {
    const char* key;
    const char* value;  // JSON
    const char* mention;
};

class DecoderConfigRefuses : public testing::TestWithParam<BadValue> {};

TEST_P(DecoderConfigRefuses, NamesTheFileAndTheKey) {
    for (json config : {llama(), gemma3()}) {
        if (std::string(GetParam().key) == "layer_types" && config["model_type"] == "llama") continue;
        if (std::string(GetParam().key) == "sliding_window" && config["model_type"] == "llama") continue;
        if (std::string(GetParam().key) == "query_pre_attn_scalar" && config["model_type"] == "llama") continue;
        config[GetParam().key] = json::parse(GetParam().value);
        const auto read = load(config);
        ASSERT_FALSE(read.has_value()) << config.dump();
        const std::string& message = read.error().message;
        EXPECT_NE(message.find(std::string("config.json: ") + GetParam().key), std::string::npos) << message;
        EXPECT_NE(message.find(GetParam().mention), std::string::npos) << message;
    }
}

const BadValue kBadValues[] = {
    {"head_dim", "3", "3"},
    {"head_dim", "0", "0"},
    {"num_key_value_heads", "8", "8"},
    {"num_key_value_heads", "0", "0"},
    {"rms_norm_eps", "-1e-05", "-1e-05"},
    {"rope_theta", "0.0", "0"},
    {"rope_theta", "-1.0", "-1"},
    {"rope_theta", "\"10000\"", "10000"},
    {"rope_scaling", "[1]", "array"},
    {"rope_scaling", R"({"rope_type":"linear"})", "factor: missing"},
    {"rope_scaling", R"({"type":"linear","factor":0})", "factor: 0"},
    {"rope_scaling", R"({"type":"linear","factor":-2})", "factor: -2"},
    {"rope_scaling", R"({"rope_type":"spiral","factor":2})", "spiral"},
    {"rope_scaling", R"({"rope_type":"longrope","factor":2})", "longrope"},
    {"rope_scaling", R"({"rope_type":"llama3","factor":2,"low_freq_factor":2,"high_freq_factor":2,
                         "original_max_position_embeddings":8})",
     "high_freq_factor"},
    {"layer_types", "[]", "2"},
    {"layer_types", "\"sliding_attention\"", "string"},
    {"layer_types", R"(["full_attention","spiral_attention"])", "spiral_attention"},
    {"sliding_window", "0", "0"},
    {"sliding_window", "-8", "-8"},
    {"sliding_window", "\"8\"", "\"8\""},
    {"query_pre_attn_scalar", "0", "0"},
};

INSTANTIATE_TEST_SUITE_P(Values, DecoderConfigRefuses, testing::ValuesIn(kBadValues));

}  // namespace
}  // namespace headscope
