// The tensors of a file matched to those that its config asks for.
#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "core/model/model.h"
#include "tests/core/damaged_model.h"

namespace headscope {
namespace {

using TensorBinding = DamagedModel;

constexpr const char* kQuery = "encoder.layer.0.attention.self.query.weight";
constexpr const char* kUp = "encoder.layer.0.intermediate.dense.weight";

TEST_F(TensorBinding, OldNormNamesAndTheBodyPrefixAreKnown) {
    const auto plain = load();
    ASSERT_TRUE(plain.has_value());
    const nlohmann::ordered_json names = tensors_.header;
    for (const auto& [name, entry] : names.items()) {
        if (name == "__metadata__") continue;
        std::string other = "bert." + name;
        if (name.ends_with("LayerNorm.weight")) other.replace(other.size() - 6, 6, "gamma");
        if (name.ends_with("LayerNorm.bias")) other.replace(other.size() - 4, 4, "beta");
        rename(name, other);
    }
    const auto renamed = load();
    ASSERT_TRUE(renamed.has_value()) << renamed.error().message << renamed.error().details;
    EXPECT_TRUE(renamed.value()->warnings.empty());
    EXPECT_EQ(renamed.value()->weights.embedding_norm.weight, plain.value()->weights.embedding_norm.weight);
    EXPECT_EQ(row_of(renamed.value()->weights.word_embeddings, 3), row_of(plain.value()->weights.word_embeddings, 3));
}

TEST_F(TensorBinding, EveryMissingTensorIsNamedAtOnce) {
    for (const char* name : {kQuery, "encoder.layer.0.attention.self.key.bias", kUp}) tensors_.remove(name);
    tensors_.add("something.else", "F32", {3}, std::string(12, '\0'));
    const Error found = error();
    expect_mention(found.message, "model.safetensors: ");
    for (const char* mention :
         {kQuery, "self.key.bias: missing", kUp, "something.else: left over", "num_hidden_layers 1"})
        expect_mention(found.details, mention);
}

TEST_F(TensorBinding, MisshapenTensorsAreToldWithTheConfigsReason) {
    config_["hidden_size"] = 16;
    const Error found = error();
    expect_mention(found.message, "shape 24 × 8, expected 24 × 16");
    expect_mention(found.message, "hidden_size 16");
}

TEST_F(TensorBinding, ATransposedWeightIsRecognised) {
    tensors_.header[kUp]["shape"] = {8, 16};
    expect_mention(error().message, std::string(kUp) + ": shape 8 × 16, expected 16 × 8");
    expect_mention(error().message, "transposed");
}

TEST_F(TensorBinding, RankMustMatch) {
    tensors_.header[kQuery]["shape"] = {8, 8, 1};
    expect_mention(error().message, "shape 8 × 8 × 1, expected 8 × 8");
    tensors_.header[kQuery]["shape"] = {64};
    expect_mention(error().message, "shape 64, expected 8 × 8");
}

TEST_F(TensorBinding, LayersMissingAreAnErrorAndLayersLeftOverAWarning) {
    config_["num_hidden_layers"] = 2;
    expect_mention(error().message, "encoder.layer.1.");
    expect_mention(error().message, "num_hidden_layers 2");
    config_["num_hidden_layers"] = 1;
    tensors_.add("encoder.layer.1.output.dense.weight", "F32", {1, 2}, std::string(8, '\0'));
    ASSERT_EQ(warnings().size(), 1U);
    expect_mention(warnings().front(), "encoder.layer.1.output.dense.weight");
}

TEST_F(TensorBinding, BuffersAndHeadsAreLeftOverWithoutAWord) {
    tensors_.add("bert.embeddings.position_ids", "I64", {1, 2}, std::string(16, '\0'));
    tensors_.add("cls.predictions.bias", "F32", {24}, std::string(96, '\0'));
    tensors_.add("bert.pooler.dense.bias", "F32", {2}, std::string(8, '\0'));
    const auto model = load();
    ASSERT_TRUE(model.has_value());
    EXPECT_TRUE(model.value()->warnings.empty());
    EXPECT_EQ(model.value()->unused_tensors.size(), 3U);
}

TEST_F(TensorBinding, PartsOfAHeadThatDoNotFitAreToldAndLeftOver) {
    tensors_.add("cls.predictions.decoder.weight", "F32", {3, 8}, std::string(96, '\0'));
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_EQ(model.value()->unused_tensors.size(), 1U);
    EXPECT_EQ(model.value()->weights.head.matrix.rows, 0);
    ASSERT_EQ(model.value()->warnings.size(), 1U);
    expect_mention(model.value()->warnings.front(), "cls.predictions.decoder.weight: shape 3 × 8, expected 24 × 8");
}

TEST_F(TensorBinding, IntegersAreNoWeights) {
    tensors_.header[kQuery]["dtype"] = "I32";
    expect_mention(error().message, std::string(kQuery) + ": dtype I32, expected F32, F16, BF16 or F64");
}

}  // namespace
}  // namespace headscope
