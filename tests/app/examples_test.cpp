#include "app/state/examples.h"

#include <gtest/gtest.h>

namespace headscope {
namespace {

TEST(Examples, TheShippedOnesAllReadAndBeginWithTheAstronomer) {
    const std::vector<Example>& examples = all_examples();
    ASSERT_GE(examples.size(), 10U);
    EXPECT_EQ(examples.front().sentence, "The man saw the astronomer with a telescope.");
    EXPECT_EQ(examples.front().from, "man");
    EXPECT_EQ(examples.front().to, "telescope");
    for (const Example& example : examples) {
        EXPECT_FALSE(example.theme.empty());
        EXPECT_FALSE(example.sentence.empty());
        EXPECT_FALSE(example.what_to_look_for.empty());
    }
}

TEST(Examples, PairsAndLinksAreReadWhereTheyStand) {
    const auto examples = parse_examples("# comment\nT | one two | three | one > two | look\nT | a|b |  |  | look\n");
    ASSERT_EQ(examples.size(), 2U);
    EXPECT_EQ(examples[0].pair, "three");
    EXPECT_EQ(examples[0].from, "one");
    EXPECT_EQ(examples[0].to, "two");
    EXPECT_EQ(examples[1].sentence, "a|b");
    EXPECT_FALSE(examples[1].pair);
    EXPECT_TRUE(examples[1].from.empty());
}

TEST(Examples, LinesOfAnotherFormAreLeftOut) {
    EXPECT_TRUE(parse_examples("only | three | fields\n\n\n").empty());
}

}  // namespace
}  // namespace headscope
