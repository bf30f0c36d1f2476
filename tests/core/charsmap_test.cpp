// SentencePiece's tables of replacements: what is looked up in sound ones, and which are refused.

#include "core/text/charsmap.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/base64.h"
#include "core/text/sentencepiece_model.h"

namespace headscope {
namespace {

constexpr std::uint32_t kEndsKey = 1u << 8;
constexpr std::uint32_t kFarOffset = 1u << 9;

std::string little_endian(std::uint32_t value) {
    std::string out;
    for (int shift = 0; shift < 32; shift += 8) out.push_back(static_cast<char>(value >> shift & 0xFF));
    return out;
}

// A table with the keys "a" and "ab". Three nodes, whose children lie from units 256, 512 and 768 on.
struct Table {
    std::vector<std::uint32_t> units = std::vector<std::uint32_t>(1024, 0);
    std::string texts = std::string("one\0two\0", 8);

    Table() {
        units[0] = 256u << 10;
        units[256 ^ 'a'] = ((256 ^ 'a') ^ 512u) << 10 | kEndsKey | 'a';
        units[512] = 1u << 31 | 0;
        units[512 ^ 'b'] = ((512 ^ 'b') ^ 768u) << 10 | kEndsKey | 'b';
        units[768] = 1u << 31 | 4;
    }
    std::string bytes() const {
        std::string out = little_endian(static_cast<std::uint32_t>(4 * units.size()));
        for (const std::uint32_t unit : units) out += little_endian(unit);
        return out + texts;
    }
    std::string refusal() const {
        const Result<Charsmap> parsed = parse_charsmap(bytes(), "FILE: table");
        return parsed.has_value() ? "accepted" : parsed.error().message;
    }
};

// A table with the keys "a", "aa", "aaa" and so on.
Table nested_keys(std::uint32_t count) {
    Table table;
    table.units.assign((count + 2) * 256, 0);
    table.units[0] = 256u << 10;
    for (std::uint32_t key = 1; key <= count; ++key) {
        const std::uint32_t node = key * 256 ^ 'a';
        table.units[node] = (node ^ (key + 1) * 256) << 10 | kEndsKey | 'a';
    }
    return table;
}

TEST(Charsmap, FindsTheShortestKeyThatBeginsTheBytes) {
    const Result<Charsmap> parsed = parse_charsmap(Table().bytes(), "FILE: table");
    ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
    EXPECT_EQ(parsed.value().find_shortest("ab"), "one");
    EXPECT_EQ(parsed.value().find_shortest("axyz"), "one");
    EXPECT_EQ(parsed.value().find_shortest("b"), std::nullopt);
    EXPECT_EQ(parsed.value().find_shortest(""), std::nullopt);
    EXPECT_EQ(parsed.value().find_shortest(std::string("\0a", 2)), std::nullopt);
    EXPECT_EQ(parsed.value().find_shortest("\xFF"), std::nullopt);
    Table longer;
    longer.units[256 ^ 'a'] &= ~kEndsKey;
    const Result<Charsmap> second = parse_charsmap(longer.bytes(), "FILE: table");
    ASSERT_TRUE(second.has_value());
    EXPECT_EQ(second.value().find_shortest("abc"), "two");
    EXPECT_EQ(second.value().find_shortest("a"), std::nullopt);
}

TEST(Charsmap, CountsTheKeysThatOneTextCanBeginWith) {
    const Result<Charsmap> both = parse_charsmap(Table().bytes(), "FILE: table");
    ASSERT_TRUE(both.has_value());
    EXPECT_EQ(both.value().most_keys(), 2u);
    Table one;
    one.units[256 ^ 'a'] &= ~kEndsKey;
    const Result<Charsmap> longer = parse_charsmap(one.bytes(), "FILE: table");
    ASSERT_TRUE(longer.has_value());
    EXPECT_EQ(longer.value().most_keys(), 1u);
}

TEST(Charsmap, KnowsWhetherANulLeadsBackToTheRoot) {
    const Result<Charsmap> sound = parse_charsmap(Table().bytes(), "FILE: table");
    ASSERT_TRUE(sound.has_value());
    EXPECT_FALSE(sound.value().root_answers_nul());
    Table own_child;
    own_child.units[0] = kEndsKey;
    const Result<Charsmap> parsed = parse_charsmap(own_child.bytes(), "FILE: table");
    ASSERT_TRUE(parsed.has_value());
    EXPECT_TRUE(parsed.value().root_answers_nul());
}

TEST(SentencepieceCharsmap, RefusesWhatSearchesOfTheLibraryTripOver) {
    const std::string where = "FILE: table";
    EXPECT_TRUE(check_charsmap(Table().bytes(), where).has_value());
    Table own_child;
    own_child.units[0] = kEndsKey;
    EXPECT_EQ(check_charsmap(own_child.bytes(), where).error().message,
              "FILE: table: the root of the trie is below itself, expected a tree");
    EXPECT_TRUE(check_charsmap(nested_keys(32).bytes(), where).has_value());
    EXPECT_EQ(check_charsmap(nested_keys(33).bytes(), where).error().message,
              "FILE: table: 33 keys begin one another, expected at most 32");
}

TEST(Charsmap, RefusesUnitsThatLeadOutsideTheTrie) {
    Table far_root;
    far_root.units[0] = 0x0FFFFE00;
    EXPECT_EQ(far_root.refusal().find("FILE: table: unit 0 of the trie leads to unit "), 0u);
    Table far_child;
    far_child.units[256 ^ 'a'] |= kFarOffset;
    EXPECT_NE(far_child.refusal().find("expected fewer than 1024"), std::string::npos);
    Table short_trie;
    short_trie.units.resize(1023);  // the last block is not whole, a search could leave it
    EXPECT_NE(short_trie.refusal().find("expected fewer than 1023"), std::string::npos);
}

TEST(Charsmap, RefusesTriesThatLeadBackToThemselvesOrHaveEndlessKeys) {
    Table loop;
    loop.units[512 ^ 'b'] = ((512 ^ 'b') ^ 512u) << 10 | 'b';
    EXPECT_NE(loop.refusal().find("leads back to itself"), std::string::npos);
    Table deep;
    deep.units.assign(256 * 1200, 0);
    deep.units[0] = 256u << 10;
    for (std::uint32_t node = 1; node + 1 < 1200; ++node) {
        const std::uint32_t place = 256 * node ^ 'a';
        deep.units[place] = (place ^ 256 * (node + 1)) << 10 | 'a';
    }
    EXPECT_NE(deep.refusal().find("a key is longer than 1024 bytes"), std::string::npos);
}

TEST(Charsmap, RefusesTextsThatAreNotThere) {
    Table outside;
    outside.units[768] = 1u << 31 | 8;
    EXPECT_NE(outside.refusal().find("begins at byte 8, expected less than 8"), std::string::npos);
    Table open;
    open.texts = "one";
    EXPECT_NE(open.refusal().find("the texts are not ended"), std::string::npos);
    Table none;
    none.texts.clear();
    EXPECT_NE(none.refusal().find("the texts are not ended"), std::string::npos);
    Table not_utf8;
    not_utf8.texts[1] = '\xFF';
    EXPECT_NE(not_utf8.refusal().find("not UTF-8"), std::string::npos);
    Table inside_character;
    inside_character.texts = std::string("o\xC3\xA9\0\xC3\xA9\0\0", 8);
    inside_character.units[768] = 1u << 31 | 2;
    EXPECT_NE(inside_character.refusal().find("inside a character"), std::string::npos);
    Table endless;
    endless.texts = std::string(5000, 'x') + '\0';
    EXPECT_NE(endless.refusal().find("longer than 1024 bytes"), std::string::npos);
}

TEST(Charsmap, RefusesLengthsThatDoNotFit) {
    for (const std::uint32_t length : {0u, 2u, 5u, 4097u, 4108u, 0xFFFFFFF0u}) {
        const std::string bytes = little_endian(length) + Table().bytes().substr(4);
        const Result<Charsmap> parsed = parse_charsmap(bytes, "FILE: table");
        ASSERT_FALSE(parsed.has_value()) << length;
        EXPECT_NE(parsed.error().message.find("the trie's length is " + std::to_string(length)), std::string::npos);
    }
    EXPECT_FALSE(parse_charsmap("", "FILE: table").has_value());
    EXPECT_FALSE(parse_charsmap("abc", "FILE: table").has_value());
}

TEST(Base64, IsReadStrictly) {
    EXPECT_EQ(decode_base64(""), "");
    EXPECT_EQ(decode_base64("Zm9v"), "foo");
    EXPECT_EQ(decode_base64("Zm8="), "fo");
    EXPECT_EQ(decode_base64("Zg=="), "f");
    EXPECT_EQ(decode_base64("Zg"), "f");
    EXPECT_EQ(decode_base64("+/+/"), "\xFB\xFF\xBF");
    for (const char* wrong : {"Z", "Zh==", "Zg=", "Z===", "====", "Zm9v ", "Zm 9", "-_-_", "Zg==Zg=="})
        EXPECT_EQ(decode_base64(wrong), std::nullopt) << wrong;
}

}  // namespace
}  // namespace headscope
