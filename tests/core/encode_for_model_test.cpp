#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/model/model.h"
#include "tests/core/damaged_model.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using EncodeForModel = DamagedModel;

// What encoding looks at.
Model without_weights(const Model& model) {
    Model copy;
    copy.path = model.path;
    copy.config = model.config;
    copy.tokenizer = model.tokenizer;
    return copy;
}

TEST_F(EncodeForModel, WithoutATokenizerOnlyIdsCanBeFed) {
    fs::remove(folder_ / "tokenizer.json");
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_EQ(model.value()->tokenizer, nullptr);
    const auto encoding = encode_for_model(*model.value(), "the man", {}, {});
    ASSERT_FALSE(encoding.has_value());
    expect_mention(encoding.error().message, "tokenizer.json");
}

TEST_F(EncodeForModel, EncodingIsCutToTheModelsPositions) {
    const auto model = load();
    ASSERT_TRUE(model.has_value());
    std::string text;
    for (int i = 0; i < 100; ++i) text += "man ";
    const auto encoding = encode_for_model(*model.value(), text, {}, {});
    ASSERT_TRUE(encoding.has_value()) << encoding.error().message;
    EXPECT_EQ(encoding.value().tokens.size(), 16U);
    ASSERT_EQ(encoding.value().notes.size(), 1U);
    EXPECT_EQ(encoding.value().notes.front().kind, NoteKind::kTruncated);
}

TEST_F(EncodeForModel, TypesAreZeroWhereTheModelHasOne) {
    const auto two = load();
    ASSERT_TRUE(two.has_value());
    EXPECT_EQ(encode_for_model(*two.value(), "the man", "the bank", {}).value().tokens.back().type_id, 1);
    Model one = without_weights(*two.value());
    one.config.type_vocab_size = 1;
    const auto encoding = encode_for_model(one, "the man", "the bank", {});
    ASSERT_TRUE(encoding.has_value());
    for (const Token& token : encoding.value().tokens) EXPECT_EQ(token.type_id, 0);
}

TEST_F(EncodeForModel, ATokenBeyondTheEmbeddingIsNamed) {
    const auto model = load();
    ASSERT_TRUE(model.has_value());
    Model small = without_weights(*model.value());
    small.config.vocab_size = 6;
    const auto encoding = encode_for_model(small, "the man", {}, {});
    ASSERT_FALSE(encoding.has_value());
    expect_mention(encoding.error().message, "token \"man\": id 6");
}

TEST_F(EncodeForModel, AWeightFileThatWasCutShortIsToldBeforeARun) {
    const auto model = load();
    ASSERT_TRUE(model.has_value());
    EXPECT_TRUE(check_weight_file(*model.value()).is_ok());
    fs::resize_file(folder_ / "model.safetensors", 100);
    EXPECT_FALSE(check_weight_file(*model.value()).is_ok());
    EXPECT_FALSE(encode_for_model(*model.value(), "the man", {}, {}).has_value());
}

}  // namespace
}  // namespace headscope
