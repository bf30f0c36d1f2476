// What must hold for the repository as a whole.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

TEST(Repository, NoFixtureIsLargerThanAMegabyte) {
    const fs::path fixtures = HEADSCOPE_TEST_DATA;
    if (!fs::exists(fixtures)) GTEST_SKIP() << "no fixtures";
    for (const auto& entry : fs::recursive_directory_iterator(fixtures)) {
        if (!entry.is_regular_file()) continue;
        EXPECT_LE(entry.file_size(), 1u << 20) << entry.path();
    }
}

TEST(Repository, TheShippedModelSaysWhereItComesFromAndItsLicence) {
    std::ifstream file(fs::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2" / "README.md");
    ASSERT_TRUE(file.good());
    std::ostringstream text;
    text << file.rdbuf();
    EXPECT_NE(text.str().find("Licence"), std::string::npos);
    EXPECT_NE(text.str().find("Taken from"), std::string::npos);
}

}  // namespace
