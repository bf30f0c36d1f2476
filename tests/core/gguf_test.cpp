// GGUF headers: what is read, and what is refused with which words.

#include "core/io/gguf.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {
namespace {

namespace fs = std::filesystem;

template <class T>
std::string raw(T value) {
    std::string out(sizeof value, '\0');
    std::memcpy(out.data(), &value, sizeof value);
    return out;
}

std::string text(std::string_view value) {
    return raw<std::uint64_t>(value.size()) + std::string(value);
}

// A file put together piece by piece; counts are right unless set.
struct Builder {
    std::string magic = "GGUF";
    std::uint32_t version = 3;
    std::uint64_t pairs = 0;
    std::uint64_t tensors = 0;
    std::string metadata;
    std::string infos;
    std::string data;
    std::size_t alignment = 32;

    Builder& pair(std::string_view key, GgufType type, const std::string& value) {
        metadata += text(key) + raw(static_cast<std::uint32_t>(type)) + value;
        ++pairs;
        return *this;
    }
    Builder& tensor(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint32_t type,
                    std::uint64_t offset) {
        infos += text(name) + raw(static_cast<std::uint32_t>(dimensions.size()));
        for (const std::uint64_t extent : dimensions) infos += raw(extent);
        infos += raw(type) + raw(offset);
        ++tensors;
        return *this;
    }
    std::string bytes() const {
        std::string out = magic + raw(version) + raw(tensors) + raw(pairs) + metadata + infos;
        if (!data.empty()) out.resize((out.size() + alignment - 1) / alignment * alignment, '\0');
        return out + data;
    }
};

class Gguf : public testing::Test {
  protected:
    Gguf() : path_(fs::path(testing::TempDir()) / ("gguf_test." + std::to_string(getpid()) + ".gguf")) {}
    ~Gguf() override { fs::remove(path_); }

    Result<GgufFile> open(const std::string& bytes) const {
        std::ofstream(path_, std::ios::binary) << bytes;
        return open_gguf(path_);
    }
    // The message without the file's path; "opened" where there is none.
    std::string error(const std::string& bytes) const {
        const Result<GgufFile> file = open(bytes);
        if (file.has_value()) return "opened";
        const std::string& message = file.error().message;
        EXPECT_TRUE(message.starts_with(path_.string() + ": ")) << message;
        return message.substr(std::min(message.size(), path_.string().size() + 2));
    }

    fs::path path_;
};

TEST_F(Gguf, KeepsEveryTypeOfMetadata) {
    Builder file;
    file.pair("small", GgufType::kU8, raw<std::uint8_t>(200))
        .pair("negative", GgufType::kI16, raw<std::int16_t>(-2))
        .pair("half", GgufType::kF32, raw(0.5f))
        .pair("yes", GgufType::kBool, raw<std::uint8_t>(1))
        .pair("name", GgufType::kString, text("fixture"))
        .pair("strings", GgufType::kArray,
              raw(static_cast<std::uint32_t>(GgufType::kString)) + raw<std::uint64_t>(2) + text("") + text("ab"))
        .pair("numbers", GgufType::kArray,
              raw(static_cast<std::uint32_t>(GgufType::kI32)) + raw<std::uint64_t>(2) + raw(7) + raw(-1));
    const Result<GgufFile> opened = open(file.bytes());
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    const GgufMetadata& metadata = opened.value().metadata;
    EXPECT_EQ(metadata.find_integer("small", 255).value(), 200u);
    EXPECT_FALSE(metadata.find_integer("negative", 255).has_value());
    EXPECT_FALSE(metadata.find_integer("half", 255).has_value());
    EXPECT_FALSE(metadata.find_integer("absent", 255).value().has_value());
    EXPECT_EQ(metadata.find_bool("yes").value(), true);
    EXPECT_EQ(metadata.find_string("name").value(), "fixture");
    const GgufStrings* strings = metadata.find_strings("strings").value();
    ASSERT_EQ(strings->size(), 2u);
    EXPECT_EQ((*strings)[0], "");
    EXPECT_EQ((*strings)[1], "ab");
    EXPECT_EQ(metadata.find_numbers("numbers", GgufType::kI32, GgufType::kU32).value()->count, 2u);
    EXPECT_EQ(metadata.find_numbers("numbers", GgufType::kF32, GgufType::kF32).error().message,
              path_.string() + ": numbers: found a list of i32, expected a list of f32");
}

TEST_F(Gguf, GivesTensorsWithTheOutermostDimensionFirst) {
    Builder file;
    file.tensor("a", {32, 2}, 8, 0).tensor("b", {4}, 0, 96);
    file.data.assign(128, 'x');
    const Result<GgufFile> opened = open(file.bytes());
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    const GgufTensor& first = opened.value().tensors.at(0);
    EXPECT_EQ(first.shape, (std::vector<std::uint64_t>{2, 32}));
    EXPECT_STREQ(first.type->name, "Q8_0");
    EXPECT_EQ(first.bytes, 68u);
    const GgufTensor& second = opened.value().tensors.at(1);
    EXPECT_EQ(second.offset, first.offset + 96);
    EXPECT_EQ(second.bytes, 16u);
}

TEST_F(Gguf, RefusesWhatIsNoGgufOfToday) {
    EXPECT_EQ(error(""), "empty, expected a GGUF file");
    Builder file;
    file.magic = "ggml";
    EXPECT_EQ(error(file.bytes()), "begins with \"ggml\", expected \"GGUF\"");
    file.magic = "GGUF";
    file.version = 1;
    EXPECT_EQ(error(file.bytes()), "version 1, expected 2 or 3");
    file.version = 0x03000000;
    EXPECT_EQ(error(file.bytes()), "a big-endian file, expected a little-endian one");
    EXPECT_EQ(error(Builder{}.pair("split.count", GgufType::kU16, raw<std::uint16_t>(2)).bytes()),
              "split.count: a model split into 2 files, expected one whole file");
}

TEST_F(Gguf, BelievesNoCountBeforeComparingItWithTheFile) {
    Builder file;
    file.pairs = std::uint64_t{1} << 60;
    EXPECT_NE(error(file.bytes()).find("announces 1152921504606846976 pairs of metadata"), std::string::npos);
    file.pairs = 0;
    file.tensors = ~std::uint64_t{0};
    EXPECT_NE(error(file.bytes()).find("announces 18446744073709551615 tensors"), std::string::npos);
    EXPECT_NE(error(Builder{}.pair("x", GgufType::kString, raw<std::uint64_t>(1)).bytes()).find("x: "),
              std::string::npos);
    const std::string list = raw(static_cast<std::uint32_t>(GgufType::kU64)) + raw(std::uint64_t{1} << 62);
    EXPECT_NE(error(Builder{}.pair("x", GgufType::kArray, list).bytes()).find("x: found a list of 4611686018427387904"),
              std::string::npos);
    const std::string nested = raw(static_cast<std::uint32_t>(GgufType::kArray)) + raw<std::uint64_t>(1);
    EXPECT_EQ(error(Builder{}.pair("x", GgufType::kArray, nested).bytes()),
              "x: a list of lists, expected one of numbers or strings");
}

TEST_F(Gguf, RefusesKeysAndTensorsThatComeTwice) {
    EXPECT_EQ(error(Builder{}
                        .pair("x", GgufType::kBool, raw<std::uint8_t>(1))
                        .pair("x", GgufType::kBool, raw<std::uint8_t>(0))
                        .bytes()),
              "x: comes twice, expected once");
    Builder file;
    file.tensor("a", {4}, 0, 0).tensor("a", {4}, 0, 32);
    file.data.assign(64, 'x');
    EXPECT_EQ(error(file.bytes()), "a: comes twice, expected once");
}

TEST_F(Gguf, RefusesTensorsThatDoNotFit) {
    const auto error_of = [&](const std::vector<std::uint64_t>& dimensions, std::uint32_t type, std::uint64_t offset) {
        Builder file;
        file.tensor("t", dimensions, type, offset);
        file.data.assign(64, 'x');
        return error(file.bytes());
    };
    EXPECT_EQ(error_of({16}, 0, 0), "opened");
    EXPECT_EQ(error_of({17}, 0, 0), "t: found 68 bytes from offset 0, expected an end within the 64 bytes of data");
    EXPECT_EQ(error_of({4}, 0, 8), "t: found the offset 8, expected a multiple of 32");
    EXPECT_NE(error_of({4}, 0, ~std::uint64_t{31}).find("t: found 16 bytes from offset"), std::string::npos);
    EXPECT_NE(error_of({std::uint64_t{1} << 32, std::uint64_t{1} << 32}, 0, 0).find("t: dimension 1"),
              std::string::npos);
    EXPECT_NE(error_of({0}, 0, 0).find("t: dimension 0: found 0"), std::string::npos);
    EXPECT_NE(error_of({1, 1, 1, 1, 1}, 0, 0).find("t: found 5 dimensions"), std::string::npos);
    EXPECT_NE(error_of({16}, 8, 0).find("t: found rows of 16, expected a multiple of 32"), std::string::npos);
    EXPECT_NE(error_of({16}, 4, 0).find("t: found the type 4"), std::string::npos);
}

TEST_F(Gguf, RefusesTensorsThatShareBytes) {
    Builder file;
    file.tensor("a", {16}, 0, 0).tensor("b", {4}, 0, 32);
    file.data.assign(64, 'x');
    EXPECT_EQ(error(file.bytes()), "b: shares bytes with a, expected bytes of its own");
}

TEST_F(Gguf, TakesAnyPowerOfTwoForAlignment) {
    const auto error_of = [&](std::uint32_t alignment) {
        return error(Builder{}.pair("general.alignment", GgufType::kU32, raw(alignment)).bytes());
    };
    EXPECT_EQ(error_of(1), "opened");
    EXPECT_EQ(error_of(4096), "opened");
    EXPECT_NE(error_of(0).find("general.alignment: found 0"), std::string::npos);
    EXPECT_NE(error_of(3).find("general.alignment: found 3"), std::string::npos);
    EXPECT_NE(error_of(std::uint32_t{1} << 31).find("general.alignment: found 2147483648"), std::string::npos);
}

TEST_F(Gguf, RefusesEveryFileThatEndsEarly) {
    Builder file;
    file.pair("name", GgufType::kString, text("fixture")).tensor("t", {16}, 0, 0);
    file.data.assign(64, 'x');
    const std::string whole = file.bytes();
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_NE(error(whole.substr(0, size)), "opened") << size << " of " << whole.size() << " bytes";
    EXPECT_EQ(error(whole), "opened");
}

TEST_F(Gguf, RefusesAFolder) {
    EXPECT_NE(open_gguf(testing::TempDir()).error().message.find("a directory"), std::string::npos);
}

}  // namespace
}  // namespace headscope
