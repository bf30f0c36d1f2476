#include "core/io/safetensors.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>

#include "core/io/file.h"
#include "tests/core/model_files.h"

namespace headscope {
namespace {

constexpr const char* kQuery = "encoder.layer.0.attention.self.query.weight";

TensorBytes tiny() {
    return TensorBytes::read(tiny_model_folder() / "model.safetensors");
}

// The error of opening a file of these bytes, or "".
std::string error_of(std::string_view bytes) {
    const TempFolder folder;
    write_bytes(folder / "model.safetensors", bytes);
    const auto opened = open_safetensors(folder / "model.safetensors");
    return opened.has_value() ? "" : opened.error().message;
}

std::string with_length(std::uint64_t length) {
    std::string bytes = tiny().file();
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<char>(length >> (8 * i) & 255U);
    return bytes;
}

// The tiny model's header with one JSON value of the query weight's entry replaced, as text.
std::string with_entry(const char* field, const std::string& json_text) {
    TensorBytes parts = tiny();
    parts.header[kQuery][field] = "MARK";
    std::string header = parts.header.dump();
    header.replace(header.find("\"MARK\""), 6, json_text);
    return parts.file_with_header(header);
}

struct BadFile {
    const char* name;
    std::function<std::string()> bytes;
    const char* mention;
};

class SafetensorsRefuses : public testing::TestWithParam<BadFile> {};

TEST_P(SafetensorsRefuses, NamesTheFileAndTheFault) {
    const std::string error = error_of(GetParam().bytes());
    EXPECT_NE(error.find("model.safetensors: "), std::string::npos) << error;
    EXPECT_NE(error.find(GetParam().mention), std::string::npos) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
}

const BadFile kBadFiles[] = {
    {"ZeroBytes", [] { return std::string(); }, "too short"},
    {"SevenBytes", [] { return std::string(7, 'a'); }, "too short"},
    {"OnlyALength", [] { return std::string(8, '\0'); }, "header"},
    {"LengthMax", [] { return with_length(~std::uint64_t{0}); }, "18446744073709551615"},
    {"LengthHalf", [] { return with_length(std::uint64_t{1} << 63); }, "9223372036854775808"},
    {"LengthAboveLimit", [] { return with_length(100'000'001); }, "100000001"},
    {"LengthOfFile", [] { return with_length(tiny().file().size()); }, "header length"},
    {"LengthOneMore", [] { return with_length(tiny().file().size() - 7); }, "header length"},
    {"Array", [] { return tiny().file_with_header("[]"); }, "expected an object"},
    {"String", [] { return tiny().file_with_header("\"x\""); }, "expected an object"},
    {"NumberEntry", [] { return tiny().file_with_header(R"({"a":1})"); }, "\"a\""},
    {"MetadataNumber", [] { return tiny().file_with_header(R"({"__metadata__":{"a":1}})"); }, "__metadata__"},
    {"NotUtf8", [] { return tiny().file_with_header("{\"\xFF\":{}}"); }, "not valid JSON"},
    {"NotJson", [] { return tiny().file_with_header("{nonsense}"); }, "not valid JSON"},
    {"TrailingComma", [] { return tiny().file_with_header(R"({"__metadata__":{},})"); }, "not valid JSON"},
    {"TwoValues", [] { return tiny().file_with_header(tiny().header.dump() + "{}"); }, "not valid JSON"},
    {"NulPadding", [] { return tiny().file_with_header(tiny().header.dump() + std::string(4, '\0')); }, "NUL"},
    {"ByteOrderMark", [] { return tiny().file_with_header("\xEF\xBB\xBF" + tiny().header.dump()); }, "byte-order mark"},
    {"NestedDeep", [] { return tiny().file_with_header("{\"a\":" + std::string(100'000, '[')); }, "\"a\""},
    {"LongNumber", [] { return tiny().file_with_header(R"({"a":{"shape":[)" + std::string(1'000'000, '9') + "]}}"); },
     "not valid JSON"},
    {"DataOneShort", [] { return tiny().file().substr(0, tiny().file().size() - 1); }, "outside the file"},
    {"DataOneLong", [] { return tiny().file() + "x"; }, "bytes of data"},
    {"OffsetsBackwards", [] { return with_entry("data_offsets", "[1664,1408]"); }, kQuery},
    {"OffsetsNegative", [] { return with_entry("data_offsets", "[-1408,1664]"); }, kQuery},
    {"OffsetsFloat", [] { return with_entry("data_offsets", "[1408.0,1664]"); }, kQuery},
    {"OffsetsExponent", [] { return with_entry("data_offsets", "[1e3,1664]"); }, kQuery},
    {"OffsetsText", [] { return with_entry("data_offsets", R"(["1408",1664])"); }, kQuery},
    {"OffsetsBoolean", [] { return with_entry("data_offsets", "[1408,true]"); }, kQuery},
    {"OffsetsNull", [] { return with_entry("data_offsets", "null"); }, kQuery},
    {"OffsetsOne", [] { return with_entry("data_offsets", "[1408]"); }, kQuery},
    {"OffsetsThree", [] { return with_entry("data_offsets", "[1408,1664,1664]"); }, kQuery},
    {"OffsetsTwoTo64", [] { return with_entry("data_offsets", "[1408,18446744073709551616]"); }, kQuery},
    {"OffsetsBeyond", [] { return with_entry("data_offsets", "[1408,4611686018427387904]"); }, kQuery},
    {"ShapeOverflow", [] { return with_entry("shape", "[2,9223372036854775807]"); }, kQuery},
    {"ShapeWrapsSmall", [] { return with_entry("shape", "[2,18446744073709551614]"); }, kQuery},
    {"ShapeWrapsToZero", [] { return with_entry("shape", "[4294967296,4294967296]"); }, kQuery},
    {"ShapeZeroTimesHuge", [] { return with_entry("shape", "[0,9223372036854775808]"); }, kQuery},
    {"ShapeNegative", [] { return with_entry("shape", "[-8,8]"); }, kQuery},
    {"ShapeFloat", [] { return with_entry("shape", "[8.0,8]"); }, kQuery},
    {"ShapeText", [] { return with_entry("shape", "\"8x8\""); }, kQuery},
    {"ShapeRankNine", [] { return with_entry("shape", "[1,1,1,1,1,1,1,8,8]"); }, kQuery},
    {"ShapeOfOtherSize", [] { return with_entry("shape", "[8,9]"); }, kQuery},
    {"DTypeUnknown", [] { return with_entry("dtype", "\"Q4\""); }, "Q4"},
    {"DTypeLowerCase", [] { return with_entry("dtype", "\"f32\""); }, "f32"},
    {"DTypeNumber", [] { return with_entry("dtype", "3"); }, kQuery},
    {"FieldTwice", [] { return with_entry("shape", "[8,8],\"shape\":[8,8]"); }, kQuery},
    {"FieldUnknown", [] { return with_entry("shape", "[8,8],\"strides\":[8,1]"); }, "strides"},
    {"NameTwice",
     [] {
         std::string header = tiny().header.dump();
         header.back() = ',';
         header += nlohmann::json(kQuery).dump() + ":" + tiny().header[kQuery].dump() + "}";
         return tiny().file_with_header(header);
     },
     "comes twice"},
    {"MetadataTwice", [] { return tiny().file_with_header(R"({"__metadata__":{},"__metadata__":{}})"); },
     "__metadata__"},
    {"HalfBytes",
     [] {
         TensorBytes parts = tiny();
         parts.add("spare", "F4", {3}, "ab");
         return parts.file();
     },
     "spare"},
    {"Overlap",
     [] {
         TensorBytes parts = tiny();
         parts.add("spare", "U8", {4}, "abcd");
         auto& offsets = parts.header["spare"]["data_offsets"];
         offsets = {offsets[0].get<int>() - 4, offsets[1].get<int>() - 4};
         parts.data.resize(parts.data.size() - 4);
         return parts.file();
     },
     "overlap"},
    {"Hole",
     [] {
         TensorBytes parts = tiny();
         parts.data += "....";
         parts.add("spare", "U8", {4}, "abcd");
         return parts.file();
     },
     "hole"},
    {"LfsPointer",
     [] { return std::string("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 90868376\n"); }, "LFS"},
};

INSTANTIATE_TEST_SUITE_P(Files, SafetensorsRefuses, testing::ValuesIn(kBadFiles),
                         [](const auto& info) { return info.param.name; });

TEST(Safetensors, AcceptsWhiteSpaceAroundTheHeader) {
    EXPECT_EQ(error_of(tiny().file_with_header(" \t\n" + tiny().header.dump() + "     \n")), "");
}

TEST(Safetensors, AcceptsScalarsEmptyTensorsAndAnyNameAndAlignment) {
    TensorBytes parts = tiny();
    parts.add("", "F32", {}, "abcd");
    parts.add(std::string("a\0b", 3), "I64", {0, 5}, "");
    parts.add("../../x", "U8", {1}, "z");
    EXPECT_EQ(error_of(parts.file()), "");
}

TEST(Safetensors, RefusesThreeHundredTensorsOverTheSameBytes) {
    nlohmann::ordered_json header;
    for (int i = 0; i < 300; ++i)
        header["t" + std::to_string(i)] = {{"dtype", "F32"}, {"shape", {4}}, {"data_offsets", {0, 16}}};
    TensorBytes parts{header, std::string(16, '\0')};
    EXPECT_NE(error_of(parts.file()).find("overlap"), std::string::npos);
}

TEST(Safetensors, EscapesNamesInMessages) {
    TensorBytes parts = tiny();
    parts.header["\x1b[2J\u202e"] = 1;
    const std::string error = error_of(parts.file());
    EXPECT_NE(error.find("\\x1b[2J\\u202e"), std::string::npos) << error;
}

TEST(Safetensors, TellsWhereTheBytesLie) {
    const TempFolder folder;
    TensorBytes parts{nlohmann::ordered_json::object(), ""};
    parts.add("a", "F32", {2}, "12345678");
    parts.add("b", "BF16", {1, 3}, "abcdef");
    write_bytes(folder / "x.safetensors", parts.file());
    const auto opened = open_safetensors(folder / "x.safetensors");
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    const TensorInfo& b = opened.value().tensors.at("b");
    EXPECT_EQ(b.dtype, DType::kBF16);
    EXPECT_EQ(b.shape, (std::vector<std::int64_t>{1, 3}));
    const auto bytes = opened.value().bytes(b);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()), "abcdef");
}

TEST(Safetensors, ShippedWeightsAreThePublishedFile) {
    const auto sha256 = sha256_of_file(std::filesystem::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2/model.safetensors");
    ASSERT_TRUE(sha256.has_value()) << sha256.error().message;
    EXPECT_EQ(sha256.value(), "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db");
}

}  // namespace
}  // namespace headscope
