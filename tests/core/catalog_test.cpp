#include "core/model/catalog.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/core/damaged_model.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

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
