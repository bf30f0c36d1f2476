#include "core/model/model_config.h"

#include <gtest/gtest.h>

#include "tests/core/model_files.h"

namespace headscope {
namespace {

using nlohmann::json;

json tiny_config() {
    return json::parse(read_bytes(tiny_model_folder() / "config.json"));
}

Result<ModelConfig> load_text(const std::string& text) {
    const TempFolder folder;
    write_bytes(folder / "config.json", text);
    return load_model_config(folder / "config.json");
}

TEST(ModelConfig, ReadsTheShippedModel) {
    const auto config = load_model_config(std::filesystem::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2/config.json");
    ASSERT_TRUE(config.has_value()) << config.error().message;
    const ModelConfig& c = config.value();
    EXPECT_EQ(c.family, "bert");
    EXPECT_EQ(c.n_layers, 6);
    EXPECT_EQ(c.n_heads, 12);
    EXPECT_EQ(c.n_kv_heads, 12);
    EXPECT_EQ(c.d_model, 384);
    EXPECT_EQ(c.d_head, 32);
    EXPECT_EQ(c.d_ff, 1536);
    EXPECT_EQ(c.vocab_size, 30522);
    EXPECT_EQ(c.max_positions, 512);
    EXPECT_EQ(c.type_vocab_size, 2);
    EXPECT_EQ(c.norm_eps, 1e-12F);
    EXPECT_FALSE(c.is_causal());
    EXPECT_TRUE(c.warnings.empty());
}

TEST(ModelConfig, MissingKeysTakeTheirDocumentedDefaults) {
    json config = tiny_config();
    for (const char* key : {"layer_norm_eps", "type_vocab_size", "hidden_act", "max_position_embeddings"})
        config.erase(key);
    const auto read = load_text(config.dump());
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read.value().norm_eps, 1e-12F);
    EXPECT_EQ(read.value().type_vocab_size, 2);
    EXPECT_EQ(read.value().max_positions, 512);
}

TEST(ModelConfig, UnknownKeysAreIgnored) {
    json config = tiny_config();
    config["zzz"] = {{"a", {1, 2, nullptr}}};
    EXPECT_TRUE(load_text(config.dump()).has_value());
}

TEST(ModelConfig, ADecoderIsCausal) {
    json config = tiny_config();
    config["is_decoder"] = true;
    EXPECT_TRUE(load_text(config.dump()).value().is_causal());
}

struct BadValue {
    const char* key;
    const char* value;  // JSON
    const char* mention;
};

class ModelConfigRefuses : public testing::TestWithParam<BadValue> {};

TEST_P(ModelConfigRefuses, NamesTheFileAndTheKey) {
    json config = tiny_config();
    config[GetParam().key] = json::parse(GetParam().value);
    const auto read = load_text(config.dump());
    ASSERT_FALSE(read.has_value());
    const std::string& message = read.error().message;
    EXPECT_NE(message.find(std::string("config.json: ") + GetParam().key), std::string::npos) << message;
    EXPECT_NE(message.find(GetParam().mention), std::string::npos) << message;
    EXPECT_LT(message.size(), 500U);
}

const BadValue kBadValues[] = {
    {"hidden_size", "1099511627776", "1099511627776"},
    {"hidden_size", "0", "0, expected"},
    {"hidden_size", "-8", "-8"},
    {"hidden_size", "9223372036854775808", "9223372036854775808"},
    {"hidden_size", "8.5", "8.5"},
    {"hidden_size", "8.0", "8.0"},
    {"hidden_size", "\"8\"", "\"8\""},
    {"hidden_size", "null", "null"},
    {"hidden_size", "[8]", "[8]"},
    {"num_hidden_layers", "1000000000", "512"},
    {"num_hidden_layers", "-1", "-1"},
    {"num_hidden_layers", "true", "true"},
    {"vocab_size", "-1", "-1"},
    {"vocab_size", "4611686018427387904", "4611686018427387904"},
    {"intermediate_size", "2147483648", "2147483648"},
    {"max_position_embeddings", "0", "0"},
    {"num_attention_heads", "0", "0"},
    {"num_attention_heads", "-2", "-2"},
    {"num_attention_heads", "3", "hidden_size 8"},
    {"layer_norm_eps", "\"1e-12\"", "1e-12"},
    {"layer_norm_eps", "-1.0", "-1"},
    {"hidden_act", "\"softplus9\"", "softplus9"},
    {"hidden_act", "1", "expected text"},
    {"type_vocab_size", "-1", "-1"},
    {"position_embedding_type", "\"spiral\"", "spiral"},
    {"position_embedding_type", "\"relative_key\"", "relative_key"},
    {"add_cross_attention", "true", "true"},
    {"model_type", "\"quantum_bert\"", "expected one of bert"},
    {"model_type", "7", "expected one of bert"},
    {"model_type", R"("b\u001b[31m")", "b\\x1b[31m"},
    {"quantization_config", R"({"quant_method":"gptq"})", "gptq"},
    {"quantization_config", "{}", "unnamed"},
};

INSTANTIATE_TEST_SUITE_P(Values, ModelConfigRefuses, testing::ValuesIn(kBadValues));

TEST(ModelConfig, RequiredKeysMustBeThere) {
    for (const char* key : {"hidden_size", "num_hidden_layers", "num_attention_heads", "model_type"}) {
        json config = tiny_config();
        config.erase(key);
        const auto read = load_text(config.dump());
        ASSERT_FALSE(read.has_value()) << key;
        EXPECT_NE(read.error().message.find(std::string(key) + ": missing"), std::string::npos) << read.error().message;
    }
}

TEST(ModelConfig, RefusesWhatIsNoJsonObject) {
    const std::string good = tiny_config().dump();
    for (const std::string& text :
         {std::string(), std::string("[]"), std::string("\"bert\""), good.substr(0, good.size() / 2),
          good + std::string("\0\0{}", 4), std::string(1'100'000, ' ') + good, std::string(100'000, '[')}) {
        const auto read = load_text(text);
        ASSERT_FALSE(read.has_value());
        EXPECT_NE(read.error().message.find("config.json: "), std::string::npos) << read.error().message;
    }
}

}  // namespace
}  // namespace headscope
