#include "core/io/file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "core/io/file_writer.h"
#include "core/io/line_reader.h"
#include "core/io/shown.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

TEST(ReadFile, ReadsEveryByte) {
    const TempFolder folder;
    const std::string bytes("a\0b\xFF\n", 5);
    write_bytes(folder / "x", bytes);
    const auto read = read_file(folder / "x", 5);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read.value(), bytes);
}

TEST(ReadFile, RefusesMoreThanTheLimit) {
    const TempFolder folder;
    write_bytes(folder / "x", "12345");
    const auto read = read_file(folder / "x", 4);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error().kind, ErrorKind::kTooLarge);
}

TEST(ReadFile, RefusesWhatIsNoRegularFileWithoutWaiting) {
    const TempFolder folder;
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    fs::create_symlink("loop", folder / "loop");
    fs::create_symlink("nothing", folder / "dangling");
    for (const fs::path& path :
         {folder.path(), folder / "pipe", fs::path("/dev/zero"), folder / "loop", folder / "dangling"}) {
        const auto read = read_file(path, 1000);
        ASSERT_FALSE(read.has_value()) << path;
        EXPECT_EQ(read.error().message.rfind(path.string() + ": ", 0), 0U) << read.error().message;
        EXPECT_FALSE(MappedFile::open(path).has_value()) << path;
    }
}

TEST(MappedFile, ReadingPastANewEndIsAnError) {
    const TempFolder folder;
    write_bytes(folder / "x", std::string(10'000, 'a'));
    const auto file = MappedFile::open(folder / "x");
    ASSERT_TRUE(file.has_value());
    std::vector<std::byte> bytes(10'000);
    EXPECT_TRUE(file.value().read(0, bytes).is_ok());
    EXPECT_TRUE(file.value().check_unchanged().is_ok());
    fs::resize_file(folder / "x", 100);
    EXPECT_FALSE(file.value().read(0, bytes).is_ok());
    ASSERT_FALSE(file.value().check_unchanged().is_ok());
    EXPECT_NE(file.value().check_unchanged().error().message.find("changed"), std::string::npos);
}

TEST(AtomicFileWriter, NothingIsThereBeforeCommit) {
    const TempFolder folder;
    {
        auto out = AtomicFileWriter::create(folder / "x");
        ASSERT_TRUE(out.has_value()) << out.error().message;
        out.value().write("half");
        EXPECT_FALSE(fs::exists(folder / "x"));
    }
    EXPECT_EQ(folder.count(), 0U);
}

TEST(AtomicFileWriter, CommitReplacesTheFileAndKeepsItsMode) {
    const TempFolder folder;
    write_bytes(folder / "x", "old");
    fs::permissions(folder / "x", fs::perms::owner_read | fs::perms::owner_write);
    auto out = AtomicFileWriter::create(folder / "x");
    ASSERT_TRUE(out.has_value()) << out.error().message;
    const std::string large(1'000'000, 'z');
    out.value().write("new");
    out.value().write(large);
    out.value().write("!");
    EXPECT_EQ(read_bytes(folder / "x"), "old");
    EXPECT_TRUE(out.value().commit().is_ok());
    EXPECT_EQ(read_bytes(folder / "x"), "new" + large + "!");
    EXPECT_EQ(fs::status(folder / "x").permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(folder.count(), 1U);
}

TEST(AtomicFileWriter, FollowsALink) {
    const TempFolder folder;
    write_bytes(folder / "real", "old");
    fs::create_symlink("real", folder / "link");
    auto out = AtomicFileWriter::create(folder / "link");
    ASSERT_TRUE(out.has_value());
    out.value().write("new");
    EXPECT_TRUE(out.value().commit().is_ok());
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_bytes(folder / "real"), "new");
}

TEST(AtomicFileWriter, RefusesAFolderAndAMissingOne) {
    const TempFolder folder;
    for (const fs::path& path : {folder.path(), folder / "missing" / "x", fs::path()})
        EXPECT_FALSE(AtomicFileWriter::create(path).has_value()) << path;
}

TEST(AtomicFileWriter, AFullDiskIsToldByCommit) {
    auto out = AtomicFileWriter::create("/dev/full");
    ASSERT_TRUE(out.has_value()) << out.error().message;
    out.value().write(std::string(1'000'000, 'x'));
    EXPECT_FALSE(out.value().is_good());
    const Status status = out.value().commit();
    ASSERT_FALSE(status.is_ok());
    EXPECT_EQ(status.error().message.rfind("/dev/full: cannot write: ", 0), 0U) << status.error().message;
    EXPECT_TRUE(fs::exists("/dev/full"));
}

TEST(Sha256, MatchesTheStandard) {
    const TempFolder folder;
    write_bytes(folder / "x", "abc");  // FIPS 180-4 example
    EXPECT_EQ(sha256_of_file(folder / "x").value(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(ShownText, EscapesWhatATerminalWouldObey) {
    EXPECT_EQ(shown_text(std::string("a\0\x1b[2J\x7f\xFF", 8)), "a\\x00\\x1b[2J\\x7f\\xff");
    EXPECT_EQ(shown_text("\u202E\u200B日本é🙂"), "\\u202e\\u200b日本é🙂");
    EXPECT_EQ(shown_text("\xE6\x97"), "\\xe6\\x97");
    EXPECT_EQ(shown_text("abcdef", 3), "abc…");
}

TEST(LineReader, KeepsEveryByteOfALine) {
    const TempFolder folder;
    write_bytes(folder / "x", std::string("\xEF\xBB\xBF"
                                          "a\0b\r\n\n\xFFlast",
                                          14));
    auto reader = LineReader::open(folder / "x");
    ASSERT_TRUE(reader.has_value());
    std::vector<std::string> lines;
    for (std::string line; reader.value().next(line).value();) lines.push_back(line);
    EXPECT_EQ(lines, (std::vector<std::string>{std::string("a\0b", 3), "", "\xFFlast"}));
}

TEST(LineReader, ALineMayBeLongerThanABlock) {
    const TempFolder folder;
    write_bytes(folder / "x", std::string(300'000, 'a') + "\n" + std::string(65'536, 'b') + "\n");
    auto reader = LineReader::open(folder / "x");
    ASSERT_TRUE(reader.has_value());
    std::string line;
    EXPECT_TRUE(reader.value().next(line).value());
    EXPECT_EQ(line.size(), 300'000U);
    EXPECT_TRUE(reader.value().next(line).value());
    EXPECT_EQ(line, std::string(65'536, 'b'));
    EXPECT_FALSE(reader.value().next(line).value());
}

}  // namespace
}  // namespace headscope
