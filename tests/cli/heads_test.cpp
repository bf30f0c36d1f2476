#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_headscope.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

using nlohmann::json;

std::vector<json> lines_of(const std::string& text) {
    std::vector<json> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
    return lines;
}

TEST(HeadsVerb, PrintsEveryFactOfEveryHead) {
    const RunResult result = run_headscope({"heads", "--text", "The man saw the dog", "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const std::vector<json> lines = lines_of(result.output);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["text"], "The man saw the dog");
    ASSERT_EQ(lines[0]["heads"].size(), 72U);
    const json& head = lines[0]["heads"][14];
    EXPECT_EQ(head["layer"], 1);
    EXPECT_EQ(head["head"], 2);
    for (const char* fact : {"entropy", "distance", "confidence", "self", "previous", "next", "first_token",
                             "separator", "duplicate", "induction"})
        EXPECT_TRUE(head[fact].is_number()) << fact;
    EXPECT_TRUE(head["block"].is_null());
}

TEST(HeadsVerb, NamesThePreviousTokenHeadOfTheShippedModel) {
    const RunResult result =
        run_headscope({"heads", "--text", "The man saw the astronomer with a telescope.", "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json roles = lines_of(result.output).at(0)["heads"][2]["roles"];
    ASSERT_EQ(roles.size(), 1U);
    EXPECT_EQ(roles[0]["role"], "previous token");
    EXPECT_GT(roles[0]["score"], 0.99);
    EXPECT_EQ(roles[0]["on"], "this text");
    EXPECT_NE(roles[0]["formula"].get<std::string>().find("A[i,i-1]"), std::string::npos);
}

TEST(HeadsVerb, OverSeveralTextsAddsMeansAndDeviationsAndGoesOnBehindAFailure) {
    const TempFolder folder;
    write_bytes(folder / "texts.jsonl", "\"The dog sleeps\"\n17\n{\"text\": \"A cat\", \"pair\": \"saw a bird\"}\n");
    const RunResult result = run_headscope({"heads", "--input", (folder / "texts.jsonl").string(), "--json"});
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.errors.find("texts.jsonl:2"), std::string::npos) << result.errors;
    const std::vector<json> lines = lines_of(result.output);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_TRUE(lines[1].contains("error"));
    EXPECT_EQ(lines[2]["text_pair"], "saw a bird");
    const json& summary = lines[3];
    EXPECT_EQ(summary["texts"], 2);
    for (const char* fact : {"entropy", "distance", "first_token"}) {
        const double first = lines[0]["heads"][5][fact];
        const double second = lines[2]["heads"][5][fact];
        EXPECT_NEAR(summary["heads"][5][fact], (first + second) / 2, 1e-12);
        EXPECT_NEAR(summary["heads"][5][std::string(fact) + "_sd"], std::abs(first - second) / 2, 1e-12);
    }
    EXPECT_NEAR(summary["heads"][5]["block"], lines[2]["heads"][5]["block"].get<double>(), 1e-12);
}

TEST(HeadsVerb, PrintsATableForPeople) {
    const RunResult result = run_headscope({"heads", "--text", "The man saw the dog"});
    ASSERT_EQ(result.status, 0) << result.errors;
    std::istringstream lines(result.output);
    std::string line;
    std::size_t count = 0;
    while (std::getline(lines, line)) ++count;
    EXPECT_EQ(count, 73U);
    EXPECT_NE(result.output.find("roles on this text"), std::string::npos);
}

TEST(HeadsVerb, GivesTheAccuracyOfEachHeadOnMarkedLinksBesideTheBestOffset) {
    const TempFolder folder;
    write_bytes(folder / "links.jsonl",
                R"({"text": "The old dog sleeps.", "from": "old", "to": "dog", "relation": "adjective"}
{"text": "The old dog sleeps.", "from": "dog", "to": "sleeps", "relation": "subject"}
{"text": "A red bird sings.", "from": "red", "to": "bird", "relation": "adjective"}
)");
    const std::string file = (folder / "links.jsonl").string();
    const RunResult result = run_headscope({"heads", "--links", file, "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json relations = lines_of(result.output).at(0)["relations"];
    ASSERT_EQ(relations.size(), 2U);
    EXPECT_EQ(relations[0]["relation"], "adjective");
    EXPECT_EQ(relations[0]["examples"], 2);
    EXPECT_EQ(relations[0]["offset"], 1);
    EXPECT_EQ(relations[0]["offset_accuracy"], 1.0);
    ASSERT_EQ(relations[0]["heads"].size(), 72U);
    // 0:2 looks at the token before, so the noun's row finds the adjective.
    EXPECT_EQ(relations[0]["heads"][2]["looked"], 1.0);
    EXPECT_EQ(relations[0]["heads"][2]["accuracy"], 1.0);
    const RunResult table = run_headscope({"heads", "--links", file});
    EXPECT_NE(table.output.find("adjective: 2 links; best fixed offset +1 100%"), std::string::npos) << table.output;
    write_bytes(folder / "links.jsonl", R"({"text": "A b", "from": "c", "to": "b", "relation": "r"})");
    const RunResult wrong = run_headscope({"heads", "--links", file});
    EXPECT_EQ(wrong.status, 1);
    EXPECT_NE(wrong.errors.find("links.jsonl:1: \"c\": no such word"), std::string::npos) << wrong.errors;
    EXPECT_EQ(wrong.output, "");
}

TEST(HeadsVerb, ShowsOnlyTheHeadsThatASearchLineFinds) {
    const RunResult result = run_headscope({"heads", "--text", "The man saw the astronomer with a telescope.",
                                            "--where", "layer=0 role:previous", "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json heads = lines_of(result.output).at(0)["heads"];
    ASSERT_EQ(heads.size(), 1U);
    EXPECT_EQ(heads[0]["head"], 2);
    const RunResult wrong = run_headscope({"heads", "--text", "a", "--where", "colour>3"});
    EXPECT_EQ(wrong.status, 2);
    EXPECT_NE(wrong.errors.find("colour>3"), std::string::npos);
}

TEST(HeadsVerb, SaysWhatIsLostWithoutEachHead) {
    const RunResult result =
        run_headscope({"heads", "--text", "The man saw the dog", "--importance", "zero", "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const std::vector<json> lines = lines_of(result.output);
    ASSERT_EQ(lines.size(), 1U);
    for (const json& head : lines[0]["heads"]) {
        EXPECT_GT(head["without"]["change"], 0);
        EXPECT_LT(head["without"]["cosine"], 1);
    }
}

}  // namespace
}  // namespace headscope
