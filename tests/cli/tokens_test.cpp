#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/run_headscope.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

using nlohmann::json;

std::vector<json> json_lines(const std::string& text) {
    std::vector<json> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        lines.push_back(json::parse(text.substr(at, end - at)));
        at = end + 1;
    }
    return lines;
}

TEST(TokensVerb, WritesOneJsonLineWithParallelLists) {
    const RunResult result = run_headscope({"tokens", "--text", "The astronomer", "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const auto lines = json_lines(result.output);
    ASSERT_EQ(lines.size(), 1U);
    const json& j = lines.front();
    EXPECT_EQ(j["ids"], json({101, 1996, 15211, 102}));
    EXPECT_EQ(j["pieces"], json({"[CLS]", "the", "astronomer", "[SEP]"}));
    EXPECT_EQ(j["spans"], json::parse("[[0,0],[0,3],[4,14],[0,0]]"));
    EXPECT_EQ(j["type_ids"], json({0, 0, 0, 0}));
    EXPECT_EQ(j["special"], json({true, false, false, true}));
    EXPECT_EQ(j["words"], json::parse("[null,0,1,null]"));
    EXPECT_EQ(j["notes"], json::array());
}

TEST(TokensVerb, TextsAreTakenLiterally) {
    for (const std::string& text :
         std::vector<std::string>{"[CLS] a, b [SEP]", "-5 degrees", "--json", "", "@file", "%s \"q\" 'q'"}) {
        const RunResult result = run_headscope({"tokens", "--text", text, "--json"});
        ASSERT_EQ(result.status, 0) << text << result.errors;
        const RunResult equals = run_headscope({"tokens", "--text=" + text, "--json"});
        EXPECT_EQ(equals.output, result.output) << text;
        const TempFolder folder;
        write_bytes(folder / "in.txt", text + "\n");
        EXPECT_EQ(run_headscope({"tokens", "--input", (folder / "in.txt").string(), "--json"}).output, result.output);
    }
}

TEST(TokensVerb, SpansCountTheBytesThatWereGiven) {
    const TempFolder folder;
    write_bytes(folder / "in.txt", "\xFF\xFE man\nx\n");
    const RunResult result = run_headscope({"tokens", "--input", (folder / "in.txt").string(), "--json"});
    ASSERT_EQ(result.status, 0) << result.errors;
    const json j = json_lines(result.output).at(0);
    bool has_man = false;
    for (std::size_t i = 0; i < j["pieces"].size(); ++i) {
        if (j["pieces"][i] != "man") continue;
        has_man = true;
        EXPECT_EQ(j["spans"][i], json({3, 6}));
    }
    EXPECT_TRUE(has_man);
    EXPECT_EQ(j["notes"].size(), 1U);
}

TEST(TokensVerb, ThePairsSpansAreInThePair) {
    const json j = json_lines(run_headscope({"tokens", "--text", "the man", "--pair", "a dog", "--json"}).output).at(0);
    EXPECT_EQ(j["spans"], json::parse("[[0,0],[0,3],[4,7],[0,0],[0,1],[2,5],[0,0]]"));
    EXPECT_EQ(j["type_ids"], json({0, 0, 0, 0, 1, 1, 1}));
}

TEST(TokensVerb, NeverTruncates) {
    const TempFolder folder;
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "word ";
    write_bytes(folder / "in.txt", text);
    const json j =
        json_lines(run_headscope({"tokens", "--input", (folder / "in.txt").string(), "--json"}).output).at(0);
    EXPECT_EQ(j["ids"].size(), 5002U);
}

TEST(TokensVerb, EveryLineIsAnInputEmptyOnesToo) {
    const TempFolder folder;
    write_bytes(folder / "in.txt", std::string("a\n\nb\0c\nd", 8));
    const RunResult result = run_headscope({"tokens", "--input", "-", "--json"}, "<" + (folder / "in.txt").string());
    EXPECT_EQ(result.status, 0);
    const auto lines = json_lines(result.output);
    ASSERT_EQ(lines.size(), 4U);
    EXPECT_EQ(lines[1]["ids"], json({101, 102}));
}

TEST(TokensVerb, ABadLineIsAnErrorOnItsLineAndTheRestGoesOn) {
    const TempFolder folder;
    write_bytes(folder / "in.jsonl",
                "\"the man\"\n{\"text\": \"the\", \"pair\": \"man\", \"other\": 1}\n{\"txt\": 1}\n{\n"
                "{\"text\":\"[CLS]\",\"add_special_tokens\":false}\n"
                "{\"text\":\"[CLS]\",\"add_special_tokens\":false,\"encode_special_tokens\":true}\n");
    const RunResult result = run_headscope({"tokens", "--input", (folder / "in.jsonl").string(), "--json"});
    EXPECT_EQ(result.status, 1);
    const auto lines = json_lines(result.output);
    ASSERT_EQ(lines.size(), 6U);
    EXPECT_EQ(lines[0]["ids"], json({101, 1996, 2158, 102}));
    EXPECT_EQ(lines[1]["ids"], json({101, 1996, 102, 2158, 102}));
    EXPECT_TRUE(lines[2].contains("error"));
    EXPECT_TRUE(lines[3].contains("error"));
    EXPECT_EQ(lines[4]["ids"], json({101}));
    EXPECT_GT(lines[5]["ids"].size(), 1U);
    EXPECT_NE(result.errors.find("in.jsonl:3: "), std::string::npos) << result.errors;
}

TEST(TokensVerb, SpecialTokensInTheTextAreTokensOrTextAsAskedAndItSaysSo) {
    const std::string text = "Paris is the [MASK] of France.";
    const json as_tokens = json_lines(run_headscope({"tokens", "--text", text, "--json"}).output).at(0);
    EXPECT_EQ(as_tokens["ids"][4], 103);
    EXPECT_EQ(as_tokens["special"][4], false);
    ASSERT_EQ(as_tokens["notes"].size(), 1U);
    EXPECT_NE(as_tokens["notes"][0].get<std::string>().find("[MASK]"), std::string::npos);
    const json as_text =
        json_lines(run_headscope({"tokens", "--text", text, "--specials-as-text", "--json"}).output).at(0);
    EXPECT_EQ(as_text["pieces"][4], "[");
    ASSERT_EQ(as_text["notes"].size(), 1U);
    EXPECT_NE(as_text["notes"][0].get<std::string>().find("ordinary text"), std::string::npos);
    const TempFolder folder;
    write_bytes(folder / "in.jsonl", "\"[MASK]\"\n{\"text\":\"[MASK]\",\"encode_special_tokens\":false}\n");
    const auto lines = json_lines(
        run_headscope({"tokens", "--specials-as-text", "--json", "--input", (folder / "in.jsonl").string()}).output);
    EXPECT_GT(lines.at(0)["ids"].size(), 3U);
    EXPECT_EQ(lines.at(1)["ids"], json({101, 103, 102}));
}

TEST(TokensVerb, NeedsNoWeights) {
    const TempFolder folder;
    std::filesystem::copy_file(tiny_model_folder() / "tokenizer.json", folder / "tokenizer.json");
    for (const auto& path : {folder.path(), folder / "tokenizer.json"}) {
        const RunResult result = run_headscope({"tokens", path.string(), "--text", "the man", "--json"});
        ASSERT_EQ(result.status, 0) << result.errors;
        EXPECT_EQ(json_lines(result.output).at(0)["ids"], json({2, 5, 6, 3}));
    }
}

TEST(TokensVerb, AMissingInputFileIsNamed) {
    const RunResult result = run_headscope({"tokens", "--input", "/nowhere/x.txt"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.errors.rfind("headscope: /nowhere/x.txt: ", 0), 0U) << result.errors;
    EXPECT_EQ(run_headscope({"tokens", "--input", "/"}).status, 1);
}

TEST(TokensVerb, AClosedPipeEndsItQuietly) {
    const TempFolder folder;
    std::string text;
    for (int i = 0; i < 20'000; ++i) text += "the man saw the astronomer\n";
    write_bytes(folder / "in.txt", text);
    const RunResult result =
        run_headscope({"tokens", "--input", (folder / "in.txt").string(), "--json"}, "| head -c 5");
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.output, "{\"ids");
    EXPECT_EQ(result.errors, "");
}

}  // namespace
}  // namespace headscope
