#include <gtest/gtest.h>
#include <sys/stat.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>

#include "core/model/catalog.h"
#include "core/model/model.h"
#include "core/model/tensor_values.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kQuery = "encoder.layer.0.attention.self.query.weight";
constexpr const char* kUp = "encoder.layer.0.intermediate.dense.weight";

template <class Value>
std::string bytes_of(Value value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

// A copy of the tiny model that a test may damage.
class LoadModel : public testing::Test {
  protected:
    LoadModel() {
        copy_tiny_model(folder_.path());
        tensors_ = TensorBytes::read(folder_ / "model.safetensors");
        config_ = json::parse(read_bytes(folder_ / "config.json"));
    }
    // Loads what `tensors_` and `config_` say now.
    Result<std::shared_ptr<const Model>> load() {
        fs::remove(folder_ / "model.safetensors");  // a model that is still open keeps its own file
        write_bytes(folder_ / "model.safetensors", tensors_.file());
        write_bytes(folder_ / "config.json", config_.dump());
        return load_model(folder_.path(), {});
    }
    Error error() {
        const auto model = load();
        return model.has_value() ? Error{ErrorKind::kInvalid, "loaded"} : model.error();
    }
    std::vector<std::string> warnings() {
        const auto model = load();
        EXPECT_TRUE(model.has_value()) << model.error().message;
        return model.has_value() ? model.value()->warnings : std::vector<std::string>();
    }
    void rename(const std::string& from, const std::string& to) {
        const auto entry = tensors_.header[from];
        tensors_.header[to] = entry;
        tensors_.header.erase(from);
    }
    void set_float(const std::string& name, std::size_t element, float value) {
        const auto begin = tensors_.header[name]["data_offsets"][0].get<std::size_t>();
        std::memcpy(tensors_.data.data() + begin + element * sizeof(float), &value, sizeof value);
    }
    // Every tensor's values in another type, as the bytes that convert(value) gives.
    void convert_all(const std::string& dtype, const std::function<std::string(float)>& convert) {
        TensorBytes out{nlohmann::ordered_json::object(), ""};
        for (const auto& [name, entry] : tensors_.header.items()) {
            if (name == "__metadata__") continue;
            const auto begin = entry["data_offsets"][0].get<std::size_t>();
            const auto end = entry["data_offsets"][1].get<std::size_t>();
            std::string bytes;
            for (std::size_t at = begin; at < end; at += sizeof(float)) {
                float value = 0;
                std::memcpy(&value, tensors_.data.data() + at, sizeof value);
                bytes += convert(value);
            }
            out.add(name, dtype, entry["shape"].get<std::vector<std::int64_t>>(), bytes);
        }
        tensors_ = out;
    }

    TempFolder folder_;
    TensorBytes tensors_;
    json config_;
};

std::vector<float> row_of(const EmbeddingTable& table, Index row) {
    std::vector<float> values(static_cast<std::size_t>(table.cols));
    table.add_row(row, 1, values.data());
    return values;
}

// What encoding looks at.
Model without_weights(const Model& model) {
    Model copy;
    copy.path = model.path;
    copy.config = model.config;
    copy.tokenizer = model.tokenizer;
    return copy;
}

void expect_mention(const std::string& text, const std::string& mention) {
    EXPECT_NE(text.find(mention), std::string::npos) << mention << " in: " << text;
}

TEST_F(LoadModel, ASoundFolderOpensWithoutAWord) {
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_TRUE(model.value()->warnings.empty()) << model.value()->warnings.front();
    EXPECT_TRUE(model.value()->unused_tensors.empty());
    EXPECT_EQ(model.value()->name, folder_.path().filename());
    EXPECT_EQ(model.value()->parameters, static_cast<std::int64_t>(tensors_.data.size() / sizeof(float)));
    ASSERT_NE(model.value()->tokenizer, nullptr);
    EXPECT_EQ(model.value()->weights.layers.size(), 1U);
    EXPECT_EQ(model.value()->weights.word_embeddings.rows, 24);
}

TEST(LoadShippedModel, CountsItsParametersAndKnowsItsPooler) {
    ThreadPool pool(2);
    LoadOptions options;
    options.pool = &pool;
    double last = 0;
    options.progress = [&](double fraction) { last = fraction; };
    const auto model = load_model(fs::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2", options);
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_TRUE(model.value()->warnings.empty()) << model.value()->warnings.front();
    EXPECT_EQ(model.value()->name, "all-minilm-l6-v2");
    // 22,713,216 with the pooler's 384 · 384 + 384.
    EXPECT_EQ(model.value()->parameters, 22'713'216 - 147'840);
    EXPECT_EQ(model.value()->unused_tensors,
              (std::vector<std::string>{"embeddings.position_ids", "pooler.dense.bias", "pooler.dense.weight"}));
    EXPECT_GT(last, 0);
    EXPECT_LE(last, 1);
}

TEST_F(LoadModel, OldNormNamesAndTheBodyPrefixAreKnown) {
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

TEST_F(LoadModel, EveryMissingTensorIsNamedAtOnce) {
    for (const char* name : {kQuery, "encoder.layer.0.attention.self.key.bias", kUp}) tensors_.remove(name);
    tensors_.add("something.else", "F32", {3}, std::string(12, '\0'));
    const Error found = error();
    expect_mention(found.message, "model.safetensors: ");
    for (const char* mention :
         {kQuery, "self.key.bias: missing", kUp, "something.else: left over", "num_hidden_layers 1"})
        expect_mention(found.details, mention);
}

TEST_F(LoadModel, MisshapenTensorsAreToldWithTheConfigsReason) {
    config_["hidden_size"] = 16;
    const Error found = error();
    expect_mention(found.message, "shape 24 × 8, expected 24 × 16");
    expect_mention(found.message, "hidden_size 16");
}

TEST_F(LoadModel, ATransposedWeightIsRecognised) {
    tensors_.header[kUp]["shape"] = {8, 16};
    expect_mention(error().message, std::string(kUp) + ": shape 8 × 16, expected 16 × 8");
    expect_mention(error().message, "transposed");
}

TEST_F(LoadModel, RankMustMatch) {
    tensors_.header[kQuery]["shape"] = {8, 8, 1};
    expect_mention(error().message, "shape 8 × 8 × 1, expected 8 × 8");
    tensors_.header[kQuery]["shape"] = {64};
    expect_mention(error().message, "shape 64, expected 8 × 8");
}

TEST_F(LoadModel, LayersMissingAreAnErrorAndLayersLeftOverAWarning) {
    config_["num_hidden_layers"] = 2;
    expect_mention(error().message, "encoder.layer.1.");
    expect_mention(error().message, "num_hidden_layers 2");
    config_["num_hidden_layers"] = 1;
    tensors_.add("encoder.layer.1.output.dense.weight", "F32", {1, 2}, std::string(8, '\0'));
    ASSERT_EQ(warnings().size(), 1U);
    expect_mention(warnings().front(), "encoder.layer.1.output.dense.weight");
}

TEST_F(LoadModel, BuffersAndHeadsAreLeftOverWithoutAWord) {
    tensors_.add("bert.embeddings.position_ids", "I64", {1, 2}, std::string(16, '\0'));
    tensors_.add("cls.predictions.bias", "F32", {24}, std::string(96, '\0'));
    tensors_.add("bert.pooler.dense.bias", "F32", {2}, std::string(8, '\0'));
    const auto model = load();
    ASSERT_TRUE(model.has_value());
    EXPECT_TRUE(model.value()->warnings.empty());
    EXPECT_EQ(model.value()->unused_tensors.size(), 3U);
}

TEST_F(LoadModel, PartsOfAHeadThatDoNotFitAreToldAndLeftOver) {
    tensors_.add("cls.predictions.decoder.weight", "F32", {3, 8}, std::string(96, '\0'));
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_EQ(model.value()->unused_tensors.size(), 1U);
    EXPECT_EQ(model.value()->weights.head.matrix.rows, 0);
    ASSERT_EQ(model.value()->warnings.size(), 1U);
    expect_mention(model.value()->warnings.front(), "cls.predictions.decoder.weight: shape 3 × 8, expected 24 × 8");
}

TEST_F(LoadModel, OtherFloatTypesGiveTheSameNumbers) {
    const auto plain = load();
    ASSERT_TRUE(plain.has_value());
    const auto expected = row_of(plain.value()->weights.word_embeddings, 5);
    const TensorBytes stored = tensors_;

    convert_all("F64", [](float value) { return bytes_of(static_cast<double>(value)); });
    const auto as_double = load();
    ASSERT_TRUE(as_double.has_value()) << as_double.error().message;
    EXPECT_EQ(row_of(as_double.value()->weights.word_embeddings, 5), expected);
    EXPECT_EQ(as_double.value()->weights.embedding_norm.bias, plain.value()->weights.embedding_norm.bias);

    tensors_ = stored;
    convert_all("BF16", [](float value) {
        return bytes_of(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
    });
    const auto as_bfloat = load();
    ASSERT_TRUE(as_bfloat.has_value()) << as_bfloat.error().message;
    const auto rounded = row_of(as_bfloat.value()->weights.word_embeddings, 5);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(rounded[i], expected[i], std::abs(expected[i]) / 128);
}

TEST_F(LoadModel, IntegersAreNoWeights) {
    tensors_.header[kQuery]["dtype"] = "I32";
    expect_mention(error().message, std::string(kQuery) + ": dtype I32, expected F32, F16, BF16 or F64");
}

TEST_F(LoadModel, ValuesThatAreNotFiniteAreCountedByTensor) {
    set_float(kQuery, 3, std::numeric_limits<float>::quiet_NaN());
    set_float(kQuery, 60, std::numeric_limits<float>::infinity());
    set_float("embeddings.word_embeddings.weight", 9, -std::numeric_limits<float>::infinity());
    const auto told = warnings();
    ASSERT_EQ(told.size(), 2U);
    expect_mention(told[0] + told[1], std::string(kQuery) + ": 2 values are NaN or infinite");
    expect_mention(told[0] + told[1], "embeddings.word_embeddings.weight: 1 value is NaN or infinite");
}

TEST_F(LoadModel, ThePositionTableCounts) {
    config_["max_position_embeddings"] = 64;
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_EQ(model.value()->config.max_positions, 16);
    ASSERT_EQ(model.value()->warnings.size(), 1U);
    expect_mention(model.value()->warnings.front(), "max_position_embeddings 64");
}

TEST_F(LoadModel, WithoutATokenizerOnlyIdsCanBeFed) {
    fs::remove(folder_ / "tokenizer.json");
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_EQ(model.value()->tokenizer, nullptr);
    const auto encoding = encode_for_model(*model.value(), "the man", {}, {});
    ASSERT_FALSE(encoding.has_value());
    expect_mention(encoding.error().message, "tokenizer.json");
}

TEST_F(LoadModel, ABrokenTokenizerRefusesTheModel) {
    write_bytes(folder_ / "tokenizer.json", "{");
    expect_mention(error().message, "tokenizer.json");
}

TEST_F(LoadModel, StopsOnRequest) {
    LoadOptions options;
    options.cancel.request();
    const auto model = load_model(folder_.path(), options);
    ASSERT_FALSE(model.has_value());
    EXPECT_EQ(model.error().kind, ErrorKind::kCancelled);
}

TEST_F(LoadModel, EncodingIsCutToTheModelsPositions) {
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

TEST_F(LoadModel, TypesAreZeroWhereTheModelHasOne) {
    const auto two = load();
    ASSERT_TRUE(two.has_value());
    EXPECT_EQ(encode_for_model(*two.value(), "the man", "the bank", {}).value().tokens.back().type_id, 1);
    Model one = without_weights(*two.value());
    one.config.type_vocab_size = 1;
    const auto encoding = encode_for_model(one, "the man", "the bank", {});
    ASSERT_TRUE(encoding.has_value());
    for (const Token& token : encoding.value().tokens) EXPECT_EQ(token.type_id, 0);
}

TEST_F(LoadModel, ATokenBeyondTheEmbeddingIsNamed) {
    const auto model = load();
    ASSERT_TRUE(model.has_value());
    Model small = without_weights(*model.value());
    small.config.vocab_size = 6;
    const auto encoding = encode_for_model(small, "the man", {}, {});
    ASSERT_FALSE(encoding.has_value());
    expect_mention(encoding.error().message, "token \"man\": id 6");
}

TEST_F(LoadModel, AWeightFileThatWasCutShortIsToldBeforeARun) {
    const auto model = load();
    ASSERT_TRUE(model.has_value());
    EXPECT_TRUE(check_weight_file(*model.value()).is_ok());
    fs::resize_file(folder_ / "model.safetensors", 100);
    EXPECT_FALSE(check_weight_file(*model.value()).is_ok());
    EXPECT_FALSE(encode_for_model(*model.value(), "the man", {}, {}).has_value());
}

TEST(LoadModelFolder, SaysWhatIsMissing) {
    const TempFolder folder;
    const auto message = [&] { return load_model(folder.path(), {}).error().message; };
    EXPECT_EQ(load_model(folder / "nowhere", {}).error().kind, ErrorKind::kNotFound);
    expect_mention(message(), "an empty folder");
    write_bytes(folder / "x.txt", "x");
    expect_mention(message(), "config.json: missing");
    expect_mention(load_model(folder / "x.txt", {}).error().message, "not a folder");
    fs::copy_file(tiny_model_folder() / "config.json", folder / "config.json");
    expect_mention(message(), "model.safetensors: missing");
    for (const char* foreign : {"model.onnx", "flax_model.msgpack", "tf_model.h5", "pytorch_model.bin"}) {
        write_bytes(folder / foreign, "x");
        expect_mention(message(), foreign);
        expect_mention(message(), "expected model.safetensors");
    }
    write_bytes(folder / "model.safetensors", "version https://git-lfs.github.com/spec/v1\n");
    expect_mention(message(), "LFS");
}

TEST(LoadModelFolder, WeightsMustBeARegularFile) {
    const TempFolder folder;
    copy_tiny_model(folder.path());
    const fs::path weights = folder / "model.safetensors";
    const auto expect_refused = [&] {
        const auto model = load_model(folder.path(), {});
        ASSERT_FALSE(model.has_value());
        expect_mention(model.error().message, "model.safetensors: ");
        fs::remove(weights);
    };
    fs::remove(weights);
    fs::create_directory(weights);
    expect_refused();
    ASSERT_EQ(::mkfifo(weights.c_str(), 0600), 0);
    expect_refused();
    fs::create_symlink("/dev/zero", weights);
    expect_refused();
    fs::create_symlink("model.safetensors", weights);
    expect_refused();
    fs::create_symlink("nothing", weights);
    expect_refused();
}

TEST(TensorValues, HalfFloatsKeepTheirValue) {
    const std::uint16_t halves[] = {0x3C00, 0xC000, 0x0001, 0x8000, 0x7BFF, 0x7C00, 0x7E00};
    float values[7];
    convert_to_float(DType::kF16, std::as_bytes(std::span(halves)), values);
    EXPECT_EQ(values[0], 1.0F);
    EXPECT_EQ(values[1], -2.0F);
    EXPECT_EQ(values[2], 0x1p-24F);
    EXPECT_TRUE(std::signbit(values[3]) && values[3] == 0);
    EXPECT_EQ(values[4], 65504.0F);
    EXPECT_TRUE(std::isinf(values[5]));
    EXPECT_TRUE(std::isnan(values[6]));
    EXPECT_EQ(count_non_finite(values), 2U);
}

TEST(Catalog, FindsModelsByNameInTheFoldersOfTheEnvironment) {
    const TempFolder folder;
    copy_tiny_model(folder / "my-model");
    fs::create_directory(folder / "no-model");
    ::setenv("HEADSCOPE_MODELS", ("/nowhere:" + folder.path().string()).c_str(), 1);
    const auto found = find_model("my-model");
    const auto models = list_models();
    const auto missing = find_model("no-model");
    ::unsetenv("HEADSCOPE_MODELS");
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_TRUE(fs::equivalent(found.value(), folder / "my-model"));
    EXPECT_EQ(models.front().name, kDefaultModel);
    ASSERT_FALSE(missing.has_value());
    expect_mention(missing.error().message, "my-model");
}

TEST(Catalog, WithoutANameTheShippedModelIsMeant) {
    const auto found = find_model("");
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_EQ(found.value().filename(), kDefaultModel);
}

}  // namespace
}  // namespace headscope
