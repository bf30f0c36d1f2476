#include "core/export/json_export.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/utf8.h"
#include "tests/core/model_files.h"
#include "tests/core/sample_trace.h"

namespace headscope {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string written(const AttentionTrace& trace, const JsonExportOptions& options) {
    const TempFolder folder;
    const Status status = export_trace_json(trace, options, folder / "x.json");
    EXPECT_TRUE(status.is_ok()) << status.error().message;
    return read_bytes(folder / "x.json");
}

json exported(const AttentionTrace& trace, const JsonExportOptions& options) {
    return json::parse(written(trace, options));
}

std::vector<std::string> keys_of(const ordered_json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;
}

// The float32 that a reader of the JSON number gets.
float as_float(const json& number) {
    return static_cast<float>(number.get<double>());
}

TEST(JsonExport, SaysHowSpecialTokensInTheTextWereReadWhereThereAreAny) {
    SampleTrace sample;
    EXPECT_FALSE(json::parse(written(sample.trace, {})).contains("special_tokens_in_text"));
    sample.trace.encoding.notes.push_back({NoteKind::kTypedSpecial, "the text itself holds special tokens: [MASK]"});
    EXPECT_EQ(json::parse(written(sample.trace, {}))["special_tokens_in_text"], "tokens");
    sample.trace.encoding.specials_as_text = true;
    EXPECT_EQ(json::parse(written(sample.trace, {}))["special_tokens_in_text"], "text");
}

TEST(JsonExport, HasTheKeysOfVersionOneInOrder) {
    const SampleTrace sample;
    const auto j = ordered_json::parse(written(sample.trace, {}));
    EXPECT_EQ(keys_of(j), (std::vector<std::string>{"format", "version", "generator", "model", "text", "text_pair",
                                                    "tokens", "axes", "index_base", "layers", "heads", "normalization",
                                                    "row_sum_max_error", "notes", "attention", "non_finite"}));
    EXPECT_EQ(keys_of(j["model"]), (std::vector<std::string>{"name", "family", "n_layers", "n_heads", "n_kv_heads",
                                                             "d_model", "d_head", "causal", "sha256"}));
    EXPECT_EQ(keys_of(j["tokens"][0]),
              (std::vector<std::string>{"index", "id", "piece", "text", "start", "end", "special", "word", "segment"}));
    EXPECT_EQ(j["format"], "headscope.attention");
    EXPECT_EQ(j["version"], 1);
    EXPECT_EQ(j["axes"], json({"layer", "head", "query", "key"}));
    EXPECT_EQ(j["normalization"], "raw");
    EXPECT_EQ(j["row_sum_max_error"], 1.25e-7);
    EXPECT_TRUE(j["text_pair"].is_null());
    EXPECT_TRUE(j["model"]["sha256"].is_null());
    EXPECT_EQ(j["tokens"][7]["piece"], "##date");
    EXPECT_EQ(j["tokens"][7]["text"], "date");
    EXPECT_EQ(j["tokens"][7]["word"], 5);
    EXPECT_TRUE(j["tokens"][0]["word"].is_null());
    EXPECT_EQ(j["tokens"][0]["special"], true);
}

TEST(JsonExport, ReadsBackBitForBit) {
    const SampleTrace sample;
    const MatrixView odd = sample.maps->head(0, 0);
    const float values[] = {0,
                            1,
                            std::numeric_limits<float>::denorm_min(),
                            std::numeric_limits<float>::min(),
                            0.1F,
                            1.0F / 3,
                            1e-30F,
                            std::nextafter(1.0F, 0.0F),
                            5e-5F};
    for (Index k = 0; k < sample.n(); ++k) odd(4, k) = values[k];
    const json attention = exported(sample.trace, {})["attention"];
    ASSERT_EQ(attention.size(), 2U);
    for (Index l = 0; l < 2; ++l)
        for (Index h = 0; h < 3; ++h)
            for (Index q = 0; q < sample.n(); ++q)
                for (Index k = 0; k < sample.n(); ++k)
                    EXPECT_EQ(std::bit_cast<std::uint32_t>(as_float(attention.at(static_cast<std::size_t>(l))
                                                                        .at(static_cast<std::size_t>(h))
                                                                        .at(static_cast<std::size_t>(q))
                                                                        .at(static_cast<std::size_t>(k)))),
                              std::bit_cast<std::uint32_t>(sample.maps->head(l, h)(q, k)));
}

TEST(JsonExport, ChosenLayersAndHeadsKeepTheirNumbers) {
    const SampleTrace sample;
    JsonExportOptions options;
    options.layers = {1};
    options.heads = {0, 2};
    const json j = exported(sample.trace, options);
    EXPECT_EQ(j["layers"], json({1}));
    EXPECT_EQ(j["heads"], json({0, 2}));
    ASSERT_EQ(j["attention"].size(), 1U);
    ASSERT_EQ(j["attention"][0].size(), 2U);
    EXPECT_EQ(as_float(j["attention"][0][1][3][2]), sample.maps->head(1, 2)(3, 2));
}

TEST(JsonExport, ALayerTheModelDoesNotHaveIsRefused) {
    const SampleTrace sample;
    const TempFolder folder;
    JsonExportOptions options;
    options.layers = {2};
    EXPECT_FALSE(export_trace_json(sample.trace, options, folder / "x.json").is_ok());
    EXPECT_EQ(folder.count(), 0U);
}

TEST(JsonExport, DigitsRound) {
    const SampleTrace sample;
    JsonExportOptions options;
    options.digits = 3;
    sample.maps->head(0, 0)(0, 0) = 0.123456F;
    const std::string text = written(sample.trace, options);
    EXPECT_NE(text.find("\"attention\": [[[\n[0.123,"), std::string::npos)
        << text.substr(text.find("\"attention\""), 60);
}

TEST(JsonExport, DroppedSpecialsLeaveRowsColumnsAndTokensOut) {
    const SampleTrace sample;
    JsonExportOptions options;
    options.specials = SpecialsMode::kDrop;
    const json j = exported(sample.trace, options);
    EXPECT_EQ(j["normalization"], "specials_dropped");
    EXPECT_EQ(j["tokens"].size(), 7U);
    EXPECT_EQ(j["tokens"][0]["index"], 1);
    EXPECT_EQ(j["attention"][0][0].size(), 7U);
    EXPECT_EQ(j["attention"][0][0][0].size(), 7U);
    EXPECT_EQ(as_float(j["attention"][1][2][0][6]), sample.maps->head(1, 2)(1, 7));
}

TEST(JsonExport, RenormalisedRowsSumToOneAndImpossibleOnesAreNull) {
    const SampleTrace sample;
    for (Index k = 0; k < sample.n(); ++k) sample.maps->head(0, 0)(1, k) = k == 0 ? 1.0F : 0.0F;
    JsonExportOptions options;
    options.specials = SpecialsMode::kRenormalise;
    const json j = exported(sample.trace, options);
    EXPECT_EQ(j["normalization"], "specials_renormalised");
    double sum = 0;
    for (const json& weight : j["attention"][1][1][3]) sum += weight.get<double>();
    EXPECT_NEAR(sum, 1, 1e-6);
    for (const json& weight : j["attention"][0][0][0]) EXPECT_TRUE(weight.is_null());
    EXPECT_EQ(j["non_finite"], 7);
}

TEST(JsonExport, NanAndInfinityAreNullAndCounted) {
    const SampleTrace sample;
    sample.maps->head(0, 1)(2, 3) = std::numeric_limits<float>::quiet_NaN();
    sample.maps->head(1, 1)(2, 4) = std::numeric_limits<float>::infinity();
    const json j = exported(sample.trace, {});
    EXPECT_TRUE(j["attention"][0][1][2][3].is_null());
    EXPECT_TRUE(j["attention"][1][1][2][4].is_null());
    EXPECT_EQ(j["non_finite"], 2);
}

TEST(JsonExport, SparseFormKeepsTheStrongestOfEachRow) {
    const SampleTrace sample;
    JsonExportOptions options;
    options.top_k = 2;
    const json j = exported(sample.trace, options);
    EXPECT_FALSE(j.contains("attention"));
    const json& sparse = j["attention_sparse"];
    EXPECT_EQ(sparse["form"], "[layer, head, query, key, weight]");
    EXPECT_EQ(sparse["top_k"], 2);
    EXPECT_TRUE(sparse["min_weight"].is_null());
    EXPECT_EQ(sparse["shape"], json({2, 3, 9, 9}));
    ASSERT_EQ(sparse["entries"].size(), 2U * 3 * 9 * 2);
    const json& first = sparse["entries"][0];
    const ConstMatrixView map = sample.maps->head(0, 0);
    for (Index k = 0; k < sample.n(); ++k) EXPECT_LE(map(0, k), as_float(first[4]));
    EXPECT_EQ(as_float(first[4]), map(0, first[3].get<Index>()));
}

TEST(JsonExport, SparseFormKeepsWeightsFromAThresholdUp) {
    const SampleTrace sample;
    JsonExportOptions options;
    options.min_weight = 0.15F;
    options.layers = {1};
    const json sparse = exported(sample.trace, options)["attention_sparse"];
    std::size_t expected = 0;
    for (Index h = 0; h < 3; ++h)
        for (Index q = 0; q < sample.n(); ++q)
            for (Index k = 0; k < sample.n(); ++k) expected += sample.maps->head(1, h)(q, k) >= 0.15F;
    EXPECT_EQ(sparse["entries"].size(), expected);
    for (const json& entry : sparse["entries"]) {
        EXPECT_EQ(entry[0], 1);
        EXPECT_GE(as_float(entry[4]), 0.15F);
    }
}

TEST(JsonExport, OneTokenIsStillAnArrayOfFloats) {
    SampleTrace sample;
    sample.trace.encoding.tokens.resize(1);
    auto maps = std::make_shared<AttentionMaps>(2, 3, 1, 1);
    for (Index l = 0; l < 2; ++l)
        for (Index h = 0; h < 3; ++h) maps->head(l, h)(0, 0) = 1;
    sample.trace.maps = maps;
    const json j = exported(sample.trace, {});
    EXPECT_TRUE(j["attention"][1][2][0][0].is_number_float());
}

TEST(JsonExport, OneLineIsOneLine) {
    const SampleTrace sample;
    JsonExportOptions options;
    options.one_line = true;
    const std::string text = written(sample.trace, options);
    EXPECT_EQ(text.find('\n'), text.size() - 1);
    EXPECT_TRUE(json::accept(text));
}

TEST(JsonExport, TextsAreEscapedAndAlwaysUtf8) {
    SampleTrace sample;
    sample.trace.encoding.text = std::string("a\"\\\n\x01\0\xEF\xBF\xBD\u2028🙂", 16);
    sample.trace.encoding.pair = "<>";
    sample.trace.encoding.tokens[2].piece = "\xE6\x97";
    const std::string text = written(sample.trace, {});
    EXPECT_TRUE(is_valid_utf8(text));
    const json j = json::parse(text);
    EXPECT_EQ(j["text"], sample.trace.encoding.text);
    EXPECT_EQ(j["text_pair"], "<>");
    EXPECT_EQ(j["tokens"][2]["bytes_hex"], "e697");
    EXPECT_EQ(j["tokens"][2]["piece"], "\uFFFD");
    EXPECT_FALSE(j["tokens"][1].contains("bytes_hex"));
}

TEST(JsonExport, NotesMaskHashAndOutputsAreWrittenWhereThereAreAny) {
    SampleTrace sample;
    sample.trace.encoding.notes = {{NoteKind::kTruncated, "cut to 9 tokens"}};
    sample.trace.attention_mask.assign(9, 1);
    sample.trace.attention_mask[8] = 0;
    sample.maps->last_hidden_state.resize(54);
    for (std::size_t i = 0; i < 54; ++i) sample.maps->last_hidden_state[i] = static_cast<float>(i) - 2;
    JsonExportOptions options;
    options.outputs = true;
    options.sha256 = std::string(64, 'a');
    const json j = exported(sample.trace, options);
    EXPECT_EQ(j["notes"], json({"truncated: cut to 9 tokens"}));
    EXPECT_EQ(j["attention_mask"], json({1, 1, 1, 1, 1, 1, 1, 1, 0}));
    EXPECT_EQ(j["model"]["sha256"], std::string(64, 'a'));
    ASSERT_EQ(j["outputs"]["last_hidden_state"].size(), 9U);
    EXPECT_EQ(as_float(j["outputs"]["last_hidden_state"][8][5]), 51.0F);
}

TEST(JsonExport, OutputsThatWereNotKeptAreRefused) {
    const SampleTrace sample;
    const TempFolder folder;
    JsonExportOptions options;
    options.outputs = true;
    EXPECT_FALSE(export_trace_json(sample.trace, options, folder / "x.json").is_ok());
}

TEST(JsonExport, IsStoppedWhileItWritesOutputsToo) {
    SampleTrace sample;
    for (Token& token : sample.trace.encoding.tokens) token.is_special = true;  // no row of a map to be stopped at
    sample.maps->last_hidden_state.resize(54);
    const TempFolder folder;
    JsonExportOptions options;
    options.specials = SpecialsMode::kDrop;
    options.outputs = true;
    EXPECT_TRUE(export_trace_json(sample.trace, options, folder / "whole.json").is_ok());
    options.cancel.request();
    const Status stopped = export_trace_json(sample.trace, options, folder / "x.json");
    ASSERT_FALSE(stopped.is_ok());
    EXPECT_EQ(stopped.error().kind, ErrorKind::kCancelled);
    EXPECT_EQ(folder.count(), 1U);
}

TEST(JsonExport, LeavesNothingBehindWhenStoppedOrRefused) {
    const SampleTrace sample;
    const TempFolder folder;
    JsonExportOptions options;
    options.cancel.request();
    const Status stopped = export_trace_json(sample.trace, options, folder / "x.json");
    ASSERT_FALSE(stopped.is_ok());
    EXPECT_EQ(stopped.error().kind, ErrorKind::kCancelled);
    EXPECT_FALSE(export_trace_json(sample.trace, {}, folder / "missing" / "x.json").is_ok());
    EXPECT_FALSE(export_trace_json(sample.trace, {}, "/dev/full").is_ok());
    EXPECT_EQ(folder.count(), 0U);
}

}  // namespace
}  // namespace headscope
