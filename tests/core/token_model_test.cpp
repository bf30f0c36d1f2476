// BPE, Unigram, WordLevel and WordPiece models as a tokenizer.json has them, and vocab.json with merges.txt.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text/reference_number.h"
#include "core/text/tokenizer_files.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

Json file_with(const Json& model) {
    return {{"version", "1.0"},
            {"added_tokens", Json::array()},
            {"normalizer", nullptr},
            {"pre_tokenizer", nullptr},
            {"post_processor", nullptr},
            {"decoder", nullptr},
            {"model", model}};
}

Json bpe_model() {
    return Json::parse(R"({"type":"BPE","unk_token":null,"vocab":{"a":0,"b":1,"ab":2,"abb":3,"c":4},
                           "merges":[["a","b"],["ab","b"]]})");
}

Json unigram_model() {
    return Json::parse(R"({"type":"Unigram","unk_id":0,"vocab":[["<unk>",0.0],["a",-2.0],["b",-3.0],["ab",-4.5]]})");
}

Result<LoadedTokenizer> load(const Json& model) {
    return tokenizer_from_json(file_with(model).dump(), "t.json");
}

std::string error_of(const Json& model) {
    const auto loaded = load(model);
    return loaded.has_value() ? "opened" : loaded.error().message;
}

std::vector<TokenId> ids_of(const Result<LoadedTokenizer>& loaded, const std::string& text) {
    std::vector<TokenId> out;
    if (!loaded.has_value()) {
        ADD_FAILURE() << loaded.error().message;
        return out;
    }
    const auto encoding = loaded.value().tokenizer->encode(text, std::nullopt, {});
    if (!encoding.has_value()) {
        ADD_FAILURE() << encoding.error().message;
        return out;
    }
    for (const Token& token : encoding.value().tokens) out.push_back(token.id);
    return out;
}

TEST(TokenModels, GiveTheTokensOfTheReferenceForRandomModels) {
    std::size_t compared = 0;
    test::for_each_json_line(HEADSCOPE_TEST_DATA "/text/random_models.jsonl.gz", [&](const Json& line) {
        const auto loaded = tokenizer_from_json(line["tokenizer"].dump(), "t.json");
        ASSERT_TRUE(loaded.has_value()) << loaded.error().message << "\n" << line["tokenizer"];
        for (const Json& expected : line["cases"]) {
            SCOPED_TRACE(line["tokenizer"]["model"].dump().substr(0, 2000));
            const auto text = expected["text"].get<std::string>();
            SCOPED_TRACE(text);
            ++compared;
            const auto encoding = loaded.value().tokenizer->encode(text, std::nullopt, {});
            ASSERT_EQ(encoding.has_value(), !expected.contains("fails"));
            if (!encoding.has_value()) continue;
            Json ids = Json::array();
            Json tokens = Json::array();
            Json offsets = Json::array();
            for (const Token& token : encoding.value().tokens) {
                ids.push_back(token.id);
                tokens.push_back(token.written.value_or(token.piece));
                offsets.push_back(token.span.begin);
                offsets.push_back(token.span.end);
            }
            EXPECT_EQ(ids, expected["ids"]);
            EXPECT_EQ(tokens, expected["tokens"]);
            EXPECT_EQ(offsets, expected.value("offsets", offsets));
        }
    });
    EXPECT_GE(compared, 1800u);
}

TEST(TokenModels, CutALongWordAsManyShortOnes) {
    const std::string unit = "abbcab";
    const auto loaded = load(bpe_model());
    const std::vector<TokenId> unit_ids{3, 4, 2};
    EXPECT_EQ(ids_of(loaded, unit), unit_ids);
    std::string text;
    std::vector<TokenId> expected;
    for (int i = 0; i < 20'000; ++i) {
        text += "c" + unit;  // nothing merges across a c
        expected.push_back(4);
        expected.insert(expected.end(), unit_ids.begin(), unit_ids.end());
    }
    EXPECT_EQ(ids_of(loaded, text), expected);
}

TEST(TokenModels, ReadMergesOfBothStylesAlike) {
    Json old_style = bpe_model();
    old_style["merges"] = Json::array({"#version: 0.2", "a b", "ab b"});
    EXPECT_EQ(ids_of(load(old_style), "abbab"), ids_of(load(bpe_model()), "abbab"));
}

TEST(TokenModels, RefuseMergesThatAreNotPairsOfPieces) {
    const std::vector<std::pair<const char*, std::string>> cases{
        {R"([["a","b"],"ab b"])", "s[1]: found \"ab b\", expected a list of two pieces, as before"},
        {R"(["a b",["ab","b"]])", "s[1]: found […], expected two pieces with a space between them, as before"},
        {R"(["a b","ab  b"])", "s[1]: found \"ab  b\", expected two pieces with a space between them, as before"},
        {R"([["a","b"],["ab"]])", "s[1]: found 1 strings, expected a list of two pieces, as before"},
        {R"([["a","b","c"]])", "s[0]: found \"c\", expected two pieces"},
        {R"([["a",1]])", "s[0]: found 1, expected two pieces"},
        {R"([["a","x"]])", "s[0]: \"x\" is not in the vocabulary, expected pieces of it"},
        {R"([["b","a"]])", "s[0]: \"ba\" is not in the vocabulary, expected pieces of it"},
        {"null", "s: found null, expected a list of pairs of pieces"}};
    for (const auto& [merges, message] : cases) {
        Json model = bpe_model();
        model["merges"] = Json::parse(merges);
        EXPECT_EQ(error_of(model), "t.json: model.merge" + message);
    }
}

TEST(TokenModels, TellOfDropoutAndDoNotApplyIt) {
    for (const Json& dropout : {Json(), Json(0), Json(0.0), Json(0.5)}) {
        Json model = bpe_model();
        model["dropout"] = dropout;
        const auto loaded = load(model);
        EXPECT_EQ(ids_of(loaded, "abb"), std::vector<TokenId>{3});
        EXPECT_EQ(loaded.value().warnings.size(), dropout == 0.5 ? 1u : 0u);
    }
    Json model = bpe_model();
    model["dropout"] = 2;
    EXPECT_EQ(error_of(model), "t.json: model: dropout: found 2, expected null or a number from 0 to 1");
}

TEST(TokenModels, InferTheTypeOfAFileThatDoesNotNameIt) {
    for (Json model : {bpe_model(), unigram_model()}) {
        const auto expected = ids_of(load(model), "abba");
        model.erase("type");
        EXPECT_EQ(ids_of(load(model), "abba"), expected);
    }
    EXPECT_EQ(load({{"vocab", {{"a", 0}}}, {"unk_token", "a"}}).value().tokenizer->description(),
              "WordLevel, 1 pieces");
    EXPECT_NE(error_of({{"vocab", {{"a", 0}}}}).find("model: type: missing"), std::string::npos);
}

TEST(TokenModels, FailOnlyWhereATextNeedsAnUnknownTokenThatIsMissing) {
    Json unigram = unigram_model();
    unigram["unk_id"] = nullptr;
    Json bpe = bpe_model();
    bpe["unk_token"] = "[U]";
    const Json word_level = {{"type", "WordLevel"}, {"vocab", {{"a", 0}}}, {"unk_token", "[U]"}};
    for (const Json& model : {unigram, bpe, word_level}) {
        const auto loaded = load(model);
        EXPECT_EQ(ids_of(loaded, "a").size(), 1u);
        const auto failed = loaded.value().tokenizer->encode("az", std::nullopt, {});
        ASSERT_FALSE(failed.has_value());
        EXPECT_NE(failed.error().message.find("t.json: model: unk_"), std::string::npos) << failed.error().message;
    }
    EXPECT_EQ(ids_of(load(bpe_model()), "azb"), std::vector<TokenId>{2});  // dropped, and merged across
}

TEST(TokenModels, RefuseScoresAndUnknownIdsThatAreNone) {
    const std::pair<const char*, const char*> entries[] = {
        {R"(["a"])", "no score"}, {R"(["a","b"])", "\"b\""}, {R"([1.5,"a"])", "1.5"}, {R"("a")", "\"a\""}};
    for (const auto& [entry, found] : entries) {
        Json model = unigram_model();
        model["vocab"] = Json::array({Json::parse(entry)});
        EXPECT_EQ(error_of(model),
                  std::string("t.json: model.vocab[0]: found ") + found + ", expected a piece and its score");
    }
    for (const Json& id : {Json(-1), Json(4), Json(0.5), Json("0")}) {
        Json model = unigram_model();
        model["unk_id"] = id;
        EXPECT_EQ(error_of(model), "t.json: model: unk_id: " + id.dump() + ", expected a whole number from 0 to 3");
    }
    Json model = unigram_model();
    model["vocab"] = Json::array();
    EXPECT_EQ(error_of(model), "t.json: model.vocab: empty, expected pieces and scores");
}

TEST(TokenModels, ReadEscapesInPiecesAsJsonHasThem) {
    Json model = bpe_model();
    model["vocab"] = {{"\"", 0}, {"\\", 1}, {"\n", 2}, {"😀", 3}, {"/", 4}};
    model["merges"] = Json::array();
    std::string text = file_with(model).dump(-1, ' ', true);
    const std::string with_slash = text.replace(text.find("\"/\""), 3, "\"\\/\"");
    EXPECT_EQ(ids_of(tokenizer_from_json(with_slash, "t.json"), "\"\\\n😀/"), (std::vector<TokenId>{0, 1, 2, 3, 4}));
}

TEST(TokenModels, RefuseWhatIsNoStrictJsonWithinTheVocabulary) {
    const std::string head = R"({"version":"1.0","model":{"type":"BPE","merges":[],"vocab":{)";
    for (const char* members : {R"("a":0,)", R"("a":01)", R"("a" 0)", R"("a\x":0)", R"("\ud800":0)", R"("\ude00":0)",
                                "\"a\n\":0", "\"\xFF\":0", R"("a":0,"a":1)", R"("a":0,"b":0)", R"("a":1.0)",
                                R"("a":2147483648)", R"("a":-1)", R"("a":null)", R"("a":[])", R"("a":{})"}) {
        const auto loaded = tokenizer_from_json(head + members + "}}}", "t.json");
        EXPECT_FALSE(loaded.has_value()) << members;
    }
    EXPECT_TRUE(tokenizer_from_json(head + R"("a":2147483647, "b" : 0 }}})", "t.json").has_value());
    EXPECT_FALSE(tokenizer_from_json(head + R"("a":0},"voc\u0061b":{"b":0}}})", "t.json").has_value());
}

TEST(TokenModels, ReadNumbersAsTheReferenceRoundsThem) {
    // Digits as a whole number first, then a power of ten: the last bit is not that of the nearest double.
    EXPECT_EQ(reference_number("-0.5"), -0.5);
    EXPECT_EQ(reference_number("1e2"), 100.0);
    EXPECT_EQ(reference_number("31929957866668701e-16"), 31929957866668701.0 / 1e16);
    EXPECT_EQ(reference_number("3.1929957866668701"), 31929957866668701.0 / 1e16);
    EXPECT_EQ(reference_number("0e999"), 0.0);
    EXPECT_EQ(reference_number("1e-400"), 0.0);
    for (const char* text : {"", "-", "1.", ".5", "01", "1e", "1e999", "1x", "NaN", "+1", "--1"})
        EXPECT_EQ(reference_number(text), std::nullopt) << text;
}

const std::string kVocabJson = R"({"a":0,"b":1,"Ġ":2,"ab":3,"Ġab":4,"<s>":5,"</s>":6,"<|endoftext|>":7})";
const std::string kMergesTxt = "#version: 0.2\r\na b\r\nĠ ab\r\n";

TEST(MergesTxt, IsReadWithItsVocabularyAsAByteLevelBpe) {
    const auto loaded = tokenizer_from_merges(kVocabJson, "vocab.json", kMergesTxt, "merges.txt");
    EXPECT_EQ(ids_of(loaded, "ab ab<|endoftext|>b"), (std::vector<TokenId>{3, 4, 7, 1}));
    EXPECT_TRUE(loaded.value().warnings.empty());
    EXPECT_TRUE(loaded.value().tokenizer->is_special(7));
}

TEST(MergesTxt, FollowsTheSwitchesAndTokensOfTheConfig) {
    TokenizerSiblings siblings;
    siblings.config_name = "tokenizer_config.json";
    siblings.config = Json::parse(R"({"tokenizer_class":"GPT2TokenizerFast","add_prefix_space":true,
        "add_bos_token":true,"bos_token":{"content":"<s>","lstrip":true},
        "added_tokens_decoder":{"9":{"content":"<x>","special":false}}})");
    const auto loaded = tokenizer_from_merges(kVocabJson, "vocab.json", kMergesTxt, "merges.txt", siblings);
    EXPECT_EQ(ids_of(loaded, "ab<x>"), (std::vector<TokenId>{5, 4, 9}));
    siblings.config = Json::parse(R"({"tokenizer_class":"CLIPTokenizer"})");
    EXPECT_EQ(
        tokenizer_from_merges(kVocabJson, "vocab.json", kMergesTxt, "merges.txt", siblings).error().message,
        "tokenizer_config.json: tokenizer_class: \"CLIPTokenizer\", expected one that cuts as GPT2Tokenizer does, "
        "or a tokenizer.json");
}

TEST(MergesTxt, PutsATextBetweenClsAndSepWhereBothAreNamed) {
    TokenizerSiblings siblings;
    siblings.special_tokens_map_name = "special_tokens_map.json";
    siblings.special_tokens_map =
        Json::parse(R"({"cls_token":"<s>","sep_token":"</s>","mask_token":"<mask>","additional_special_tokens":[]})");
    const auto loaded = tokenizer_from_merges(kVocabJson, "vocab.json", kMergesTxt, "merges.txt", siblings);
    EXPECT_EQ(ids_of(loaded, "ab <mask>"), (std::vector<TokenId>{5, 3, 8, 6}));  // the mask takes the space along
    const auto pair = loaded.value().tokenizer->encode("a", "b", {});
    std::vector<TokenId> ids;
    for (const Token& token : pair.value().tokens) ids.push_back(token.id);
    EXPECT_EQ(ids, (std::vector<TokenId>{5, 0, 6, 6, 1, 6}));
}

TEST(MergesTxt, ErrorsNameTheFileAndTheLine) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"#version: 0.2\na b\n\nĠ ab\n",
         "merges.txt: line 3: found \"\", expected two pieces with a space between them"},
        {"a b c\n", "merges.txt: line 1: found \"a b c\", expected two pieces with a space between them"},
        {"a b\n\xFF b\n", "merges.txt: line 2: bytes that are not UTF-8, expected UTF-8 text"},
        {"#version\na b\nb q\n", "merges.txt: line 3: \"q\" is not in the vocabulary, expected pieces of it"}};
    for (const auto& [merges, message] : cases)
        EXPECT_EQ(tokenizer_from_merges(kVocabJson, "vocab.json", merges, "merges.txt").error().message, message);
    EXPECT_EQ(tokenizer_from_merges("[]", "vocab.json", "", "merges.txt").error().message,
              "vocab.json: found [], expected an object of pieces and ids");
    EXPECT_EQ(tokenizer_from_merges(R"({"a":-1})", "vocab.json", "", "merges.txt").error().message,
              "vocab.json: \"a\": found the id -1, expected a whole number from 0 to 2147483647");
}

}  // namespace
}  // namespace headscope
