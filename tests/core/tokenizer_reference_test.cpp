// The tokenizer against what the Hugging Face library makes of the same texts.

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/utf8.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

const std::string kFixtures = HEADSCOPE_TEST_DATA "/text/";
const std::string kMiniLm = HEADSCOPE_WEIGHTS "/all-minilm-l6-v2";

std::shared_ptr<const Tokenizer> load_silently(const std::string& path) {
    const Result<LoadedTokenizer> loaded = load_tokenizer(path);
    if (!loaded.has_value()) {
        ADD_FAILURE() << loaded.error().message;
        return nullptr;
    }
    for (const std::string& warning : loaded.value().warnings) ADD_FAILURE() << warning;
    return loaded.value().tokenizer;
}

struct Reference {
    const char* name;
    std::string tokenizer;
    std::size_t least;  // cases that the file must hold, so that an empty one is noticed
};

class TokenizerReference : public testing::TestWithParam<Reference> {};

TEST_P(TokenizerReference, GivesTheSameTokensForEveryCase) {
    const auto tokenizer = load_silently(GetParam().tokenizer);
    ASSERT_NE(tokenizer, nullptr);
    std::size_t compared = 0;
    std::size_t failures = 0;
    for (const Json& expected : test::read_json_lines(kFixtures + GetParam().name + ".cases.jsonl")) {
        if (!test::is_answerable(expected)) continue;
        ++compared;
        const std::string difference = test::difference(*tokenizer, expected);
        if (difference.empty() || ++failures > 5) continue;
        ADD_FAILURE() << expected.value("text", expected.value("repeat", "")) << "\n" << difference;
    }
    EXPECT_EQ(failures, 0u);
    EXPECT_GE(compared, GetParam().least);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, TokenizerReference,
                         testing::Values(Reference{"minilm", kMiniLm, 1400},
                                         Reference{"bert_cased", kFixtures + "bert_cased", 1400},
                                         Reference{"bert_accents_kept", kFixtures + "bert_accents_kept", 1400},
                                         Reference{"added_flags", kFixtures + "added_flags", 1500}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(TokenizerReference, GivesTheTokensOfBertBaseUncasedForTheTrickyTexts) {
    const auto tokenizer = load_silently(kMiniLm);  // the same vocabulary
    ASSERT_NE(tokenizer, nullptr);
    const std::vector<Json> lines = test::read_json_lines(kFixtures + "golden_bert.jsonl");
    EXPECT_EQ(lines.size(), 84u);
    for (const Json& line : lines) {
        SCOPED_TRACE(line["name"].get<std::string>());
        const auto text = line["text"].get<std::string>();
        const Encoding encoding = tokenizer->encode(text, std::nullopt, {}).value();
        // Offsets count code points there.
        std::vector<std::uint32_t> code_points(text.size() + 1, 0);
        std::uint32_t count = 0;
        for (const CodePoint& point : decode_utf8(text)) code_points[point.begin] = count++;
        code_points[text.size()] = count;
        Json ids = Json::array();
        Json pieces = Json::array();
        Json offsets = Json::array();
        for (const Token& token : encoding.tokens) {
            ids.push_back(token.id);
            pieces.push_back(token.piece);
            offsets.push_back({code_points[token.span.begin], code_points[token.span.end]});
        }
        EXPECT_EQ(ids, line["ids"]);
        EXPECT_EQ(pieces, line["tokens"]);
        EXPECT_EQ(offsets, line["offsets"]);
    }
}

TEST(TokenizerReference, ReadsTheSameTokenizerFromVocabTxt) {
    const auto from_json = load_silently(kMiniLm + "/tokenizer.json");
    const auto from_lines = load_silently(kMiniLm + "/vocab.txt");
    ASSERT_NE(from_json, nullptr);
    ASSERT_NE(from_lines, nullptr);
    EXPECT_EQ(from_json->vocabulary_size(), 30522u);
    EXPECT_EQ(from_lines->vocabulary_size(), 30522u);
    EXPECT_EQ(from_json->description(), "WordPiece, 30,522 pieces, lower-cased");
    EXPECT_EQ(from_lines->description(), from_json->description());
    std::size_t failures = 0;
    for (const Json& expected : test::read_json_lines(kFixtures + "minilm.cases.jsonl"))
        if (test::is_answerable(expected) && !test::difference(*from_lines, expected).empty()) ++failures;
    EXPECT_EQ(failures, 0u);
}

}  // namespace
}  // namespace headscope
