// Which of the files of a folder its tokenizer is read from.

#include <gtest/gtest.h>

#include <string>

#include "core/text/tokenizer.h"
#include "tests/core/model_files.h"
#include "tests/core/small_tokenizer.h"

namespace headscope {
namespace {

TEST(TokenizerFolder, WithoutATokenizerIsNotFound) {
    const TempFolder folder;
    const auto loaded = load_tokenizer(folder.path());
    ASSERT_FALSE(loaded.has_value());
    EXPECT_EQ(loaded.error().kind, ErrorKind::kNotFound);
    EXPECT_NE(loaded.error().message.find("tokenizer.json"), std::string::npos);
    EXPECT_FALSE(load_tokenizer(folder / "tokenizer.json").has_value());
}

TEST(TokenizerFolder, PrefersTokenizerJsonAndSaysWhereVocabTxtDiffers) {
    const TempFolder folder;
    write_bytes(folder / "tokenizer.json", small_tokenizer().dump());
    write_bytes(folder / "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nwoman\nsaw\n##s\n");
    const auto loaded = load_tokenizer(folder.path());
    ASSERT_TRUE(loaded.has_value());
    ASSERT_EQ(loaded.value().warnings.size(), 1u);
    EXPECT_NE(loaded.value().warnings[0].find("vocab.txt: line 7: \"woman\""), std::string::npos)
        << loaded.value().warnings[0];
    EXPECT_EQ(pieces_of(loaded.value(), "man"), "[CLS] man [SEP]");
}

TEST(TokenizerFolder, FallsBackToVocabTxtWithItsConfig) {
    const TempFolder folder;
    write_bytes(folder / "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nman\nThe\n");
    write_bytes(folder / "tokenizer_config.json", R"({"do_lower_case": false})");
    const auto loaded = load_tokenizer(folder.path());
    ASSERT_TRUE(loaded.has_value());
    EXPECT_EQ(pieces_of(loaded.value(), "The"), "[CLS] The [SEP]");
}

TEST(TokenizerFolder, WithABrokenConfigIsRefusedByItsName) {
    const TempFolder folder;
    write_bytes(folder / "tokenizer.json", small_tokenizer().dump());
    write_bytes(folder / "tokenizer_config.json", "{");
    const auto loaded = load_tokenizer(folder.path());
    ASSERT_FALSE(loaded.has_value());
    EXPECT_NE(loaded.error().message.find("tokenizer_config.json"), std::string::npos);
}

TEST(TokenizerFolder, OtherFilesAndPointersAreRefusedByWhatTheyAre) {
    const TempFolder folder;
    write_bytes(folder / "tokenizer.bin", "x");
    EXPECT_EQ(load_tokenizer(folder / "tokenizer.bin").error().kind, ErrorKind::kUnsupported);
    write_bytes(folder / "tokenizer.json", "version https://git-lfs.github.com/spec/v1\n");
    EXPECT_NE(load_tokenizer(folder.path()).error().message.find("Git LFS"), std::string::npos);
}

}  // namespace
}  // namespace headscope
