// What a tokenizer.json, and the tokenizer_config.json beside it, make of a text.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"
#include "tests/core/small_tokenizer.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

TEST(TokenizerFromJson, IgnoresTheTruncationAndPaddingOfTheFile) {
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(small_tokenizer().dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "The man saw saws"), "[CLS] the man saw saw ##s [SEP]");
}

TEST(TokenizerFromJson, NamesTheMissingUnknownTokenOnlyWhereATextNeedsIt) {
    Json file = small_tokenizer();
    file["model"]["unk_token"] = "[NOPE]";
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "the man"), "[CLS] the man [SEP]");
    const Result<Encoding> encoding = loaded.value().tokenizer->encode("the zebra", std::nullopt, {});
    ASSERT_FALSE(encoding.has_value());
    EXPECT_EQ(encoding.error().message,
              "T.json: model: unk_token: \"[NOPE]\" is not in the vocabulary, and \"zebra\" needs it");
}

TEST(TokenizerFromJson, WithoutAPostProcessorOnlyNumbersTheTypes) {
    Json file = small_tokenizer();
    file["post_processor"] = nullptr;
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    const Encoding encoding = loaded.value().tokenizer->encode("the man", "saw", {}).value();
    ASSERT_EQ(encoding.tokens.size(), 3u);
    EXPECT_EQ(encoding.tokens[1].type_id, 0);
    EXPECT_EQ(encoding.tokens[2].type_id, 1);
}

TEST(TokenizerFromJson, GivesAddedTokensBeyondTheVocabularyTheNextIds) {
    Json file = small_tokenizer();
    file["added_tokens"].push_back(special_token(9, "<one>"));
    file["added_tokens"].push_back(special_token(10, "<two>"));
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_TRUE(loaded.value().warnings.empty());
    EXPECT_EQ(loaded.value().tokenizer->vocabulary_size(), 11u);
    EXPECT_EQ(loaded.value().tokenizer->find_piece(10), "<two>");
    EXPECT_EQ(pieces_of(loaded.value(), "the<two>man"), "[CLS] the <two> man [SEP]");
}

TEST(TokenizerFromJson, FindsOneOfAHundredThousandAddedTokens) {
    Json file = small_tokenizer();
    for (int i = 0; i < 100000; ++i)
        file["added_tokens"].push_back(special_token(9 + i, "<t" + std::to_string(i) + ">"));
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "the <t77777> man"), "[CLS] the <t77777> man [SEP]");
}

TEST(TokenizerFromJson, ALimitOfNoCharactersMakesEveryWordUnknown) {
    Json file = small_tokenizer();
    file["model"]["max_input_chars_per_word"] = 0;
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "the man"), "[CLS] [UNK] [UNK] [SEP]");
}

TEST(TokenizerFromJson, AMegabyteInOneWordIsCutToPiecesIfTheLimitAllows) {
    Json file = small_tokenizer();
    file["model"]["max_input_chars_per_word"] = 1 << 30;
    file["model"]["vocab"]["s"] = 9;
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded.value().tokenizer->encode(std::string(1 << 20, 's'), std::nullopt, {}).value().tokens.size(),
              (1u << 20) + 2);
}

TEST(TokenizerConfig, SaysNothingWhereItAgrees) {
    const Json config = {{"do_lower_case", true}, {"strip_accents", nullptr}, {"tokenize_chinese_chars", true}};
    expect_outcome(tokenizer_from_json(small_tokenizer().dump(), "T.json", siblings_with(config)), Outcome::kSilent,
                   {});
}

TEST(TokenizerConfig, WinsOverASwitchOfTheNormalizerAndSaysSo) {
    const auto loaded =
        tokenizer_from_json(small_tokenizer().dump(), "T.json", siblings_with({{"do_lower_case", false}}));
    expect_outcome(loaded, Outcome::kWarning, {"do_lower_case", "lowercase"});
    EXPECT_EQ(pieces_of(loaded.value(), "The man"), "[CLS] [UNK] man [SEP]");
}

TEST(TokenizerConfig, IsRefusedWhereASwitchIsNoSwitch) {
    expect_outcome(tokenizer_from_json(small_tokenizer().dump(), "T.json", siblings_with({{"do_lower_case", "no"}})),
                   Outcome::kError, {"do_lower_case", "\"no\""});
}

}  // namespace
}  // namespace headscope
