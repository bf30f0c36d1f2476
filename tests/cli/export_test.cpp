#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/run_headscope.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kTelescope = "The man saw the astronomer with a telescope";

// Runs export with --out at a file of the test's own folder.
class ExportVerb : public testing::Test {
  protected:
    RunResult run(std::vector<std::string> arguments, const std::string& out = "x.json") {
        arguments.insert(arguments.begin(), "export");
        arguments.insert(arguments.end(), {"--out", (folder_ / out).string()});
        return run_headscope(arguments);
    }
    json run_to_json(const std::vector<std::string>& arguments) {
        const RunResult result = run(arguments);
        EXPECT_EQ(result.status, 0) << result.errors;
        EXPECT_EQ(result.output, "");
        errors_ = result.errors;
        return json::parse(read_bytes(folder_ / "x.json"));
    }
    std::string input_file(const std::string& name, const std::string& bytes) {
        write_bytes(inputs_ / name, bytes);
        return (inputs_ / name).string();
    }

    TempFolder folder_;
    TempFolder inputs_;
    std::string errors_;
};

// The sizes fit together, every row sums to 1, tokens have what they must.
void expect_sound(const json& j) {
    EXPECT_EQ(j["format"], "headscope.attention");
    const std::size_t count = j["tokens"].size();
    ASSERT_EQ(j["attention"].size(), j["layers"].size());
    for (const json& layer : j["attention"]) {
        ASSERT_EQ(layer.size(), j["heads"].size());
        for (const json& head : layer) {
            ASSERT_EQ(head.size(), count);
            for (const json& row : head) {
                ASSERT_EQ(row.size(), count);
                double sum = 0;
                for (const json& weight : row) sum += weight.get<double>();
                EXPECT_NEAR(sum, 1, 1e-5);
            }
        }
    }
    const std::string text = j["text"];
    for (const json& token : j["tokens"]) {
        EXPECT_LE(token["start"].get<std::size_t>(), token["end"].get<std::size_t>());
        EXPECT_LE(token["end"].get<std::size_t>(), token["segment"] == 0 ? text.size() : std::string::npos);
    }
    EXPECT_LT(j["row_sum_max_error"].get<double>(), 1e-5);
    EXPECT_EQ(j["non_finite"], 0);
}

TEST_F(ExportVerb, WritesEveryHeadOfTheShippedModel) {
    const json j = run_to_json({"--text", kTelescope, "--sha256", "--outputs"});
    expect_sound(j);
    EXPECT_EQ(errors_, "");
    EXPECT_EQ(j["layers"].size(), 6U);
    EXPECT_EQ(j["heads"].size(), 12U);
    EXPECT_EQ(j["tokens"].size(), 10U);
    EXPECT_EQ(j["tokens"][2]["piece"], "man");
    EXPECT_EQ(j["text"].get<std::string>().substr(j["tokens"][2]["start"], 3), "man");
    EXPECT_EQ(j["model"]["sha256"], "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db");
    EXPECT_EQ(j["model"]["name"], "all-minilm-l6-v2");
    EXPECT_EQ(j["outputs"]["last_hidden_state"].size(), 10U);
    EXPECT_EQ(j["outputs"]["last_hidden_state"][9].size(), 384U);
    EXPECT_EQ(folder_.count(), 1U);
}

TEST_F(ExportVerb, ChoosesLayersHeadsDigitsAndSpecials) {
    const json all = run_to_json({"--text", kTelescope});
    const json some = run_to_json({"--text", kTelescope, "--layers", "0,2-3", "--heads", "11"});
    EXPECT_EQ(some["layers"], json({0, 2, 3}));
    EXPECT_EQ(some["heads"], json({11}));
    EXPECT_EQ(some["attention"][1][0], all["attention"][2][11]);
    const json rounded = run_to_json({"--text", kTelescope, "--layers", "0", "--heads", "0", "--digits", "2"});
    EXPECT_NEAR(rounded["attention"][0][0][1][1].get<double>(), all["attention"][0][0][1][1].get<double>(), 0.005);
    const json dropped = run_to_json({"--text", kTelescope, "--specials", "renormalise"});
    EXPECT_EQ(dropped["tokens"].size(), 8U);
    expect_sound(dropped);
    const json sparse = run_to_json({"--text", kTelescope, "--top-k", "1"});
    EXPECT_EQ(sparse["attention_sparse"]["entries"].size(), 6U * 12 * 10);
}

TEST_F(ExportVerb, IdsGiveTheSameMapsAsTheirText) {
    const json text = run_to_json({"--text", "the man"});
    const json ids = run_to_json({"--ids", "101,1996,2158,102"});
    EXPECT_EQ(ids["attention"], text["attention"]);
    EXPECT_EQ(ids["tokens"][2]["piece"], "man");
    const json masked = run_to_json({"--ids", "101,1996,2158,102", "--mask", "1,1,1,0", "--type-ids", "0,0,0,0"});
    EXPECT_EQ(masked["attention"][3][4][1][3], 0);
    EXPECT_EQ(masked["attention_mask"], json({1, 1, 1, 0}));
}

TEST_F(ExportVerb, IdsNeedNoTokenizer) {
    const TempFolder model;
    copy_tiny_model(model.path());
    fs::remove(model / "tokenizer.json");
    expect_sound(run_to_json({model.path().string(), "--ids", "2,5,6,3"}));
    const RunResult text = run({model.path().string(), "--text", "the man"});
    EXPECT_EQ(text.status, 1);
    EXPECT_NE(text.errors.find("tokenizer.json"), std::string::npos);
}

TEST_F(ExportVerb, IdsOutOfRangeAreNamed) {
    for (const char* ids : {"101,30522", "-1"}) {
        const RunResult result = run({"--ids", ids}, "bad.json");
        EXPECT_EQ(result.status, 1) << ids;
        EXPECT_FALSE(fs::exists(folder_ / "bad.json"));
    }
}

TEST_F(ExportVerb, UnusualTextsAreSound) {
    expect_sound(run_to_json({"--text", ""}));
    expect_sound(run_to_json({"--text", "x"}));
    expect_sound(run_to_json({"--text", "🙂 日本 𠮷 مرحبا"}));
    expect_sound(run_to_json({"--text", kTelescope, "--pair", "He used it."}));
    expect_sound(run_to_json({"--input", input_file("nul.txt", std::string("a\0b", 3))}));
}

TEST_F(ExportVerb, InvalidUtf8IsRepairedAndSaid) {
    const json j = run_to_json({"--input", input_file("bad.txt", "the \xFF man")});
    expect_sound(j);
    EXPECT_EQ(j["text"], "the \uFFFD man");
    EXPECT_EQ(j["notes"].size(), 1U);
    EXPECT_NE(errors_.find("headscope: warning: "), std::string::npos);
    EXPECT_NE(errors_.find("bad.txt:1: "), std::string::npos);
}

TEST_F(ExportVerb, FiveThousandWordsAreCutAndSaid) {
    std::string text;
    for (int i = 0; i < 5000; ++i) text += "word ";
    const RunResult result =
        run({"--input", input_file("long.txt", text), "--layers", "0", "--heads", "0", "--digits", "3"});
    ASSERT_EQ(result.status, 0) << result.errors;
    EXPECT_NE(result.errors.find("truncated: "), std::string::npos) << result.errors;
    const json j = json::parse(read_bytes(folder_ / "x.json"));
    EXPECT_EQ(j["tokens"].size(), 512U);
    ASSERT_EQ(j["notes"].size(), 1U);
    EXPECT_EQ(j["notes"][0].get<std::string>().rfind("truncated: ", 0), 0U);
}

TEST_F(ExportVerb, ManyInputsGoToAFolderOrToLines) {
    const std::string input = input_file("in.txt", "the man\nthe dog sat\n");
    ASSERT_EQ(run({"--input", input}, "many/").status, 0);
    expect_sound(json::parse(read_bytes(folder_ / "many/000001.json")));
    expect_sound(json::parse(read_bytes(folder_ / "many/000002.json")));
    ASSERT_EQ(run({"--input", input}, "x.jsonl").status, 0);
    const std::string lines = read_bytes(folder_ / "x.jsonl");
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
    expect_sound(json::parse(lines.substr(lines.find('\n') + 1)));
    const RunResult single = run({"--input", input}, "one.json");
    EXPECT_EQ(single.status, 2);
    EXPECT_FALSE(fs::exists(folder_ / "one.json"));
}

TEST_F(ExportVerb, AnInputThatFailsIsNamedAndTheRestGoesOn) {
    const RunResult result = run({"--input", input_file("in.jsonl", "\"the man\"\n7\n\"a dog\"\n")}, "x.jsonl");
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.errors.find("in.jsonl:2: "), std::string::npos) << result.errors;
    const std::string lines = read_bytes(folder_ / "x.jsonl");
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
}

TEST_F(ExportVerb, StandardOutputCarriesTheData) {
    const RunResult result = run_headscope({"export", "--text", "the man", "--out", "-"});
    ASSERT_EQ(result.status, 0) << result.errors;
    expect_sound(json::parse(result.output));
    const RunResult closed = run_headscope({"export", "--text", kTelescope, "--out", "-"}, "| head -c 3");
    EXPECT_EQ(closed.status, 0);
    EXPECT_EQ(closed.output, "{\"f");
    EXPECT_EQ(closed.errors, "");
}

TEST_F(ExportVerb, TargetsThatCannotBeWrittenAreNamed) {
    for (const char* out : {"/dev/full", "/nowhere/x.json", "/proc/x.json", "/proc/x/"}) {
        const RunResult result = run_headscope({"export", "--text", "the man", "--out", out});
        EXPECT_EQ(result.status, 1) << out;
        EXPECT_EQ(result.output, "");
        EXPECT_EQ(result.errors.rfind(std::string("headscope: ") + out, 0), 0U) << result.errors;
        EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 1) << result.errors;
    }
    EXPECT_EQ(run_headscope({"export", "--text", "the man", "--out", "-"}, ">/dev/full").status, 1);
}

TEST_F(ExportVerb, AFileThatWasThereStaysWhenTheExportFails) {
    write_bytes(folder_ / "x.json", "precious");
    EXPECT_EQ(run({"--ids", "99999"}).status, 1);
    EXPECT_EQ(read_bytes(folder_ / "x.json"), "precious");
    EXPECT_EQ(folder_.count(), 1U);
}

TEST_F(ExportVerb, ABrokenModelIsToldWithAtMostTenTensors) {
    const TempFolder model;
    copy_tiny_model(model.path());
    TensorBytes tensors = TensorBytes::read(model / "model.safetensors");
    json config = json::parse(read_bytes(model / "config.json"));
    config["num_hidden_layers"] = 3;
    write_bytes(model / "config.json", config.dump());
    const RunResult result = run({model.path().string(), "--text", "the man"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 12) << result.errors;
    EXPECT_NE(result.errors.find("encoder.layer.1."), std::string::npos);
    EXPECT_EQ(folder_.count(), 0U);
}

TEST_F(ExportVerb, WarningsOfTheModelAreTold) {
    const TempFolder model;
    copy_tiny_model(model.path());
    TensorBytes tensors = TensorBytes::read(model / "model.safetensors");
    tensors.add("something.else", "F32", {3}, std::string(12, '\0'));
    write_bytes(model / "model.safetensors", tensors.file());
    const RunResult result = run({model.path().string(), "--text", "the man"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.errors.rfind("headscope: warning: ", 0), 0U) << result.errors;
    EXPECT_NE(result.errors.find("something.else"), std::string::npos);
}

TEST_F(ExportVerb, SwitchesHeadsOffAndSaysSo) {
    const json whole = run_to_json({"--text", kTelescope});
    EXPECT_FALSE(whole.contains("switched_off"));
    const json j = run_to_json({"--text", kTelescope, "--ablate", "0:3,4:1", "--ablate-by", "mean"});
    expect_sound(j);
    EXPECT_EQ(j["switched_off"], json::parse(R"({"heads": [[0, 3], [4, 1]], "by": "mean"})"));
    EXPECT_EQ(j["attention"][0], whole["attention"][0]);
    EXPECT_NE(j["attention"][1], whole["attention"][1]);
}

TEST_F(ExportVerb, WritesWhatKeysContributeInPlaceOfWeights) {
    const json j = run_to_json({"--text", kTelescope, "--norms"});
    EXPECT_EQ(j["normalization"], "norms");
    const json weights = run_to_json({"--text", kTelescope});
    // One factor a key, the same in every row.
    const double first = j["attention"][2][5][1][0].get<double>() / weights["attention"][2][5][1][0].get<double>();
    const double second = j["attention"][2][5][3][0].get<double>() / weights["attention"][2][5][3][0].get<double>();
    EXPECT_NEAR(first, second, 1e-5 * first);
    EXPECT_EQ(run_to_json({"--text", kTelescope, "--norms", "--specials", "drop"})["normalization"],
              "norms_specials_dropped");
}

TEST_F(ExportVerb, AddsRolloutWithItsVariantAndRowsThatSumToOne) {
    EXPECT_FALSE(run_to_json({"--text", kTelescope}).contains("rollout"));
    const json j = run_to_json({"--text", kTelescope, "--rollout", "--layers", "0-2", "--heads", "3"});
    EXPECT_EQ(j["attention"].size(), 3U);
    const json& rollout = j["rollout"];
    EXPECT_NE(rollout["variant"].get<std::string>().find("A = 0.5 W + 0.5 I; R_1 = A_1, R_l = A_l R_(l-1)"),
              std::string::npos);
    EXPECT_EQ(rollout["identity"], 0.5);
    EXPECT_EQ(rollout["heads"], "mean");
    EXPECT_EQ(rollout["layers"], json::parse("[0, 1, 2]"));
    ASSERT_EQ(rollout["maps"].size(), 3U);
    for (const json& map : rollout["maps"]) {
        ASSERT_EQ(map.size(), j["tokens"].size());
        for (const json& row : map) {
            double sum = 0;
            for (const json& weight : row) sum += weight.get<double>();
            EXPECT_NEAR(sum, 1, 1e-6);
        }
    }
    // Layer 0 is half the mean of all its heads and half the token itself, whichever heads are chosen.
    const json whole = run_to_json({"--text", kTelescope});
    double mean = 0;
    for (const json& head : whole["attention"][0]) mean += head[2][8].get<double>() / 12;
    EXPECT_NEAR(rollout["maps"][0][2][8].get<double>(), mean / 2, 1e-6);
    const json dropped = run_to_json({"--text", kTelescope, "--rollout", "--specials", "renormalise", "--norms"});
    double sum = 0;
    for (const json& weight : dropped["rollout"]["maps"][5][0]) sum += weight.get<double>();
    EXPECT_EQ(dropped["rollout"]["maps"][5].size(), dropped["tokens"].size());
    EXPECT_NEAR(sum, 1, 1e-6);
}

TEST_F(ExportVerb, SwitchesHeadsOfDecoderAndCrossAttentionOff) {
    const std::string t5 = HEADSCOPE_TEST_DATA "/families/t5";
    const auto export_t5 = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = {t5, "--ids", "119,60,66,90", "--target-ids", "0,111,92"};
        words.insert(words.end(), more.begin(), more.end());
        return run_to_json(words);
    };
    const json whole = export_t5({"--rollout"});
    EXPECT_EQ(whole["rollout"]["decoder_maps"][1].size(), 3U);
    const json j = export_t5({"--ablate", "decoder:0:1,cross:0:2"});
    EXPECT_EQ(j["switched_off"],
              json::parse(R"({"by": "zero", "heads": [], "decoder_heads": [[0, 1]], "cross_heads": [[0, 2]]})"));
    EXPECT_EQ(j["attention"], whole["attention"]);
    EXPECT_EQ(j["decoder_attention"][0], whole["decoder_attention"][0]);
    EXPECT_NE(j["decoder_attention"][1], whole["decoder_attention"][1]);
    EXPECT_NE(j["cross_attention"][0], whole["cross_attention"][0]);
    const json encoder = export_t5({"--ablate", "encoder:0:1"});
    EXPECT_NE(encoder["cross_attention"], whole["cross_attention"]);
    EXPECT_NE(encoder["decoder_attention"][1], whole["decoder_attention"][1]);
    const RunResult result = run({t5, "--ids", "119", "--ablate", "cross:9:0"});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.errors.find("--ablate: cross:9:0, expected cross:0:0 to cross:1:3"), std::string::npos);
    EXPECT_NE(run({"--text", "a", "--ablate", "decoder:0:0"}).errors.find("the model has one stack of layers"),
              std::string::npos);
}

}  // namespace
}  // namespace headscope
