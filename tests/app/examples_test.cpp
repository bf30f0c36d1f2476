#include "app/state/examples.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/state/actions.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"

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

// The weight of the head that using the example selects; 1 where it names no link.
float strongest_link(const std::shared_ptr<const Model>& model, const Example& example) {
    if (example.from.empty()) return 1;
    const std::optional<std::string_view> pair =
        example.pair ? std::optional<std::string_view>(*example.pair) : std::nullopt;
    Result<Encoding> encoding = model->tokenizer->encode(example.sentence, pair, EncodeOptions());
    if (!encoding.has_value()) return 0;
    Workspace workspace(1);
    const auto trace = trace_encoding(model, std::move(encoding).value(), {}, workspace);
    if (!trace.has_value()) return 0;
    const auto links = find_links(*trace.value(), example.from, example.to);
    return links.has_value() && !links.value().empty() ? links.value().front().weight : 0;
}

TEST(Examples, WhatTheyAskToLookForCanBeSeenInTheShippedModels) {
    for (const char* name : {"all-minilm-l6-v2", "headscope-small"}) {
        const auto loaded = load_model(std::string(HEADSCOPE_WEIGHTS) + "/" + name, {});
        ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
        for (const Example& example : examples_for(loaded.value().get())) {
            EXPECT_GT(strongest_link(loaded.value(), example), 0.22F) << example.sentence;
        }
    }
}

TEST(Examples, ThoseOfAThemeStandTogether) {
    Model causal;
    causal.config.mask = MaskKind::kCausal;
    for (const Model* model : {static_cast<const Model*>(nullptr), static_cast<const Model*>(&causal)}) {
        std::set<std::string> seen;
        std::string last;
        for (const Example& example : examples_for(model)) {
            if (example.theme != last) {
                EXPECT_TRUE(seen.insert(example.theme).second) << example.theme;
            }
            last = example.theme;
        }
        EXPECT_GE(seen.size(), 6U);
    }
}

TEST(Examples, UsingOneSaysWhatToLookForUntilTheTextChanges) {
    AppState state;
    const Example& example = examples_for(nullptr)[1];
    apply(state, UseExample{example});
    ASSERT_TRUE(state.message);
    EXPECT_EQ(state.message->kind, MessageKind::kHint);
    EXPECT_NE(state.message->text.find(example.what_to_look_for), std::string::npos);
    apply(state, TextsEdited{});
    EXPECT_FALSE(state.message);
}

TEST(Examples, LinesOfAnotherFormAreLeftOut) {
    EXPECT_TRUE(parse_examples("only | three | fields\n\n\n").empty());
}

}  // namespace
}  // namespace headscope
