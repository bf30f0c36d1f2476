#include <gtest/gtest.h>
#include <sys/stat.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/model/model.h"
#include "tests/core/damaged_model.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using LoadModel = DamagedModel;

constexpr const char* kQuery = "encoder.layer.0.attention.self.query.weight";

template <class Value>
std::string bytes_of(Value value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

// Every tensor's values in another type, as the bytes that convert(value) gives.
TensorBytes converted(const TensorBytes& tensors, const std::string& dtype,
                      const std::function<std::string(float)>& convert) {
    TensorBytes out{nlohmann::ordered_json::object(), ""};
    for (const auto& [name, entry] : tensors.header.items()) {
        if (name == "__metadata__") continue;
        const auto begin = entry["data_offsets"][0].get<std::size_t>();
        const auto end = entry["data_offsets"][1].get<std::size_t>();
        std::string bytes;
        for (std::size_t at = begin; at < end; at += sizeof(float)) {
            float value = 0;
            std::memcpy(&value, tensors.data.data() + at, sizeof value);
            bytes += convert(value);
        }
        out.add(name, dtype, entry["shape"].get<std::vector<std::int64_t>>(), bytes);
    }
    return out;
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

TEST_F(LoadModel, OtherFloatTypesGiveTheSameNumbers) {
    const auto plain = load();
    ASSERT_TRUE(plain.has_value());
    const auto expected = row_of(plain.value()->weights.word_embeddings, 5);
    const TensorBytes stored = tensors_;

    tensors_ = converted(stored, "F64", [](float value) { return bytes_of(static_cast<double>(value)); });
    const auto as_double = load();
    ASSERT_TRUE(as_double.has_value()) << as_double.error().message;
    EXPECT_EQ(row_of(as_double.value()->weights.word_embeddings, 5), expected);
    EXPECT_EQ(as_double.value()->weights.embedding_norm.bias, plain.value()->weights.embedding_norm.bias);

    tensors_ = converted(stored, "BF16", [](float value) {
        return bytes_of(static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16));
    });
    const auto as_bfloat = load();
    ASSERT_TRUE(as_bfloat.has_value()) << as_bfloat.error().message;
    const auto rounded = row_of(as_bfloat.value()->weights.word_embeddings, 5);
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(rounded[i], expected[i], std::abs(expected[i]) / 128);
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

// GPT-NeoX takes queries, keys and values of every head from one tensor, gpt-oss gates and others from one.
TEST(LoadSharedTensors, ABiasOfManyRunsIsCountedOnce) {
    const std::pair<const char*, const char*> cases[] = {
        {"gpt_neox", "gpt_neox.layers.0.attention.query_key_value.bias"},
        {"gpt_oss", "model.layers.0.mlp.experts.gate_up_proj_bias"},
    };
    for (const auto& [family, name] : cases) {
        SCOPED_TRACE(family);
        const TempFolder folder;
        const fs::path source = fs::path(HEADSCOPE_TEST_DATA) / "families" / family;
        fs::copy_file(source / "config.json", folder / "config.json");
        TensorBytes tensors = TensorBytes::read(source / "model.safetensors");
        ASSERT_TRUE(tensors.header.contains(name)) << tensors.header.dump().substr(0, 2000);
        ASSERT_EQ(tensors.header[name]["dtype"], "F32");
        const float nan = std::numeric_limits<float>::quiet_NaN();
        const auto begin = tensors.header[name]["data_offsets"][0].get<std::size_t>();
        std::memcpy(tensors.data.data() + begin, &nan, sizeof nan);
        write_bytes(folder / "model.safetensors", tensors.file());
        const auto model = load_model(folder.path(), {});
        ASSERT_TRUE(model.has_value()) << model.error().message;
        ASSERT_EQ(model.value()->warnings.size(), 1U);
        expect_mention(model.value()->warnings.front(), std::string(name) + ": 1 value is NaN or infinite");
    }
}

TEST_F(LoadModel, ThePositionTableCounts) {
    config_["max_position_embeddings"] = 64;
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_EQ(model.value()->config.max_positions, 16);
    ASSERT_EQ(model.value()->warnings.size(), 1U);
    expect_mention(model.value()->warnings.front(), "max_position_embeddings 64");
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

}  // namespace
}  // namespace headscope
