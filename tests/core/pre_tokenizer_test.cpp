// Pre-tokenizers against what the reference makes of the same texts, and what is refused.

#include "core/text/pre_tokenizer.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace headscope {
namespace {

using Json = nlohmann::json;

Result<std::unique_ptr<const PreTokenizer>> parse(const Json& value) {
    return parse_pre_tokenizer(value, "tokenizer.json");
}

// [word, begin, end] for each word of a text.
Json cut(const PreTokenizer& pre_tokenizer, const std::string& bytes) {
    NormalizedText text(bytes);
    std::vector<CharRange> words{text.all()};
    const Status status = pre_tokenizer.apply(text, words);
    if (!status.is_ok()) return status.error().message;
    Json out = Json::array();
    for (const CharRange& word : words)
        out.push_back({text.utf8(word), text.origin(word).begin, text.origin(word).end});
    return out;
}

std::string refusal(const Json& value) {
    const auto parsed = parse(value);
    return parsed.has_value() ? "" : parsed.error().message;
}

Json split_by(const std::string& pattern, const std::string& behavior = "Isolated") {
    return {{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", behavior}, {"invert", false}};
}

TEST(PreTokenizer, CutsEveryTextAsTheReference) {
    std::ifstream file(HEADSCOPE_TEST_DATA "/text/pre_tokenizers.jsonl");
    std::string line;
    ASSERT_TRUE(std::getline(file, line));
    const Json texts = Json::parse(line);
    std::size_t compared = 0;
    while (std::getline(file, line)) {
        const Json entry = Json::parse(line);
        const auto parsed = parse(entry["pre_tokenizer"]);
        if (!parsed.has_value()) {
            ADD_FAILURE() << parsed.error().message;
            continue;
        }
        for (std::size_t i = 0; i < texts.size(); ++i, ++compared)
            EXPECT_EQ(cut(*parsed.value(), texts[i]), entry["words"][i])
                << entry["pre_tokenizer"].dump() << " on " << texts[i].dump();
    }
    EXPECT_GT(compared, 3000u);
}

TEST(PreTokenizer, NullLeavesEachStretchAsOneWord) {
    const auto parsed = parse(nullptr);
    ASSERT_TRUE(parsed.has_value());
    EXPECT_EQ(parsed.value(), nullptr);
}

TEST(PreTokenizer, RefusesUnknownTypesByName) {
    const std::string message = refusal({{"type", "Quantum"}});
    EXPECT_NE(message.find("tokenizer.json: pre_tokenizer: unknown type \"Quantum\""), std::string::npos) << message;
    const Json nested = {{"type", "Sequence"}, {"pretokenizers", Json::array({Json{{"type", "Quantum"}}})}};
    EXPECT_EQ(refusal(nested), message);
}

TEST(PreTokenizer, RefusesSequencesNestedWithoutMeasure) {
    Json deep = {{"type", "Whitespace"}};
    for (int i = 0; i < 60; ++i) deep = {{"type", "Sequence"}, {"pretokenizers", Json::array({deep})}};
    EXPECT_EQ(refusal(deep), "");
    for (int i = 0; i < 10; ++i) deep = {{"type", "Sequence"}, {"pretokenizers", Json::array({deep})}};
    EXPECT_NE(refusal(deep).find("more than 64 deep"), std::string::npos);
}

TEST(PreTokenizer, NamesTheKeyThatIsMissingOrWrong) {
    const auto expect_mention = [](const Json& value, const char* mention) {
        EXPECT_NE(refusal(value).find(mention), std::string::npos) << value << ": " << refusal(value);
    };
    expect_mention({{"type", "ByteLevel"}, {"trim_offsets", true}}, "add_prefix_space: missing");
    expect_mention({{"type", "ByteLevel"}, {"add_prefix_space", true}}, "trim_offsets: missing");
    expect_mention({{"type", "ByteLevel"}, {"add_prefix_space", true}, {"trim_offsets", true}, {"use_regex", nullptr}},
                   "use_regex: found null");
    expect_mention({{"type", "Metaspace"}}, "replacement: missing");
    expect_mention({{"type", "Metaspace"}, {"replacement", "ab"}}, "expected one character");
    expect_mention({{"type", "Metaspace"}, {"replacement", ""}}, "expected one character");
    expect_mention({{"type", "Metaspace"}, {"replacement", "_"}, {"prepend_scheme", "Always"}}, "prepend_scheme");
    expect_mention({{"type", "Metaspace"}, {"replacement", "_"}, {"add_prefix_space", false}}, "add_prefix_space");
    expect_mention(
        {{"type", "Metaspace"}, {"replacement", "_"}, {"add_prefix_space", false}, {"prepend_scheme", "first"}},
        "\"first\"");
    expect_mention({{"type", "Digits"}}, "individual_digits: missing");
    expect_mention({{"type", "Punctuation"}, {"behavior", "isolated"}}, "behavior: found \"isolated\"");
    expect_mention({{"type", "CharDelimiterSplit"}, {"delimiter", "--"}}, "delimiter");
    expect_mention({{"type", "FixedLength"}, {"length", 0}}, "length: found 0");
    expect_mention({{"type", "FixedLength"}, {"length", -1}}, "length: found -1");
    expect_mention({{"type", "Sequence"}}, "pretokenizers: missing");
    expect_mention({{"type", "Sequence"}, {"pretokenizers", nullptr}}, "pretokenizers: found null");
    expect_mention({{"type", "Split"}, {"behavior", "Isolated"}, {"invert", false}}, "pattern: missing");
    expect_mention({{"type", "Split"}, {"pattern", "a"}, {"behavior", "Isolated"}, {"invert", false}},
                   "pattern: found");
    expect_mention({{"type", "Split"}, {"pattern", {{"String", "a"}}}, {"behavior", "Isolated"}}, "invert: missing");
}

TEST(PreTokenizer, NeverSaysNotTwice) {
    const Json agreeing = {
        {"type", "Metaspace"}, {"replacement", "_"}, {"add_prefix_space", false}, {"prepend_scheme", "never"}};
    EXPECT_EQ(refusal(agreeing), "");
}

TEST(PreTokenizer, StopsPatternsThatRunWithoutEnd) {
    const auto parsed = parse(split_by("(a+)+$"));
    ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
    const Json result = cut(*parsed.value(), std::string(40, 'a') + "!");
    ASSERT_TRUE(result.is_string());
    EXPECT_NE(result.get<std::string>().find("pre_tokenizer: the pattern (a+)+$: took more than"), std::string::npos)
        << result;
    // The pattern is not spoilt by that.
    EXPECT_EQ(cut(*parsed.value(), "ba").size(), 2u);
}

TEST(PreTokenizer, CountsStepsOfRepetitionsThatNeverGiveBack) {
    // From every place the run is taken whole and dropped: half the square of its length.
    const auto parsed = parse(split_by("a++b|(?=a*c)a|(?:a*)*+b"));
    ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
    EXPECT_TRUE(cut(*parsed.value(), std::string(100000, 'a')).is_string());
}

TEST(PreTokenizer, TakesAMegabyteOfOneClassWithKnownAndUnknownPatterns) {
    const char* const patterns[] = {
        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
        "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|"
        "\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
        "\\p{L}+|\\p{N}|[^\\p{L}\\p{N}\\s]+|\\s+(?!\\S)|\\s+",
        "(?:\\p{L}|\\d)+| +",
    };
    for (const char* pattern : patterns)
        for (const char* unit : {"a", " ", "!", "\n"}) {
            const auto parsed = parse(split_by(pattern));
            ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
            std::string text;
            for (int i = 0; i < 1'000'000; ++i) text += unit;
            EXPECT_TRUE(cut(*parsed.value(), text).is_array()) << pattern << " on " << unit;
        }
}

}  // namespace
}  // namespace headscope
