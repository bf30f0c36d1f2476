// The meaning of regular expressions where engines differ; expectations from the reference (Oniguruma).

#include "core/text/regex.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace headscope {
namespace {

using Words = std::vector<std::string>;

// The matches that are not empty, or the error.
Words matches(const std::string& pattern, const std::string& bytes) {
    const auto regex = compile_regex(pattern, "t.json: pre_tokenizer");
    if (!regex.has_value()) return {regex.error().message};
    const NormalizedText text(bytes);
    std::vector<CharRange> found;
    const Status status = regex.value()->find_all(text.values(), found);
    if (!status.is_ok()) return {status.error().message};
    Words out;
    for (const CharRange& match : found)
        if (match.size() > 0) out.push_back(text.utf8(match));
    return out;
}

Error refusal(const std::string& pattern) {
    const auto regex = compile_regex(pattern, "t.json: pre_tokenizer");
    return regex.has_value() ? Error{ErrorKind::kInvalid, "accepted"} : regex.error();
}

TEST(Regex, RepeatsAsRubyDoes) {
    EXPECT_EQ(matches("a{5,2}", "aaaaaaa"), (Words{"aaaaa", "aa"}));
    EXPECT_EQ(matches("a{,3}", "aaaaa"), (Words{"aaa", "aa"}));
    EXPECT_EQ(matches("a{1,2}+a", "aaa"), Words{"aaa"});
    EXPECT_EQ(matches("a++a", "aaa"), Words{});
    EXPECT_EQ(matches("a{2}?b", "aab b"), (Words{"aab", "b"}));
    EXPECT_EQ(matches("a{2,3}?", "aaaa"), (Words{"aa", "aa"}));
    EXPECT_EQ(matches("a{,}|b{|c{x}", "a{,}b{c{x}"), (Words{"a{,}", "b{", "c{x}"}));
    EXPECT_EQ(matches("a(?#why)+", "aaa"), Words{"aaa"});
}

TEST(Regex, LinesEndAtLineFeedsOnly) {
    EXPECT_EQ(matches(".+", "a\rb\xE2\x80\xA8\nc"), (Words{"a\rb\xE2\x80\xA8", "c"}));
    EXPECT_EQ(matches("^.", "ab\ncd\n"), (Words{"a", "c"}));
    EXPECT_EQ(matches(".$", "ab\ncd\n"), (Words{"b", "d"}));
    EXPECT_EQ(matches(".\\Z", "ab\ncd\n"), Words{"d"});
    EXPECT_EQ(matches("(?m:b.c)", "b\nc"), Words{"b\nc"});
    EXPECT_EQ(matches("\\R", "\r\n\n\xC2\x85"), (Words{"\r\n", "\n", "\xC2\x85"}));
}

TEST(Regex, ClassesAreThoseOfUnicode16) {
    EXPECT_EQ(matches("\\p{Lu}", "\xF0\x90\xB5\x90"), Words{"\xF0\x90\xB5\x90"});  // Garay
    EXPECT_EQ(matches("\\p{Cn}", "\xF0\xB2\x8E\xB0"), Words{"\xF0\xB2\x8E\xB0"});
    EXPECT_EQ(matches("\\s+", "\xC2\x85\xC2\xA0\xE1\xA0\x8E"), Words{"\xC2\x85\xC2\xA0"});
    EXPECT_EQ(matches("\\h+", "xF9 \t"), Words{"F9"});
    EXPECT_EQ(matches("\\w", "\xC2\xB2"), Words{"\xC2\xB2"});
    EXPECT_EQ(matches("[\\w]", "\xC2\xB2"), Words{});
    EXPECT_EQ(matches("\\p{ uppercase-Letter }|\\p{^L}|\\P{^Nd}", "aA1"), (Words{"A", "1"}));
    EXPECT_EQ(matches("\\p{Han}+|\\p{hira}", "\xE6\xBC\xA2\xE3\x81\x8B"), (Words{"\xE6\xBC\xA2", "\xE3\x81\x8B"}));
}

TEST(Regex, BracketsNestAndIntersect) {
    EXPECT_EQ(matches("[a-z&&[^aeiou]]+", "abcde"), (Words{"bcd"}));
    EXPECT_EQ(matches("[[a-c]x]+", "abxd"), Words{"abx"});
    EXPECT_EQ(matches("[]a]+", "]a"), Words{"]a"});
    EXPECT_EQ(matches("[a-c-e]+", "a-ed"), Words{"a-e"});
    EXPECT_EQ(matches("[[:^alpha:]_]+", "a1_"), Words{"1_"});
    EXPECT_EQ(matches("[a&&]", "a&"), Words{});
    EXPECT_EQ(matches("[\\b]", "\b"), Words{"\b"});
}

TEST(Regex, CaseFoldsToSeveralLetters) {
    EXPECT_EQ(matches("(?i)strasse",
                      "stra\xC3\x9F"
                      "e \xEF\xAC\x86rasse"),
              (Words{"stra\xC3\x9F"
                     "e",
                     "\xEF\xAC\x86rasse"}));
    EXPECT_EQ(matches("(?i)\xC3\x9F", "SS \xE1\xBA\x9E"), (Words{"SS", "\xE1\xBA\x9E"}));
    EXPECT_EQ(matches("(?i:s)t", "\xEF\xAC\x86 St"), Words{"St"});
    EXPECT_EQ(matches("(?i)[a-z]", "\xC5\xBF\xE2\x84\xAA"), (Words{"\xC5\xBF", "\xE2\x84\xAA"}));
    EXPECT_EQ(matches("(?i)[^a]", "aAb"), Words{"b"});
    EXPECT_EQ(matches("a(?i)b|c", "aB C aC"), (Words{"aB", "aC"}));
}

TEST(Regex, EmptyMatchesDoNotFollowMatches) {
    const auto regex = compile_regex("x*", "t.json: pre_tokenizer");
    ASSERT_TRUE(regex.has_value());
    std::vector<CharRange> found;
    const std::u32string text = U"\U0001F999xxy";
    ASSERT_TRUE(regex.value()->find_all(text, found).is_ok());
    EXPECT_EQ(found, (std::vector<CharRange>{{0, 0}, {1, 3}, {4, 4}}));
}

TEST(Regex, NamesPatternsThatDoNotCompile) {
    for (const char* pattern : {"[z-a]", "\\p{Nonsense}", "(a)\\9", "\\", "(a", "a)", "*a", "[", "[]", "a{100001}",
                                "(?<", "(?:", "(?i", "\\x{", "[[:foo:]]", "[\\", "(?#", "\\p{L", "\\u12"}) {
        const Error error = refusal(pattern);
        EXPECT_NE(error.message.find("t.json: pre_tokenizer: the pattern " + std::string(pattern) + ": found"),
                  std::string::npos)
            << error.message;
    }
}

TEST(Regex, RefusesWhatMeansSomethingElseHere) {
    for (const char* pattern :
         {"a\\Kb", "\\X", "\\G", "\\y", "(?<n>a)\\k<n>", "(?<n>a)\\g<n>", "(?~a)", "(a)?(?(1)b|c)", "(?W)\\w",
          "(*FAIL)", "\\M-a", "\\xe9", "a+?+", "(?<=a+)b", "(?:a?)*?"})
        EXPECT_EQ(refusal(pattern).kind, ErrorKind::kUnsupported) << pattern << ": " << refusal(pattern).message;
}

TEST(Regex, RefusesGroupsNestedWithoutMeasure) {
    const std::string deep = std::string(100000, '(') + "a" + std::string(100000, ')');
    EXPECT_EQ(refusal(deep).kind, ErrorKind::kUnsupported);
    const std::string brackets = std::string(100000, '[');
    EXPECT_NE(refusal(brackets).message, "accepted");
}

TEST(Regex, SharesOneAllowanceAmongPieces) {
    const auto regex = compile_regex("(a|aa)+$", "t.json: pre_tokenizer");
    ASSERT_TRUE(regex.has_value());
    const std::unique_ptr<RegexSearch> search = regex.value()->start_search();
    const std::u32string text = std::u32string(24, U'a') + U"b";
    std::vector<CharRange> found;
    bool has_stopped = false;
    for (int i = 0; i < 1000 && !has_stopped; ++i) has_stopped = !search->find_all(text, found).is_ok();
    EXPECT_TRUE(has_stopped);
}

}  // namespace
}  // namespace headscope
