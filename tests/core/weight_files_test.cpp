// Weights in several files with an index.
#include "core/model/weight_files.h"

#include <gtest/gtest.h>

#include <functional>

#include "core/model/model.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kWords = "embeddings.word_embeddings.weight";
constexpr const char* kFirst = "model-00001-of-00002.safetensors";
constexpr const char* kSecond = "model-00002-of-00002.safetensors";

// The tiny model in two shards that a test may damage.
class Shards : public testing::Test {
  protected:
    Shards() {
        copy_tiny_model(folder_.path());
        const TensorBytes whole = TensorBytes::read(folder_ / "model.safetensors");
        fs::remove(folder_ / "model.safetensors");
        int count = 0;
        for (const auto& [name, entry] : whole.header.items()) {
            if (name == "__metadata__") continue;
            const bool is_first = name == kWords || ++count % 2 == 0;
            const auto begin = entry["data_offsets"][0].get<std::size_t>();
            const auto end = entry["data_offsets"][1].get<std::size_t>();
            (is_first ? first_ : second_)
                .add(name, entry["dtype"], entry["shape"].get<std::vector<std::int64_t>>(),
                     std::string_view(whole.data).substr(begin, end - begin));
            index_["weight_map"][name] = is_first ? kFirst : kSecond;
        }
    }
    Result<std::shared_ptr<const Model>> load() {
        write_bytes(folder_ / kFirst, first_.file());
        write_bytes(folder_ / kSecond, second_.file());
        write_bytes(folder_ / "model.safetensors.index.json", index_.dump());
        return load_model(folder_.path(), {});
    }
    void expect_error(const std::string& mention) {
        const auto model = load();
        ASSERT_FALSE(model.has_value()) << mention;
        EXPECT_NE(model.error().message.find(mention), std::string::npos) << mention << " in " << model.error().message;
    }

    TempFolder folder_;
    TensorBytes first_{nlohmann::ordered_json::object(), ""};
    TensorBytes second_{nlohmann::ordered_json::object(), ""};
    json index_ = {{"metadata", {{"total_size", 1}}}, {"weight_map", json::object()}};
};

TEST_F(Shards, GiveTheSameModelAsOneFile) {
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message << model.error().details;
    EXPECT_TRUE(model.value()->warnings.empty()) << model.value()->warnings.front();
    EXPECT_EQ(model.value()->weight_file.filename(), "model.safetensors.index.json");
    const auto whole = load_model(tiny_model_folder(), {});
    ASSERT_TRUE(whole.has_value());
    EXPECT_EQ(model.value()->parameters, whole.value()->parameters);
    EXPECT_EQ(model.value()->weights.embedding_norm.weight, whole.value()->weights.embedding_norm.weight);
}

TEST_F(Shards, AWholeFileBesideThemCounts) {
    index_ = {{"weight_map", "broken"}};
    fs::copy_file(tiny_model_folder() / "model.safetensors", folder_ / "model.safetensors");
    EXPECT_TRUE(load().has_value());
}

TEST_F(Shards, NamesTheShardThatIsMissing) {
    load().has_value();
    fs::remove(folder_ / kSecond);
    const auto model = load_model(folder_.path(), {});
    ASSERT_FALSE(model.has_value());
    EXPECT_NE(model.error().message.find(std::string(kSecond) + ": missing"), std::string::npos)
        << model.error().message;
}

TEST_F(Shards, EveryTensorMustBeWhereTheIndexSays) {
    index_["weight_map"][kWords] = kSecond;
    expect_error(std::string(kWords) + ": missing");
}

TEST_F(Shards, ATensorInTwoShardsIsTold) {
    second_.add(kWords, "F32", {1}, std::string(4, '\0'));
    const auto model = load();
    ASSERT_TRUE(model.has_value()) << model.error().message;
    ASSERT_EQ(model.value()->warnings.size(), 1U);
    EXPECT_NE(model.value()->warnings.front().find(kWords), std::string::npos);
}

TEST_F(Shards, ATensorThatTheIndexDoesNotNameIsNotUsed) {
    index_["weight_map"].erase(kWords);
    expect_error(std::string(kWords) + ": missing");
}

TEST_F(Shards, OnlyPlainNamesOfFilesBesideTheIndexAreFollowed) {
    for (const json& name :
         {json("/etc/passwd"), json("../x.safetensors"), json("..\\x.safetensors"), json("C:\\x.safetensors"), json(""),
          json("."), json(".safetensors"), json("sub/x.safetensors"), json("config.json"), json(7), json(nullptr),
          json(std::string("model-00001-of-00002.safetensors\0.txt", 36)), json("https://example.org/x.safetensors")}) {
        index_["weight_map"][kWords] = name;
        expect_error(std::string("model.safetensors.index.json: weight_map: ") + kWords);
    }
}

TEST_F(Shards, ALinkOutOfTheFolderIsNotFollowed) {
    const TempFolder elsewhere;
    load().has_value();
    fs::rename(folder_ / kSecond, elsewhere / kSecond);
    fs::create_symlink(elsewhere / kSecond, folder_ / kSecond);
    const auto model = load_model(folder_.path(), {});
    ASSERT_FALSE(model.has_value());
    EXPECT_NE(model.error().message.find("outside the model's folder"), std::string::npos) << model.error().message;
}

TEST_F(Shards, AnIndexWithoutAMapIsRefused) {
    for (const json& index :
         {json::array(), json::object(), json{{"weight_map", json::array()}}, json{{"weight_map", json::object()}}}) {
        index_ = index;
        expect_error("model.safetensors.index.json: ");
    }
}

}  // namespace
}  // namespace headscope
