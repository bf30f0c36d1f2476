// Models with two stacks, from ids to the exported file; and the logits of every kind of model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/export/json_export.h"
#include "core/model/model.h"
#include "core/trace/attention_trace.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::shared_ptr<const Model> family(const std::string& name) {
    auto model = load_model(fs::path(HEADSCOPE_TEST_DATA) / "families" / name, {});
    EXPECT_TRUE(model.has_value()) << (model.has_value() ? "" : model.error().message + model.error().details);
    return model.has_value() ? model.value() : nullptr;
}

std::shared_ptr<const AttentionTrace> trace_of(const std::shared_ptr<const Model>& model, const ModelInput& input) {
    Workspace workspace(2);
    RunOptions options;
    options.keep_last_hidden_state = true;
    options.logits = model->config.is_masked_model() ? Logits::kAll : Logits::kLast;
    auto trace = trace_ids(model, input, options, workspace);
    EXPECT_TRUE(trace.has_value()) << (trace.has_value() ? "" : trace.error().message);
    return trace.has_value() ? trace.value() : nullptr;
}

json exported(const AttentionTrace& trace, const JsonExportOptions& options) {
    const TempFolder folder;
    EXPECT_TRUE(export_trace_json(trace, options, folder / "out.json").is_ok());
    return json::parse(read_bytes(folder / "out.json"));
}

// The outputs in an export of a run over three ids.
json outputs_of(const std::shared_ptr<const Model>& model) {
    ModelInput input;
    input.ids = {5, 9, 17};
    JsonExportOptions options;
    options.outputs = true;
    return exported(*trace_of(model, input), options)["outputs"];
}

ModelInput source_and_target() {
    ModelInput input;
    input.ids = {5, 9, 17, 33, 8};
    input.attention_mask = {1, 1, 1, 1, 0};
    input.decoder_ids = {0, 12, 44};
    return input;
}

TEST(EncoderDecoder, CutsTextsOfMarianWithTheModelOfEachSide) {
    const fs::path data = HEADSCOPE_TEST_DATA;
    const TempFolder folder;
    for (const char* name : {"config.json", "model.safetensors"})
        fs::copy_file(data / "families/marian-old" / name, folder / name);
    fs::copy_file(data / "text/t5/spiece.model", folder / "source.spm");
    fs::copy_file(data / "text/llama/tokenizer.model", folder / "target.spm");
    write_bytes(folder / "vocab.json", R"({"</s>": 0, "<unk>": 1, "▁a": 3, "<0x0A>": 4, "<pad>": 6})");
    const auto model = load_model(folder.path(), {});
    ASSERT_TRUE(model.has_value()) << model.error().message;
    const auto target = encode_target_for_model(*model.value(), "a\n");
    ASSERT_TRUE(target.has_value()) << target.error().message;
    ASSERT_EQ(target.value().tokens.size(), 2U);  // the end is only predicted
    EXPECT_EQ(target.value().tokens[0].id, 3);
    EXPECT_EQ(target.value().tokens[1].id, 4);  // a byte, which the source's model does not have
    const auto source = encode_for_model(*model.value(), "a", std::nullopt, {});
    ASSERT_TRUE(source.has_value()) << source.error().message;
    Workspace workspace(1);
    const auto trace = trace_encoding(model.value(), source.value(), {}, workspace, target.value());
    ASSERT_TRUE(trace.has_value()) << trace.error().message;
    EXPECT_EQ(trace.value()->maps->cross->n_queries(), 3);
}

TEST(EncoderDecoder, ExportsThreeSetsOfMaps) {
    const auto model = family("marian-old");  // 2 encoder heads, 4 decoder heads
    ASSERT_NE(model, nullptr);
    const auto trace = trace_of(model, source_and_target());
    ASSERT_NE(trace, nullptr);
    JsonExportOptions options;
    options.outputs = true;
    const json j = exported(*trace, options);
    EXPECT_EQ(j["target_tokens"].size(), 3U);
    EXPECT_EQ(j["target_tokens"][2]["id"], 44);
    EXPECT_EQ(j["heads"], json({0, 1}));
    EXPECT_EQ(j["decoder_layers"], json({0, 1}));
    EXPECT_EQ(j["decoder_heads"], json({0, 1, 2, 3}));
    EXPECT_EQ(j["attention"][1][1].size(), 5U);
    EXPECT_EQ(j["decoder_attention"][1][3].size(), 3U);
    EXPECT_EQ(j["decoder_attention"][1][3][0], json({1, 0, 0}));  // causal
    EXPECT_EQ(j["cross_attention"][1][3].size(), 3U);
    EXPECT_EQ(j["cross_attention"][1][3][2].size(), 5U);
    EXPECT_EQ(j["cross_attention"][0][0][1][4], 0);  // hidden by the source's mask
    EXPECT_EQ(j["outputs"]["last_hidden_state"].size(), 3U);
    EXPECT_EQ(j["outputs"]["logits"].size(), 102U);
    EXPECT_FALSE(j["outputs"].contains("logits_all"));
    EXPECT_LT(j["row_sum_max_error"].get<double>(), 1e-6);

    options.outputs = false;
    options.heads = {1};
    options.top_k = 1;
    const json sparse = exported(*trace, options);
    EXPECT_EQ(sparse["decoder_heads"], json({1}));
    EXPECT_EQ(sparse["cross_attention_sparse"]["shape"], json({2, 1, 3, 5}));
    EXPECT_EQ(sparse["cross_attention_sparse"]["entries"].size(), 6U);
    EXPECT_FALSE(sparse.contains("cross_attention"));
}

TEST(EncoderDecoder, WithoutATargetTheDecoderReadsItsStartToken) {
    const auto model = family("t5");
    ASSERT_NE(model, nullptr);
    ModelInput input = source_and_target();
    input.decoder_ids.clear();
    const auto trace = trace_of(model, input);
    ASSERT_NE(trace, nullptr);
    ASSERT_EQ(trace->target.tokens.size(), 1U);
    EXPECT_EQ(trace->target.tokens[0].id, 0);
    EXPECT_EQ(trace->maps->decoder->n_queries(), 1);
    EXPECT_EQ(trace->maps->cross->n_keys(), 5);
}

TEST(EncoderDecoder, ReusesTheMemoryOfAllThreeSets) {
    const auto model = family("t5");
    ASSERT_NE(model, nullptr);
    Workspace workspace(1);
    const ModelInput input = source_and_target();
    std::vector<const float*> seen;
    for (int round = 0; round < 6; ++round) {
        const auto maps = run_model(*model, input, {}, workspace);
        ASSERT_TRUE(maps.has_value());
        for (const AttentionMaps* set : {maps.value().get(), maps.value()->decoder.get(), maps.value()->cross.get()})
            seen.push_back(set->head(0, 0).data);
    }
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::unique(seen.begin(), seen.end()) - seen.begin(), 3);
}

TEST(EncoderDecoder, OnlySuchModelsTakeATarget) {
    const auto bert = family("bert");
    ASSERT_NE(bert, nullptr);
    Workspace workspace(1);
    const auto refused = run_model(*bert, source_and_target(), {}, workspace);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find("3 target tokens, expected none"), std::string::npos);
    const auto t5 = family("t5");
    ModelInput input = source_and_target();
    input.decoder_ids[1] = 5000;
    const auto beyond = run_model(*t5, input, {}, workspace);
    ASSERT_FALSE(beyond.has_value());
    EXPECT_EQ(beyond.error().message, "input: target token 1: id 5000, expected 0 to 127");
}

TEST(Outputs, MaskedModelsHaveLogitsAtEveryPosition) {
    const auto model = family("distilbert");
    ASSERT_NE(model, nullptr);
    const json outputs = outputs_of(model);
    ASSERT_EQ(outputs["logits_all"].size(), 3U);
    EXPECT_EQ(outputs["logits_all"][2], outputs["logits"]);
    EXPECT_EQ(outputs["logits"].size(), 110U);
}

TEST(Outputs, AModelWithoutAHeadHasNoLogits) {
    const auto model = family("modernbert-old");
    ASSERT_NE(model, nullptr);
    const json outputs = outputs_of(model);
    EXPECT_TRUE(outputs.contains("last_hidden_state"));
    EXPECT_FALSE(outputs.contains("logits"));
    EXPECT_FALSE(outputs.contains("logits_all"));
}

TEST(Outputs, LogitsOfGptNeoxAreTheSameUnderEitherNameOfTheirMatrix) {
    const TempFolder folder;
    const fs::path original = fs::path(HEADSCOPE_TEST_DATA) / "families" / "gpt_neox";
    fs::copy_file(original / "config.json", folder / "config.json");
    TensorBytes bytes = TensorBytes::read(original / "model.safetensors");
    bytes.header["lm_head.weight"] = bytes.header.at("embed_out.weight");
    bytes.header.erase("embed_out.weight");
    write_bytes(folder / "model.safetensors", bytes.file());
    const auto renamed = load_model(folder.path(), {});
    ASSERT_TRUE(renamed.has_value()) << renamed.error().message;
    EXPECT_TRUE(renamed.value()->warnings.empty());
    ModelInput input;
    input.ids = {5, 9, 17};
    const auto expected = trace_of(family("gpt_neox"), input);
    const auto found = trace_of(renamed.value(), input);
    ASSERT_NE(expected, nullptr);
    ASSERT_NE(found, nullptr);
    EXPECT_FALSE(expected->maps->logits.empty());
    EXPECT_EQ(found->maps->logits, expected->maps->logits);
}

// gpt-oss: what a row does not give to its keys goes to the sink, and is no error of the maps.
TEST(Outputs, RowsBesideASinkFallShortOfOne) {
    const auto model = family("gpt_oss");
    ASSERT_NE(model, nullptr);
    ModelInput input;
    input.ids = {5, 9, 17, 40};
    const auto trace = trace_of(model, input);
    float sum = 0;
    for (Index key = 0; key < 4; ++key) sum += trace->maps->head(0, 0)(3, key);
    EXPECT_LT(sum, 0.9999F);
    EXPECT_EQ(trace->row_sum_max_error, 0);
}

}  // namespace
}  // namespace headscope
