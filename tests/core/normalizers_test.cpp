// Every normalizer of a tokenizer.json, alone and in sequence, against the reference's text and origins.

#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/text/normalized_text.h"
#include "core/text/normalizer.h"
#include "tests/core/tokenizer_reference_cases.h"

namespace headscope {
namespace {

using Json = nlohmann::json;

Result<std::unique_ptr<const Normalizer>> parse(const Json& part) {
    return parse_normalizer(part, "tokenizer.json");
}

// The message of a part that must be refused.
std::string refusal(const std::string& part) {
    const auto parsed = parse(Json::parse(part));
    return parsed.has_value() ? "accepted" : parsed.error().message;
}

std::string normalized(const Json& part, const std::string& text) {
    const auto parsed = parse(part);
    if (!parsed.has_value()) return parsed.error().message;
    NormalizedText rewritten(text);
    if (const Status status = parsed.value()->apply(rewritten); !status.is_ok()) return status.error().message;
    return rewritten.utf8(rewritten.all());
}

TEST(Normalizers, MakeTheReferencesTextWithItsOrigins) {
    std::unique_ptr<const Normalizer> normalizer;
    std::string shown;
    std::size_t compared = 0;
    std::size_t different = 0;
    test::for_each_json_line(
        HEADSCOPE_SOURCE_DIR "/tests/fixtures/text/cases/normalizers.jsonl.gz", [&](const Json& line) {
            if (line.contains("normalizer")) {
                auto parsed = parse(line["normalizer"]);
                ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
                normalizer = std::move(parsed).value();
                shown = line["normalizer"].dump().substr(0, 200);
            }
            NormalizedText text(line["text"].get<std::string>());
            ASSERT_TRUE(normalizer->apply(text).is_ok());
            std::vector<std::uint32_t> origins;
            for (std::uint32_t i = 0; i < text.size(); ++i) {
                origins.push_back(text.origin(i).begin);
                origins.push_back(text.origin(i).end);
            }
            ++compared;
            const std::string found = text.utf8(text.all());
            if (found == line["normalized"].get<std::string>() &&
                origins == line["offsets"].get<std::vector<std::uint32_t>>())
                return;
            if (++different <= 5)
                ADD_FAILURE() << shown << "\n"
                              << line.dump() << "\nfound " << Json(found).dump() << " " << Json(origins).dump();
        });
    EXPECT_GT(compared, 2000u);
    EXPECT_EQ(different, 0u);
}

TEST(Normalizers, RefuseWhatIsNotThereOrNotKnownByName) {
    EXPECT_EQ(
        refusal(R"({"type":"Nfc"})").find("tokenizer.json: normalizer: unknown type \"Nfc\", expected BertNormalizer"),
        0u);
    const std::pair<const char*, const char*> wrong[] = {
        {R"({"type":"Strip","strip_left":true})", "normalizer: strip_right: missing"},
        {R"({"type":"Strip","strip_left":1,"strip_right":true})", "normalizer: strip_left: found 1"},
        {R"({"type":"Prepend"})", "normalizer: prepend: missing"},
        {R"({"type":"Replace","content":"x"})", "normalizer: pattern: missing"},
        {R"({"type":"Replace","pattern":"a","content":"x"})", "normalizer: pattern: found \"a\""},
        {R"({"type":"Replace","pattern":{"String":"a","Regex":"b"},"content":"x"})", "normalizer: pattern: found"},
        {R"({"type":"Replace","pattern":{"String":"a"}})", "normalizer: content: missing"},
        {R"({"type":"Replace","pattern":{"Regex":"("},"content":""})", "tokenizer.json: normalizer"},
        {R"({"type":"Precompiled","precompiled_charsmap":null})", "precompiled_charsmap: found null"},
        {R"({"type":"Precompiled","precompiled_charsmap":"@@@@"})", "precompiled_charsmap: not base64"},
        {R"({"type":"Precompiled","precompiled_charsmap":""})", "precompiled_charsmap: found 0 bytes"},
        {R"({"type":"Sequence"})", "normalizers: missing"},
        {R"({"type":"Sequence","normalizers":null})", "normalizers: found null"},
        {R"({"type":"Sequence","normalizers":[{"type":"NFC"},null]})", "normalizers[1]: found null"},
        {R"({"x":1})", "normalizer: type: missing"},
        {R"(["NFC"])", "normalizer: found [\"NFC\"]"}};
    for (const auto& [part, message] : wrong)
        EXPECT_NE(refusal(part).find(message), std::string::npos) << refusal(part);
}

TEST(Normalizers, AreKnownByTheirKeysWhereAnOldFileLeavesTheTypeAway) {
    EXPECT_EQ(normalized(Json::parse(R"({"strip_left":true,"strip_right":false})"), " a "), "a ");
    EXPECT_EQ(normalized(Json::parse(R"({"pattern":{"String":"a"},"content":"b"})"), "aa"), "bb");
    EXPECT_EQ(normalized(Json::parse(R"({"normalizers":[{"prepend":"x"},{"type":"ByteLevel"}]})"), "a b"), "xa\u0120b");
}

TEST(Normalizers, RefuseSequencesNestedWithoutEnd) {
    Json part{{"type", "NFC"}};
    for (int depth = 0; depth < 40; ++depth) part = {{"type", "Sequence"}, {"normalizers", Json::array({part})}};
    EXPECT_TRUE(parse(part).has_value());
    for (int depth = 0; depth < 400; ++depth) part = {{"type", "Sequence"}, {"normalizers", Json::array({part})}};
    const auto parsed = parse(part);
    ASSERT_FALSE(parsed.has_value());
    EXPECT_NE(parsed.error().message.find("sequences inside one another"), std::string::npos);
}

TEST(Normalizers, StopTextsThatGrowWithoutEnd) {
    const Json twice = Json::parse(R"({"type":"Replace","pattern":{"String":"a"},"content":"aa"})");
    Json steps = Json::array();
    for (int i = 0; i < 60; ++i) steps.push_back(twice);
    EXPECT_NE(normalized({{"type", "Sequence"}, {"normalizers", steps}}, "a").find("expected at most"),
              std::string::npos);
    Json bytes = Json::array();
    for (int i = 0; i < 60; ++i) bytes.push_back({{"type", "ByteLevel"}});
    EXPECT_NE(normalized({{"type", "Sequence"}, {"normalizers", bytes}}, "\u00e9").find("expected at most"),
              std::string::npos);
}

TEST(Normalizers, FindLongStringsInLinearTime) {
    const std::string wanted = std::string(200'000, 'a') + "b";
    const Json part{{"type", "Replace"}, {"pattern", {{"String", wanted}}}, {"content", "x"}};
    EXPECT_EQ(normalized(part, std::string(1'000'000, 'a')).size(), 1'000'000u);
    EXPECT_EQ(normalized(part, "aaa" + wanted + wanted + "a"), "aaaxxa");
}

TEST(Normalizers, TellPeopleWhatTheyDoToLetters) {
    const auto parsed = parse(Json::parse(
        R"({"type":"Sequence","normalizers":[{"type":"Nmt"},{"type":"NFKD"},{"type":"StripAccents"},{"type":"Lowercase"}]})"));
    ASSERT_TRUE(parsed.has_value());
    EXPECT_EQ(parsed.value()->description(), "NFKD, without accents, lower-cased");
}

TEST(NormalizedText, InsertionsAtTheStartOfAStretchComeFromWhereItBegins) {
    const NormalizedText whole("abcd");
    NormalizedText stretch(whole, {2, 4});
    stretch.replace({{0, 0}}, std::vector<char32_t>{U'-'});
    EXPECT_EQ(stretch.utf8(stretch.all()), "-cd");
    EXPECT_EQ(stretch.origin(0), (ByteSpan{2, 2}));
    EXPECT_EQ(stretch.origin(1), (ByteSpan{2, 3}));
}

}  // namespace
}  // namespace headscope
