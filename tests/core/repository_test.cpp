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

std::string text_of(const fs::path& path) {
    std::ifstream file(path);
    EXPECT_TRUE(file.good()) << path;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

TEST(Repository, TheShippedModelsSayWhereTheyComeFromAndTheirLicence) {
    const fs::path weights = HEADSCOPE_WEIGHTS;
    const std::string published = text_of(weights / "all-minilm-l6-v2" / "README.md");
    EXPECT_NE(published.find("Licence"), std::string::npos);
    EXPECT_NE(published.find("Taken from"), std::string::npos);
    const std::string trained = text_of(weights / "headscope-small" / "README.md");
    EXPECT_NE(trained.find("license: mit"), std::string::npos);
    EXPECT_NE(trained.find("## Training"), std::string::npos);
    EXPECT_NE(text_of(weights / "headscope-small" / "LICENSE-wordnet.txt").find("Princeton University"),
              std::string::npos);
    for (const char* script : {"prepare_data.sh", "train.py", "make_card.py"})
        EXPECT_FALSE(text_of(weights / "headscope-small" / "training" / script).empty());
}

}  // namespace
