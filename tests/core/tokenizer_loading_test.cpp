// Tokenizer files that are damaged or odd: refused, or opened with a word, or opened as if nothing were wrong.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"

namespace headscope {
namespace {

using namespace std::string_literals;
using Json = nlohmann::json;

Json special_token(int id, const std::string& content) {
    return {{"id", id},        {"content", content},  {"single_word", false}, {"lstrip", false},
            {"rstrip", false}, {"normalized", false}, {"special", true}};
}

Json good_tokenizer() {
    const Json cls = {{"SpecialToken", {{"id", "[CLS]"}, {"type_id", 0}}}};
    const Json sep = {{"SpecialToken", {{"id", "[SEP]"}, {"type_id", 0}}}};
    const Json first = {{"Sequence", {{"id", "A"}, {"type_id", 0}}}};
    const Json second = {{"Sequence", {{"id", "B"}, {"type_id", 1}}}};
    Json out;
    out["version"] = "1.0";
    out["truncation"] = {{"max_length", 4}, {"strategy", "LongestFirst"}, {"stride", 0}};
    out["padding"] = {{"strategy", {{"Fixed", 128}}}};
    out["added_tokens"] = {special_token(0, "[PAD]"), special_token(1, "[UNK]"), special_token(2, "[CLS]"),
                           special_token(3, "[SEP]"), special_token(4, "[MASK]")};
    out["normalizer"] = {{"type", "BertNormalizer"},
                         {"clean_text", true},
                         {"handle_chinese_chars", true},
                         {"strip_accents", nullptr},
                         {"lowercase", true}};
    out["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
    out["post_processor"] = {{"type", "TemplateProcessing"},
                             {"single", {cls, first, sep}},
                             {"pair", {cls, first, sep, second, sep}},
                             {"special_tokens",
                              {{"[CLS]", {{"id", "[CLS]"}, {"ids", {2}}, {"tokens", {"[CLS]"}}}},
                               {"[SEP]", {{"id", "[SEP]"}, {"ids", {3}}, {"tokens", {"[SEP]"}}}}}}};
    out["decoder"] = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}};
    out["model"] = {{"type", "WordPiece"},
                    {"unk_token", "[UNK]"},
                    {"continuing_subword_prefix", "##"},
                    {"max_input_chars_per_word", 100},
                    {"vocab",
                     {{"[PAD]", 0},
                      {"[UNK]", 1},
                      {"[CLS]", 2},
                      {"[SEP]", 3},
                      {"[MASK]", 4},
                      {"the", 5},
                      {"man", 6},
                      {"saw", 7},
                      {"##s", 8}}}};
    return out;
}

enum class Outcome { kError, kWarning, kSilent };

void expect_outcome(const Result<LoadedTokenizer>& loaded, Outcome outcome, const std::vector<std::string>& mentions) {
    std::string message;
    if (loaded.has_value()) {
        for (const std::string& warning : loaded.value().warnings) message += warning;
    } else {
        message = loaded.error().message;
    }
    const Outcome found = !loaded.has_value() ? Outcome::kError
                          : message.empty()   ? Outcome::kSilent
                                              : Outcome::kWarning;
    EXPECT_EQ(static_cast<int>(found), static_cast<int>(outcome)) << message;
    for (const std::string& mention : mentions) EXPECT_NE(message.find(mention), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    EXPECT_TRUE(message.empty() || message.starts_with("T.json: ") || message.starts_with("V.txt: ")) << message;
}

std::string pieces_of(const LoadedTokenizer& loaded, std::string_view text) {
    std::string out;
    const Encoding encoding = loaded.tokenizer->encode(text, std::nullopt, {}).value();
    for (const Token& token : encoding.tokens) out += (out.empty() ? "" : " ") + token.piece;
    return out;
}

struct JsonCase {
    const char* name;
    std::function<void(Json&)> damage;
    Outcome outcome;
    std::vector<std::string> mentions;
};

class TokenizerJsonFile : public testing::TestWithParam<JsonCase> {};

TEST_P(TokenizerJsonFile, IsTakenAsItDeserves) {
    Json file = good_tokenizer();
    GetParam().damage(file);
    expect_outcome(tokenizer_from_json(file.dump(), "T.json"), GetParam().outcome, GetParam().mentions);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, TokenizerJsonFile,
    testing::Values(
        JsonCase{"good", [](Json&) {}, Outcome::kSilent, {}},
        JsonCase{"no_normalizer", [](Json& f) { f["normalizer"] = nullptr; }, Outcome::kSilent, {}},
        JsonCase{"no_pre_tokenizer", [](Json& f) { f.erase("pre_tokenizer"); }, Outcome::kSilent, {}},
        JsonCase{"no_post_processor", [](Json& f) { f["post_processor"] = nullptr; }, Outcome::kSilent, {}},
        JsonCase{"no_model_type", [](Json& f) { f["model"].erase("type"); }, Outcome::kSilent, {}},
        JsonCase{"unknown_top_key", [](Json& f) { f["future"] = 1; }, Outcome::kWarning, {"future"}},
        JsonCase{"version_2", [](Json& f) { f["version"] = "2.0"; }, Outcome::kError, {"version", "2.0"}},
        JsonCase{"version_number", [](Json& f) { f["version"] = 1.0; }, Outcome::kError, {"version"}},
        JsonCase{"normalizer_number", [](Json& f) { f["normalizer"] = 5; }, Outcome::kError, {"normalizer"}},
        JsonCase{"normalizer_unknown",
                 [](Json& f) { f["normalizer"]["type"] = "Quantum"; },
                 Outcome::kError,
                 {"normalizer", "\"Quantum\"", "BertNormalizer"}},
        JsonCase{"normalizer_incomplete",
                 [](Json& f) { f["normalizer"].erase("lowercase"); },
                 Outcome::kError,
                 {"normalizer", "lowercase"}},
        JsonCase{"normalizer_string_switch",
                 [](Json& f) { f["normalizer"]["strip_accents"] = "yes"; },
                 Outcome::kError,
                 {"strip_accents", "\"yes\""}},
        JsonCase{"pre_tokenizer_unknown",
                 [](Json& f) { f["pre_tokenizer"]["type"] = "X"; },
                 Outcome::kError,
                 {"T.json: pre_tokenizer: unknown type \"X\", expected BertPreTokenizer"}},
        JsonCase{"post_processor_unknown",
                 [](Json& f) { f["post_processor"]["type"] = "X"; },
                 Outcome::kError,
                 {"post_processor", "\"X\""}},
        JsonCase{"template_empty_item",
                 [](Json& f) { f["post_processor"]["single"][1] = Json::object(); },
                 Outcome::kError,
                 {"post_processor", "single[1]"}},
        JsonCase{"template_negative_type",
                 [](Json& f) { f["post_processor"]["single"][1]["Sequence"]["type_id"] = -1; },
                 Outcome::kError,
                 {"type_id", "-1"}},
        JsonCase{"template_sequence_c",
                 [](Json& f) { f["post_processor"]["single"][1]["Sequence"]["id"] = "C"; },
                 Outcome::kError,
                 {"post_processor", "\"C\""}},
        JsonCase{"template_second_text_alone",
                 [](Json& f) { f["post_processor"]["single"][1]["Sequence"]["id"] = "B"; },
                 Outcome::kError,
                 {"post_processor", "single"}},
        JsonCase{"template_undefined",
                 [](Json& f) { f["post_processor"]["single"][0]["SpecialToken"]["id"] = "[NOPE]"; },
                 Outcome::kError,
                 {"[NOPE]"}},
        JsonCase{"template_id_beyond",
                 [](Json& f) { f["post_processor"]["special_tokens"]["[CLS]"]["ids"][0] = 999; },
                 Outcome::kWarning,
                 {"[CLS]", "999"}},
        JsonCase{"bert_processing",
                 [](Json& f) {
                     f["post_processor"] = {{"type", "BertProcessing"},
                                            {"sep", Json::array({"[SEP]", 3})},
                                            {"cls", Json::array({"[CLS]", 2})}};
                 },
                 Outcome::kSilent,
                 {}},
        JsonCase{"bert_processing_swapped",
                 [](Json& f) {
                     f["post_processor"] = {{"type", "BertProcessing"},
                                            {"sep", Json::array({3, "[SEP]"})},
                                            {"cls", Json::array({"[CLS]", 2})}};
                 },
                 Outcome::kError,
                 {"post_processor", "sep"}},
        JsonCase{"no_model", [](Json& f) { f.erase("model"); }, Outcome::kError, {"model"}},
        JsonCase{"model_number", [](Json& f) { f["model"] = 5; }, Outcome::kError, {"model"}},
        JsonCase{
            "model_unknown", [](Json& f) { f["model"]["type"] = "Quantum"; }, Outcome::kError, {"model", "Quantum"}},
        JsonCase{"vocab_list",
                 [](Json& f) {
                     f["model"]["vocab"] = {"a", "b"};
                 },
                 Outcome::kError,
                 {"vocab"}},
        JsonCase{"vocab_empty", [](Json& f) { f["model"]["vocab"] = Json::object(); }, Outcome::kError, {"vocab"}},
        JsonCase{"id_negative", [](Json& f) { f["model"]["vocab"]["man"] = -1; }, Outcome::kError, {"man", "-1"}},
        JsonCase{"id_string", [](Json& f) { f["model"]["vocab"]["man"] = "5"; }, Outcome::kError, {"man"}},
        JsonCase{"id_float", [](Json& f) { f["model"]["vocab"]["man"] = 5.5; }, Outcome::kError, {"man", "5.5"}},
        JsonCase{"id_null", [](Json& f) { f["model"]["vocab"]["man"] = nullptr; }, Outcome::kError, {"man"}},
        JsonCase{"id_list", [](Json& f) { f["model"]["vocab"]["man"] = {1}; }, Outcome::kError, {"man"}},
        JsonCase{"id_2_32", [](Json& f) { f["model"]["vocab"]["man"] = 4294967296; }, Outcome::kError, {"man"}},
        JsonCase{"id_far", [](Json& f) { f["model"]["vocab"]["man"] = 2147483647; }, Outcome::kWarning, {"6"}},
        JsonCase{"id_twice", [](Json& f) { f["model"]["vocab"]["man"] = 5; }, Outcome::kError, {"man", "the", "5"}},
        JsonCase{"id_gap", [](Json& f) { f["model"]["vocab"].erase("man"); }, Outcome::kWarning, {"id 6"}},
        JsonCase{"piece_empty", [](Json& f) { f["model"]["vocab"][""] = 9; }, Outcome::kSilent, {}},
        JsonCase{"piece_long",
                 [](Json& f) { f["model"]["vocab"][std::string(5000, 'x')] = 9; },
                 Outcome::kError,
                 {"5000", "4096"}},
        JsonCase{"max_chars_negative",
                 [](Json& f) { f["model"]["max_input_chars_per_word"] = -1; },
                 Outcome::kError,
                 {"max_input_chars_per_word"}},
        JsonCase{"prefix_empty", [](Json& f) { f["model"]["continuing_subword_prefix"] = ""; }, Outcome::kSilent, {}},
        JsonCase{
            "added_empty", [](Json& f) { f["added_tokens"].push_back(special_token(9, "")); }, Outcome::kSilent, {}},
        JsonCase{
            "added_nul", [](Json& f) { f["added_tokens"].push_back(special_token(9, "\0"s)); }, Outcome::kSilent, {}},
        JsonCase{"added_twice",
                 [](Json& f) { f["added_tokens"].push_back(special_token(2, "[CLS]")); },
                 Outcome::kSilent,
                 {}},
        JsonCase{"added_id_clash",
                 [](Json& f) { f["added_tokens"].push_back(special_token(6, "<new>")); },
                 Outcome::kWarning,
                 {"<new>", "6", "man"}},
        JsonCase{"added_id_differs",
                 [](Json& f) { f["added_tokens"].push_back(special_token(24, "man")); },
                 Outcome::kWarning,
                 {"man", "24"}},
        JsonCase{"added_id_negative",
                 [](Json& f) { f["added_tokens"].push_back(special_token(-1, "<new>")); },
                 Outcome::kError,
                 {"<new>", "-1"}},
        JsonCase{"added_no_content",
                 [](Json& f) { f["added_tokens"][0].erase("content"); },
                 Outcome::kError,
                 {"added_tokens[0]", "content"}},
        JsonCase{"added_not_a_list", [](Json& f) { f["added_tokens"] = 5; }, Outcome::kError, {"added_tokens"}}),
    [](const auto& info) { return std::string(info.param.name); });

struct TextCase {
    const char* name;
    std::string text;
    std::vector<std::string> mentions;
};

class TokenizerJsonText : public testing::TestWithParam<TextCase> {};

TEST_P(TokenizerJsonText, IsRefusedInOneLine) {
    expect_outcome(tokenizer_from_json(GetParam().text, "T.json"), Outcome::kError, GetParam().mentions);
}

std::string good_text_with(const std::string& old_part, const std::string& new_part) {
    std::string text = good_tokenizer().dump();
    const std::size_t at = text.find(old_part);
    return text.replace(at, old_part.size(), new_part);
}

INSTANTIATE_TEST_SUITE_P(
    Cases, TokenizerJsonText,
    testing::Values(TextCase{"empty", "", {}}, TextCase{"not_json", "vocab", {}},
                    TextCase{"an_array", "[]", {"object"}}, TextCase{"cut", good_tokenizer().dump().substr(0, 900), {}},
                    TextCase{"byte_order_mark", "\xEF\xBB\xBF" + good_tokenizer().dump(), {"byte-order mark"}},
                    TextCase{"nul_tail", good_tokenizer().dump() + "\0x"s, {"NUL"}},
                    TextCase{"not_utf8", good_text_with("\"man\":6", "\"m\xFFn\":6"), {"UTF-8"}},
                    TextCase{"lone_surrogate", good_text_with("\"man\":6", R"("m\ud800n":6)"), {"surrogate"}},
                    TextCase{"word_twice", good_text_with("\"man\":6", "\"man\":6,\"the\":9"), {"the"}},
                    TextCase{"key_twice", good_text_with("\"version\"", "\"padding\":null,\"version\""), {"padding"}},
                    TextCase{"id_2_64", good_text_with("\"man\":6", "\"man\":18446744073709551616"), {"man"}},
                    TextCase{"nested", R"({"normalizer":)" + std::string(100000, '['), {"nested"}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(TokenizerFromJson, IgnoresTheTruncationAndPaddingOfTheFile) {
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(good_tokenizer().dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "The man saw saws"), "[CLS] the man saw saw ##s [SEP]");
}

TEST(TokenizerFromJson, NamesTheMissingUnknownTokenOnlyWhereATextNeedsIt) {
    Json file = good_tokenizer();
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
    Json file = good_tokenizer();
    file["post_processor"] = nullptr;
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    const Encoding encoding = loaded.value().tokenizer->encode("the man", "saw", {}).value();
    ASSERT_EQ(encoding.tokens.size(), 3u);
    EXPECT_EQ(encoding.tokens[1].type_id, 0);
    EXPECT_EQ(encoding.tokens[2].type_id, 1);
}

TEST(TokenizerFromJson, GivesAddedTokensBeyondTheVocabularyTheNextIds) {
    Json file = good_tokenizer();
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
    Json file = good_tokenizer();
    for (int i = 0; i < 100000; ++i)
        file["added_tokens"].push_back(special_token(9 + i, "<t" + std::to_string(i) + ">"));
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "the <t77777> man"), "[CLS] the <t77777> man [SEP]");
}

TEST(TokenizerFromJson, ALimitOfNoCharactersMakesEveryWordUnknown) {
    Json file = good_tokenizer();
    file["model"]["max_input_chars_per_word"] = 0;
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "the man"), "[CLS] [UNK] [UNK] [SEP]");
}

TEST(TokenizerFromJson, AMegabyteInOneWordIsCutToPiecesIfTheLimitAllows) {
    Json file = good_tokenizer();
    file["model"]["max_input_chars_per_word"] = 1 << 30;
    file["model"]["vocab"]["s"] = 9;
    const Result<LoadedTokenizer> loaded = tokenizer_from_json(file.dump(), "T.json");
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(loaded.value().tokenizer->encode(std::string(1 << 20, 's'), std::nullopt, {}).value().tokens.size(),
              (1u << 20) + 2);
}

TokenizerSiblings siblings_with(const Json& config) {
    TokenizerSiblings out;
    out.config = config;
    out.config_name = "T.json: tokenizer_config.json";
    return out;
}

TEST(TokenizerConfig, SaysNothingWhereItAgrees) {
    const Json config = {{"do_lower_case", true}, {"strip_accents", nullptr}, {"tokenize_chinese_chars", true}};
    expect_outcome(tokenizer_from_json(good_tokenizer().dump(), "T.json", siblings_with(config)), Outcome::kSilent, {});
}

TEST(TokenizerConfig, WinsOverASwitchOfTheNormalizerAndSaysSo) {
    const auto loaded =
        tokenizer_from_json(good_tokenizer().dump(), "T.json", siblings_with({{"do_lower_case", false}}));
    expect_outcome(loaded, Outcome::kWarning, {"do_lower_case", "lowercase"});
    EXPECT_EQ(pieces_of(loaded.value(), "The man"), "[CLS] [UNK] man [SEP]");
}

TEST(TokenizerConfig, IsRefusedWhereASwitchIsNoSwitch) {
    expect_outcome(tokenizer_from_json(good_tokenizer().dump(), "T.json", siblings_with({{"do_lower_case", "no"}})),
                   Outcome::kError, {"do_lower_case", "\"no\""});
}

struct LinesCase {
    const char* name;
    std::string text;
    Outcome outcome;
    std::vector<std::string> mentions;
};

class VocabTxt : public testing::TestWithParam<LinesCase> {};

TEST_P(VocabTxt, IsTakenAsItDeserves) {
    expect_outcome(tokenizer_from_vocab_txt(GetParam().text, "V.txt"), GetParam().outcome, GetParam().mentions);
}

const std::string kLines = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nman\n";

INSTANTIATE_TEST_SUITE_P(
    Cases, VocabTxt,
    testing::Values(LinesCase{"good", kLines, Outcome::kSilent, {}},
                    LinesCase{"no_last_newline", kLines + "saw", Outcome::kSilent, {}},
                    LinesCase{"trailing_blank", kLines + "\n", Outcome::kSilent, {}},
                    LinesCase{"blank_inside", kLines + "\nsaw\n", Outcome::kSilent, {}},
                    LinesCase{"byte_order_mark", "\xEF\xBB\xBF" + kLines, Outcome::kWarning, {"byte-order mark"}},
                    LinesCase{"crlf", "[PAD]\r\n[UNK]\r\n[CLS]\r\n[SEP]\r\nthe\r\n", Outcome::kWarning, {"CR"}},
                    LinesCase{"duplicate", kLines + "man\n", Outcome::kWarning, {"line 8", "man", "7", "6"}},
                    LinesCase{"empty", "", Outcome::kError, {}},
                    LinesCase{"not_utf8", kLines + "s\xFFw\n", Outcome::kError, {"line 8", "UTF-8"}},
                    LinesCase{"long_line", kLines + std::string(100000, 'x'), Outcome::kError, {"line 8", "100000"}},
                    LinesCase{"no_cls", "[UNK]\n[SEP]\nthe\n", Outcome::kError, {"[CLS]"}},
                    LinesCase{"no_unk", "[CLS]\n[SEP]\nthe\n", Outcome::kSilent, {}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(VocabTxt, ABlankLineKeepsItsIdAndALaterDuplicateCounts) {
    const auto loaded = tokenizer_from_vocab_txt(kLines + "\nsaw\nman\n", "V.txt");
    ASSERT_TRUE(loaded.has_value());
    const Encoding encoding = loaded.value().tokenizer->encode("man saw", std::nullopt, {}).value();
    ASSERT_EQ(encoding.tokens.size(), 4u);
    EXPECT_EQ(encoding.tokens[1].id, 9);
    EXPECT_EQ(encoding.tokens[2].id, 8);
    EXPECT_EQ(loaded.value().tokenizer->find_piece(6), std::nullopt);
}

TEST(VocabTxt, TakesSwitchesAndNamesFromTheConfig) {
    const Json config = {{"do_lower_case", false}, {"cls_token", "<s>"}, {"sep_token", {{"content", "</s>"}}}};
    const auto loaded = tokenizer_from_vocab_txt("[UNK]\n<s>\n</s>\nThe\n", "V.txt", siblings_with(config));
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "The the"), "<s> The [UNK] </s>");
    EXPECT_EQ(loaded.value().tokenizer->description(), "WordPiece, 4 pieces, cased");
}

// A folder that is removed at the end.
class TokenizerFolder : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = std::filesystem::path(testing::TempDir()) /
                  ("headscope_tokenizer_"s + testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    std::filesystem::path folder_;
};

TEST_F(TokenizerFolder, WithoutATokenizerIsNotFound) {
    const auto loaded = load_tokenizer(folder_);
    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error().kind, ErrorKind::kNotFound);
    EXPECT_NE(loaded.error().message.find("tokenizer.json"), std::string::npos);
    EXPECT_FALSE(load_tokenizer(folder_ / "tokenizer.json").has_value());
}

TEST_F(TokenizerFolder, PrefersTokenizerJsonAndSaysWhereVocabTxtDiffers) {
    write("tokenizer.json", good_tokenizer().dump());
    write("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nwoman\nsaw\n##s\n");
    const auto loaded = load_tokenizer(folder_);
    ASSERT_TRUE(loaded.has_value());
    ASSERT_EQ(loaded.value().warnings.size(), 1u);
    EXPECT_NE(loaded.value().warnings[0].find("vocab.txt: line 7: \"woman\""), std::string::npos)
        << loaded.value().warnings[0];
    EXPECT_EQ(pieces_of(loaded.value(), "man"), "[CLS] man [SEP]");
}

TEST_F(TokenizerFolder, FallsBackToVocabTxtWithItsConfig) {
    write("vocab.txt", kLines + "The\n");
    write("tokenizer_config.json", R"({"do_lower_case": false})");
    const auto loaded = load_tokenizer(folder_);
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "The"), "[CLS] The [SEP]");
}

TEST_F(TokenizerFolder, WithABrokenConfigIsRefusedByItsName) {
    write("tokenizer.json", good_tokenizer().dump());
    write("tokenizer_config.json", "{");
    const auto loaded = load_tokenizer(folder_);
    ASSERT_FALSE(loaded.has_value());
    EXPECT_NE(loaded.error().message.find("tokenizer_config.json"), std::string::npos);
}

TEST_F(TokenizerFolder, OtherFilesAndPointersAreRefusedByWhatTheyAre) {
    write("tokenizer.bin", "x");
    EXPECT_EQ(load_tokenizer(folder_ / "tokenizer.bin").error().kind, ErrorKind::kUnsupported);
    write("tokenizer.json", "version https://git-lfs.github.com/spec/v1\n");
    EXPECT_NE(load_tokenizer(folder_).error().message.find("Git LFS"), std::string::npos);
}

}  // namespace
}  // namespace headscope
