#include "core/base/utf8.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace headscope {
namespace {

using namespace std::string_literals;

const std::string kReplacement = "\xEF\xBF\xBD";

TEST(Utf8, EveryScalarValueSurvivesEncodingAndDecoding) {
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        if (c >= 0xD800 && c <= 0xDFFF) continue;
        std::string text;
        append_utf8(text, c);
        ASSERT_TRUE(is_valid_utf8(text)) << std::hex << static_cast<std::uint32_t>(c);
        const CodePoint decoded = decode_at(text, 0);
        ASSERT_EQ(decoded.value, c);
        ASSERT_EQ(decoded.end, text.size());
    }
}

TEST(Utf8, DecodingGivesValuesAndByteRanges) {
    const std::vector<CodePoint> points = decode_utf8("aé日\U0001F642"s);
    ASSERT_EQ(points.size(), 4u);
    EXPECT_EQ(points[0].value, U'a');
    EXPECT_EQ(points[1].value, U'\u00e9');
    EXPECT_EQ(points[2].value, U'\u65e5');
    EXPECT_EQ(points[3].value, U'\U0001F642');
    EXPECT_EQ(points[1].begin, 1u);
    EXPECT_EQ(points[1].end, 3u);
    EXPECT_EQ(points[3].begin, 6u);
    EXPECT_EQ(points[3].end, 10u);
    EXPECT_TRUE(decode_utf8("").empty());
}

struct BrokenText {
    std::string bytes;
    std::string repaired;
};

class Utf8Repair : public testing::TestWithParam<BrokenText> {};

TEST_P(Utf8Repair, ReplacesEachMaximalIllFormedSequenceOnce) {
    const BrokenText& broken = GetParam();
    EXPECT_FALSE(is_valid_utf8(broken.bytes));
    const RepairedText repaired = repair_utf8(broken.bytes);
    EXPECT_EQ(repaired.text, broken.repaired);
    EXPECT_TRUE(is_valid_utf8(repaired.text));
    EXPECT_GT(repaired.replaced, 0u);
    EXPECT_EQ(repaired.origin.size(), repaired.text.size() + 1);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, Utf8Repair,
    testing::Values(BrokenText{"\x80", kReplacement},                     // a continuation alone
                    BrokenText{"a\xC3", "a" + kReplacement},              // cut off
                    BrokenText{"\xC3(", kReplacement + "("},              // a lead without its byte
                    BrokenText{"\xC0\xAF", kReplacement + kReplacement},  // over-long
                    BrokenText{"\xE0\x80\xAF", kReplacement + kReplacement + kReplacement},
                    BrokenText{"\xED\xA0\x80", kReplacement + kReplacement + kReplacement},  // a surrogate
                    BrokenText{"\xF0\x9F\x99", kReplacement},                                // three of four bytes
                    BrokenText{"\xF0\x9F\x99x", kReplacement + "x"},
                    BrokenText{"\xF4\x90\x80\x80", kReplacement + kReplacement + kReplacement + kReplacement},
                    BrokenText{"\xFF\xFE", kReplacement + kReplacement}, BrokenText{"\xE6\x97日", kReplacement + "日"},
                    BrokenText{"\0\xE6\0"s, "\0"s + kReplacement + "\0"s}));

TEST(Utf8, RepairKeepsWhereEachByteCameFrom) {
    const RepairedText repaired = repair_utf8("a\xE6\x97z"s);
    EXPECT_EQ(repaired.text, "a" + kReplacement + "z");
    EXPECT_EQ(repaired.replaced, 1u);
    EXPECT_EQ(repaired.to_input(0), 0u);
    EXPECT_EQ(repaired.to_input(1), 1u);
    EXPECT_EQ(repaired.to_input(3), 1u);
    EXPECT_EQ(repaired.to_input(4), 3u);  // z
    EXPECT_EQ(repaired.to_input(5), 4u);  // the end
}

TEST(Utf8, RepairLeavesValidTextAlone) {
    const std::string text = "caf\u00e9 \U0001F642\0!"s;
    const RepairedText repaired = repair_utf8(text);
    EXPECT_EQ(repaired.text, text);
    EXPECT_EQ(repaired.replaced, 0u);
    EXPECT_TRUE(repaired.origin.empty());
    EXPECT_EQ(repaired.to_input(5), 5u);
}

}  // namespace
}  // namespace headscope
