// The vocabularies inside GGUF files, against the libraries that made them.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace headscope {
namespace {

const std::filesystem::path kFixtures = HEADSCOPE_TEST_DATA "/text/gguf";

class GgufVocabularies : public testing::TestWithParam<const char*> {};

TEST_P(GgufVocabularies, GiveTheIdsAndStringsOfTheirLibrary) {
    const Result<LoadedTokenizer> loaded = load_tokenizer(kFixtures / (std::string(GetParam()) + ".gguf"));
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    EXPECT_TRUE(loaded.value().warnings.empty()) << loaded.value().warnings.front();
    std::size_t compared = 0;
    test::for_each_json_line(kFixtures / (std::string(GetParam()) + ".jsonl"), [&](const nlohmann::json& line) {
        const auto text = line["text"].get<std::string>();
        const Result<Encoding> encoding = loaded.value().tokenizer->encode(text, std::nullopt, {});
        ASSERT_TRUE(encoding.has_value()) << encoding.error().message;
        std::vector<TokenId> ids;
        std::vector<std::string> pieces;
        for (const Token& token : encoding.value().tokens) {
            ids.push_back(token.id);
            pieces.push_back(token.piece);
        }
        EXPECT_EQ(ids, line["ids"].get<std::vector<TokenId>>()) << text;
        EXPECT_EQ(pieces, line["tokens"].get<std::vector<std::string>>()) << text;
        ++compared;
    });
    EXPECT_GT(compared, 200u);
}

INSTANTIATE_TEST_SUITE_P(Files, GgufVocabularies,
                         testing::Values("bert", "gemma3", "gpt2", "llama_bpe", "llama_smollm", "llama_spm", "qwen2"),
                         [](const auto& info) { return std::string(info.param); });

// Metadata with a vocabulary of some tokens, a key of which may be replaced.
class SmallVocabulary {
  public:
    SmallVocabulary() {
        set("model", text("llama"));
        GgufStrings tokens;
        for (const char* token : {"<unk>", "<s>", "▁", "a", "▁a"}) {
            tokens.bytes += token;
            tokens.ends.push_back(tokens.bytes.size());
        }
        set("tokens", GgufValue{GgufType::kArray, tokens});
        set("scores", numbers(GgufType::kF32, 5, std::string(20, '\0')));
        set("token_type", numbers(GgufType::kI32, 5, types()));
        set("bos_token_id", GgufValue{GgufType::kU32, std::uint64_t{1}});
    }
    void set(const std::string& key, GgufValue value) { values_["tokenizer.ggml." + key] = std::move(value); }
    void drop(const std::string& key) { values_.erase("tokenizer.ggml." + key); }
    static GgufValue text(const char* value) { return {GgufType::kString, std::string(value)}; }
    static GgufValue numbers(GgufType element, std::uint64_t count, std::string bytes) {
        return {GgufType::kArray, GgufNumbers{element, count, std::move(bytes)}};
    }
    Result<LoadedTokenizer> load() const {
        GgufMetadata metadata("m.gguf");
        for (const auto& [key, value] : values_) metadata.add(key, value);
        return tokenizer_from_gguf(metadata);
    }
    std::string error() const {
        const Result<LoadedTokenizer> loaded = load();
        return loaded.has_value() ? "loaded" : loaded.error().message;
    }

  private:
    static std::string types() {
        std::string out(20, '\0');
        const char values[] = {2, 3, 1, 1, 1};
        for (std::size_t i = 0; i < 5; ++i) out[4 * i] = values[i];
        return out;
    }
    std::map<std::string, GgufValue> values_;
};

TEST(GgufVocabularyErrors, NameTheKeyAndWhatWasExpected) {
    EXPECT_EQ(SmallVocabulary().error(), "loaded");
    SmallVocabulary file;
    file.drop("model");
    EXPECT_EQ(file.error(), "m.gguf: tokenizer.ggml.model: found nothing, expected llama, gpt2, bert or t5");
    file.set("model", SmallVocabulary::text("quantum"));
    EXPECT_EQ(file.error(), "m.gguf: tokenizer.ggml.model: found \"quantum\", expected llama, gpt2, bert or t5");
    file = {};
    file.drop("scores");
    EXPECT_EQ(file.error(), "m.gguf: tokenizer.ggml.scores: missing, expected one for each token");
    file.set("scores", SmallVocabulary::numbers(GgufType::kF32, 2, std::string(8, '\0')));
    EXPECT_EQ(file.error(), "m.gguf: tokenizer.ggml.scores: found 2 values, expected one for each of the 5 tokens");
    file = {};
    file.set("bos_token_id", GgufValue{GgufType::kU32, std::uint64_t{999}});
    EXPECT_EQ(file.error(), "m.gguf: tokenizer.ggml.bos_token_id: found 999, expected 0 to 4");
    file = {};
    file.set("model", SmallVocabulary::text("gpt2"));
    file.set("pre", SmallVocabulary::text("quantum-9"));
    EXPECT_EQ(file.error(),
              "m.gguf: tokenizer.ggml.pre: found \"quantum-9\", which is not known, expected one such as gpt-2, "
              "llama-bpe or qwen2");
}

TEST(GgufVocabularyWarnings, TellOfTokensThatComeTwice) {
    SmallVocabulary file;
    GgufStrings tokens;
    for (const char* token : {"<unk>", "<s>", "▁", "a", "a"}) {
        tokens.bytes += token;
        tokens.ends.push_back(tokens.bytes.size());
    }
    file.set("tokens", GgufValue{GgufType::kArray, tokens});
    const Result<LoadedTokenizer> loaded = file.load();
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    ASSERT_EQ(loaded.value().warnings.size(), 1u);
    EXPECT_EQ(loaded.value().warnings[0],
              "m.gguf: tokenizer.ggml.tokens[4]: \"a\" is token 3 already: the first counts");
}

}  // namespace
}  // namespace headscope
