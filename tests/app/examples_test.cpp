#include "app/state/examples.h"

#include <gtest/gtest.h>

namespace headscope {
namespace {

void expect_complete(const std::vector<Example>& examples) {
    EXPECT_GE(examples.size(), 10U);
    for (const Example& example : examples) {
        EXPECT_FALSE(example.theme.empty());
        EXPECT_FALSE(example.sentence.empty());
        EXPECT_FALSE(example.what_to_look_for.empty());
    }
}

TEST(Examples, ThoseForEncodersAllReadAndBeginWithTheAstronomer) {
    Model model;
    for (const Model* encoder : {static_cast<const Model*>(nullptr), static_cast<const Model*>(&model)}) {
        const std::vector<Example>& examples = examples_for(encoder);
        expect_complete(examples);
        EXPECT_EQ(examples.front().sentence, "The man saw the astronomer with a telescope.");
        EXPECT_EQ(examples.front().from, "man");
        EXPECT_EQ(examples.front().to, "telescope");
    }
}

TEST(Examples, ThoseForCausalModelsAllReadAndBeginWithTheCat) {
    Model model;
    model.config.mask = MaskKind::kCausal;
    const std::vector<Example>& examples = examples_for(&model);
    expect_complete(examples);
    EXPECT_EQ(examples.front().sentence, "the cat sat on the mat and the cat sat on the");
    EXPECT_EQ(examples.front().from, "cat");
    EXPECT_EQ(examples.front().to, "sat");
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
