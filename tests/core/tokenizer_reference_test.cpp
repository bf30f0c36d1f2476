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
const std::string kCases = kFixtures + "cases/";
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

// A tokenizer and the reference results to compare it with.
struct Reference {
    const char* name;
    const char* file;   // below the folder of that name; empty for the folder itself
    std::size_t least;  // cases that the file must hold, so that an empty one is noticed
};

void PrintTo(const Reference& reference, std::ostream* out) {
    *out << reference.name;
}

std::string name_of(const testing::TestParamInfo<Reference>& info) {
    return info.param.name;
}

std::string tokenizer_of(const Reference& reference) {
    return reference.name == std::string("minilm") ? kMiniLm : kFixtures + reference.name + reference.file;
}

void expect_equal(const Reference& reference, const std::string& cases, bool is_sentencepiece) {
    const auto tokenizer = load_silently(tokenizer_of(reference));
    ASSERT_NE(tokenizer, nullptr);
    const test::Comparison found =
        test::compare_cases(*tokenizer, kCases + cases, is_sentencepiece, 5,
                            [](const std::string& difference) { ADD_FAILURE() << difference; });
    EXPECT_EQ(found.different, 0u);
    EXPECT_GE(found.compared, reference.least);
}

class TokenizerReference : public testing::TestWithParam<Reference> {};

TEST_P(TokenizerReference, GivesTheSameTokensForEveryCase) {
    expect_equal(GetParam(), std::string(GetParam().name) + ".jsonl.gz", false);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, TokenizerReference,
                         testing::Values(Reference{"minilm", "", 1504}, Reference{"bert_cased", "", 1504},
                                         Reference{"bert_accents_kept", "", 1504}, Reference{"gpt2", "", 1504},
                                         Reference{"roberta", "", 1504}, Reference{"qwen2", "", 1504},
                                         Reference{"llama3", "", 1504}, Reference{"smollm", "", 1504},
                                         Reference{"modernbert", "", 1504}, Reference{"neox_flags", "", 1504},
                                         Reference{"pipeline_mix", "", 1504}, Reference{"llama", "", 1504},
                                         Reference{"llama_not_legacy", "", 1504}, Reference{"gemma", "", 1504},
                                         Reference{"t5", "", 1504}, Reference{"xlmr", "", 1504},
                                         Reference{"albert", "", 1504}, Reference{"unigram_bytes", "", 1504},
                                         Reference{"added_flags", "", 1500}),
                         name_of);

class SentencePieceReference : public testing::TestWithParam<Reference> {};

TEST_P(SentencePieceReference, GivesTheSamePiecesForEveryCase) {
    expect_equal(GetParam(), std::string(GetParam().name) + ".spm.jsonl.gz", true);
}

INSTANTIATE_TEST_SUITE_P(
    Fixtures, SentencePieceReference,
    testing::Values(Reference{"t5", "/spiece.model", 725}, Reference{"albert", "/spiece.model", 725},
                    Reference{"xlmr", "/sentencepiece.bpe.model", 725}, Reference{"llama", "/tokenizer.model", 725},
                    Reference{"gemma", "/tokenizer.model", 725}, Reference{"unigram_bytes", "/tokenizer.model", 725}),
    name_of);

TEST(TokenizerReference, GivesTheTokensOfBertBaseUncasedForTheTrickyTexts) {
    const auto tokenizer = load_silently(kMiniLm);  // the same vocabulary
    ASSERT_NE(tokenizer, nullptr);
    std::size_t lines = 0;
    test::for_each_json_line(kFixtures + "golden_bert.jsonl", [&](const Json& line) {
        ++lines;
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
    });
    EXPECT_EQ(lines, 84u);
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
    const test::Comparison found =
        test::compare_cases(*from_lines, kCases + "minilm.jsonl.gz", false, 5,
                            [](const std::string& difference) { ADD_FAILURE() << difference; });
    EXPECT_EQ(found.different, 0u);
}

}  // namespace
}  // namespace headscope
