// Extended grapheme clusters, rule by rule (Unicode Standard Annex 29).

#include "core/text/grapheme.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace headscope {
namespace {

std::vector<std::size_t> cluster_sizes(const std::u32string& text) {
    std::vector<std::size_t> out;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = grapheme_end(text, begin);
        out.push_back(end - begin);
        begin = end;
    }
    return out;
}

using Sizes = std::vector<std::size_t>;

TEST(Grapheme, PlainCharactersStandAlone) {
    EXPECT_EQ(cluster_sizes(U"ab \u00e9\u65e5"), (Sizes{1, 1, 1, 1, 1}));
    EXPECT_EQ(cluster_sizes(U"\r\n\n\r"), (Sizes{2, 1, 1}));
    EXPECT_EQ(cluster_sizes(U"\n\u0301\u200b\u0301"), (Sizes{1, 1, 1, 1}));  // nothing joins a control
}

TEST(Grapheme, MarksJoinWhatIsBeforeThemAndPrefixesWhatIsBehind) {
    EXPECT_EQ(cluster_sizes(U"e\u0301\u0323x"), (Sizes{3, 1}));
    EXPECT_EQ(cluster_sizes(U"\u0915\u093f\u0e01\u0e33"), (Sizes{2, 2}));  // spacing vowel signs
    EXPECT_EQ(cluster_sizes(U"\u0600\u0661a"), (Sizes{2, 1}));
    EXPECT_EQ(cluster_sizes(U"a\u200d\u200cb"), (Sizes{3, 1}));
}

TEST(Grapheme, HangulLettersFormSyllables) {
    EXPECT_EQ(cluster_sizes(U"\u1100\u1161\u11a8\u1100"), (Sizes{3, 1}));
    EXPECT_EQ(cluster_sizes(U"\uac00\u11a8\uac01\u11a8\uac01\u1161"), (Sizes{2, 2, 1, 1}));
    EXPECT_EQ(cluster_sizes(U"\u1100\uac00\u11a8\u1161"), (Sizes{3, 1}));
}

TEST(Grapheme, ConsonantsJoinThroughALinker) {
    EXPECT_EQ(cluster_sizes(U"\u0915\u094d\u0937\u093f"), (Sizes{4}));
    EXPECT_EQ(cluster_sizes(U"\u0915\u094d\u200d\u0937"), (Sizes{4}));
    EXPECT_EQ(cluster_sizes(U"\u0915\u094d\u200c\u0937"), (Sizes{3, 1}));  // a non-joiner interrupts
    EXPECT_EQ(cluster_sizes(U"\u0915\u093c\u0937"), (Sizes{2, 1}));
    EXPECT_EQ(cluster_sizes(U"a\u094d\u0937"), (Sizes{2, 1}));
}

TEST(Grapheme, EmojiJoinThroughAJoiner) {
    EXPECT_EQ(cluster_sizes(U"\U0001F469\U0001F3FD\u200d\U0001F4BB\ufe0fx"), (Sizes{5, 1}));
    EXPECT_EQ(cluster_sizes(U"\U0001F469\u200d\u200d\U0001F4BB"), (Sizes{3, 1}));
    EXPECT_EQ(cluster_sizes(U"a\u200d\U0001F4BB"), (Sizes{2, 1}));
    EXPECT_EQ(cluster_sizes(U"\U0001F600\U0001F600"), (Sizes{1, 1}));
}

TEST(Grapheme, FlagsAreTwoIndicators) {
    EXPECT_EQ(cluster_sizes(U"\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7\U0001F1E9"), (Sizes{2, 2, 1}));
    EXPECT_EQ(cluster_sizes(U"\U0001F1E9\u0301\U0001F1EA"), (Sizes{2, 1}));
    EXPECT_EQ(cluster_sizes(U"\u0600\U0001F1E9\U0001F1EA\U0001F1EB"), (Sizes{3, 1}));
}

}  // namespace
}  // namespace headscope
