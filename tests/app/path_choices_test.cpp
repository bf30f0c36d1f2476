#include "app/state/path_choices.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace headscope {
namespace {

namespace fs = std::filesystem;

class PathChoices : public testing::Test {
  protected:
    void SetUp() override {
        folder_ = fs::temp_directory_path() / ("headscope_choices_" + std::to_string(getpid()));
        fs::create_directories(folder_ / "beta");
        fs::create_directories(folder_ / "alpha");
        fs::create_directories(folder_ / ".hidden");
        std::ofstream(folder_ / "old.json") << "{}";
        std::ofstream(folder_ / "other.txt") << "x";
    }
    void TearDown() override { fs::remove_all(folder_); }

    fs::path folder_;
};

TEST_F(PathChoices, ListsTheParentThenFoldersThenFilesOfTheKind) {
    const auto choices = path_choices(folder_ / "new.json", ".json", 100);
    ASSERT_EQ(choices.size(), 4U);
    EXPECT_EQ(choices[0].name, "..");
    EXPECT_EQ(choices[1].name, "alpha/");
    EXPECT_EQ(choices[2].name, "beta/");
    EXPECT_EQ(choices[3].name, "old.json");
}

TEST_F(PathChoices, ChoosingAFolderKeepsTheFileName) {
    const auto choices = path_choices(folder_ / "new.json", ".json", 100);
    ASSERT_EQ(choices.size(), 4U);
    EXPECT_EQ(choices[0].path, folder_.parent_path() / "new.json");
    EXPECT_EQ(choices[1].path, folder_ / "alpha" / "new.json");
    EXPECT_EQ(choices[3].path, folder_ / "old.json");
}

TEST_F(PathChoices, AFolderThatIsNotThereGivesItsParentOnly) {
    const auto choices = path_choices(folder_ / "missing" / "new.json", ".json", 100);
    ASSERT_EQ(choices.size(), 1U);
    EXPECT_EQ(choices[0].path, folder_ / "new.json");
}

TEST_F(PathChoices, NeverListsMoreThanTheLimit) {
    EXPECT_EQ(path_choices(folder_ / "new.json", ".json", 2).size(), 2U);
}

}  // namespace
}  // namespace headscope
