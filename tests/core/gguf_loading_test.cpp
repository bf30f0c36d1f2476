// GGUF models as files: where they are found, what they need, and what happens when they change.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "core/io/shown_bytes.h"
#include "core/model/catalog.h"
#include "core/model/model.h"
#include "core/model/model_files.h"
#include "core/nn/map_memory.h"
#include "core/nn/transformer.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(HEADSCOPE_TEST_DATA) / "gguf";

class GgufLoading : public ::testing::Test {
  protected:
    fs::path copy(const char* name, const std::string& as) const {
        fs::create_directories((folder_ / as).parent_path());
        fs::copy_file(kFolder / name, folder_ / as);
        return folder_ / as;
    }
    TempFolder folder_;
};

TEST_F(GgufLoading, OpensAFolderThatHoldsOneFileAsThatFile) {
    copy("qwen3_q5_1.gguf", "some model/weights.gguf");
    const auto model = load_model(folder_ / "some model", {});
    ASSERT_TRUE(model.has_value()) << model.error().message;
    EXPECT_EQ(model.value()->name, "some model");
    EXPECT_EQ(model.value()->weight_file, folder_ / "some model" / "weights.gguf");
    ASSERT_NE(model.value()->tokenizer, nullptr);
    EXPECT_TRUE(load_tokenizer(folder_ / "some model").has_value());
}

TEST_F(GgufLoading, AsksWhichWhereAFolderHoldsSeveral) {
    copy("qwen3_q5_1.gguf", "two/a.gguf");
    copy("qwen2_bf16.gguf", "two/b.gguf");
    const auto model = load_model(folder_ / "two", {});
    ASSERT_FALSE(model.has_value());
    EXPECT_NE(model.error().message.find("2 .gguf files"), std::string::npos) << model.error().message;
    EXPECT_NE(model.error().message.find("a.gguf"), std::string::npos) << model.error().message;
}

TEST_F(GgufLoading, NamesAFileByItsNameWithoutTheEnding) {
    const auto files = open_model_files(kFolder / "qwen2_bf16.gguf");
    ASSERT_TRUE(files.has_value()) << files.error().message;
    EXPECT_EQ(files.value().name, "qwen2_bf16");
    EXPECT_EQ(files.value().config.family, "qwen2");
}

TEST_F(GgufLoading, IsListedAmongTheModelsOfASearchFolder) {
    copy("qwen3_q5_1.gguf", "in a folder/weights.gguf");
    copy("qwen2_bf16.gguf", "plain.gguf");
    copy("qwen2_bf16.gguf", "two/a.gguf");
    copy("qwen3_q5_1.gguf", "two/b.gguf");
    ASSERT_EQ(::setenv("HEADSCOPE_MODELS", folder_.path().c_str(), 1), 0);
    std::vector<std::string> names;
    for (const CatalogEntry& entry : list_models())
        if (entry.path.parent_path() == fs::canonical(folder_.path())) names.push_back(entry.name);
    const auto found = find_model("plain");
    ::unsetenv("HEADSCOPE_MODELS");
    EXPECT_EQ(names, (std::vector<std::string>{"in a folder", "plain"}));
    ASSERT_TRUE(found.has_value()) << found.error().message;
    EXPECT_EQ(found.value().filename(), "plain.gguf");
}

// Every architecture and every type: what the headers promise is what loading holds.
TEST_F(GgufLoading, NeedsWhatItSaysBeforeLoading) {
    for (const auto& entry : fs::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".gguf" || entry.path().stem() == "blocks") continue;
        SCOPED_TRACE(entry.path());
        const auto files = open_model_files(entry.path());
        ASSERT_TRUE(files.has_value()) << files.error().message;
        const WeightSizes sizes = files.value().sizes();
        const auto model = load_model(entry.path(), {});
        ASSERT_TRUE(model.has_value()) << model.error().message;
        EXPECT_EQ(model.value()->sizes.packed, sizes.packed);
        EXPECT_EQ(model.value()->sizes.mapped, sizes.mapped);
        EXPECT_GT(sizes.packed, 4 * (files.value().parameters() -
                                     files.value().config.vocab_size * files.value().config.d_model * 2));
        EXPECT_EQ(model.value()->parameters, files.value().parameters());
    }
}

TEST_F(GgufLoading, RefusesWeightsForWhichThereIsNoMemoryBeforeItTakesAny) {
    LoadOptions options;
    options.memory_limit = 100'000;
    const auto model = load_model(kFolder / "llama_bpe_q4_k.gguf", options);
    ASSERT_FALSE(model.has_value());
    EXPECT_EQ(model.error().kind, ErrorKind::kTooLarge);
    EXPECT_NE(model.error().message.find("llama_bpe_q4_k.gguf: the weights need 2."), std::string::npos)
        << model.error().message;
    EXPECT_NE(model.error().message.find("expected at most the 100.0 kB that are free"), std::string::npos)
        << model.error().message;
}

TEST_F(GgufLoading, GivesAnErrorWhenTheFileIsCutShortWhileItIsOpen) {
    const fs::path path = copy("llama_smollm_q8_0.gguf", "model.gguf");
    const auto model = load_model(path, {});
    ASSERT_TRUE(model.has_value()) << model.error().message;
    fs::resize_file(path, 100);
    Workspace workspace(1);
    ModelInput input;
    input.ids = {399, 1, 2};
    const RunOptions options;
    const auto run = run_model(*model.value(), input, options, workspace);
    ASSERT_FALSE(run.has_value());
    EXPECT_NE(run.error().message.find("model.gguf: changed since it was opened (100 bytes"), std::string::npos)
        << run.error().message;
}

TEST_F(GgufLoading, NamesATypeThatIsNotRead) {
    const fs::path path = copy("llama_smollm_q8_0.gguf", "model.gguf");
    std::string bytes;
    {
        std::ifstream file(path, std::ios::binary);
        bytes.assign(std::istreambuf_iterator<char>(file), {});
    }
    const std::string name = "blk.0.attn_v.weight";
    const std::size_t at = bytes.find(name);
    ASSERT_NE(at, std::string::npos);
    bytes[at + name.size() + 4 + 16] = 9;  // Q8_1 in place of Q8_0, larger
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    auto message = load_model(path, {}).error().message;
    EXPECT_NE(message.find(name), std::string::npos) << message;
    bytes[at + name.size() + 4 + 16] = 18;  // IQ3_XXS, whose blocks do not divide these rows
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    message = load_model(path, {}).error().message;
    EXPECT_NE(message.find("IQ3_XXS"), std::string::npos) << message;
}

TEST(ShownBytes, PicksTheUnit) {
    EXPECT_EQ(shown_bytes(4.53e9), "4.5 GB");
    EXPECT_EQ(shown_bytes(999.96e6), "1.0 GB");
    EXPECT_EQ(shown_bytes(12.34e6), "12.3 MB");
    EXPECT_EQ(shown_bytes(512), "0.5 kB");
}

TEST(MapMemory, CountsEverySetAndSaysWhatFits) {
    ModelConfig config;
    config.n_layers = 30;
    config.n_heads = 9;
    EXPECT_EQ(map_bytes(config, 2048, 0), 30.0 * 9 * 2048 * 2048 * 4);
    EXPECT_EQ(map_bytes(config, 17, 0), 30.0 * 9 * 17 * 32 * 4) << "rows are padded to 16";
    EXPECT_EQ(tokens_that_fit(config, 30.0 * 9 * 2048 * 2048 * 4), 2048);
    config.max_positions = 512;
    EXPECT_EQ(tokens_that_fit(config, 1e12), 512);
    StackConfig& decoder = config.decoder.emplace();
    decoder.n_layers = 2;
    decoder.n_heads = 3;
    EXPECT_EQ(map_bytes(config, 16, 32), 4.0 * (30 * 9 * 16 * 16 + 2 * 3 * 32 * 32 + 2 * 3 * 32 * 16));
    EXPECT_EQ(tokens_that_fit(config, 0), 0);
}

}  // namespace
}  // namespace headscope
