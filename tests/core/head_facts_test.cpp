// Facts about single maps against numbers that fixtures/make_head_facts.py computes from the definitions.
#include "core/trace/head_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/io/json_read.h"
#include "tests/core/made_up_map.h"
#include "tests/core/model_files.h"
#include "tests/core/sample_trace.h"

namespace headscope {
namespace {

// Both sides compute in float64 from the same float32 weights.
constexpr double kFactTolerance = 1e-12;

TextFacts text_of_case(const nlohmann::json& json) {
    TextFacts text = text_of(json["ids"].get<std::vector<TokenId>>());
    text.separators = json["separators"].get<std::vector<Index>>();
    text.sentence = json["sentences"].get<std::vector<int>>();
    bool has[2] = {};
    for (const int sentence : text.sentence)
        if (sentence >= 0) has[sentence] = true;
    text.is_pair = has[0] && has[1];
    // An encoding with these tokens, for the rarest of them.
    AttentionTrace trace;
    for (std::size_t i = 0; i < text.ids.size(); ++i) {
        Token token;
        token.id = text.ids[i];
        token.is_special = text.sentence[i] < 0;
        token.segment = std::max(0, text.sentence[i]);
        trace.encoding.tokens.push_back(token);
    }
    const TextFacts derived = text_facts(trace);
    EXPECT_EQ(derived.previous_same, text.previous_same);
    EXPECT_EQ(derived.is_pair, text.is_pair);
    EXPECT_EQ(derived.sentence, text.sentence);
    text.rarest = derived.rarest;
    return text;
}

TEST(HeadFacts, EqualWhatNumpyComputesFromTheDefinitions) {
    const auto cases =
        read_json_file(std::filesystem::path(HEADSCOPE_TEST_DATA) / "heads" / "facts.json", std::uint64_t{1} << 20);
    ASSERT_TRUE(cases.has_value()) << cases.error().message;
    ASSERT_GE(cases.value().size(), 10U);
    std::size_t compared = 0;
    for (const nlohmann::json& json : cases.value()) {
        const TextFacts text = text_of_case(json);
        MadeUpMap made(text, json["causal"].get<bool>() ? MaskKind::kCausal : MaskKind::kNone);
        for (Index i = 0; i < text.size(); ++i)
            for (Index j = 0; j < text.size(); ++j)
                made.map()(i, j) = json["map"][static_cast<std::size_t>(i)][static_cast<std::size_t>(j)].get<float>();
        const HeadFacts facts = made.facts();
        for (const auto& [name, expected] : json["facts"].items()) {
            SCOPED_TRACE(name + " of " + json["ids"].dump());
            if (name == "broad") {
                EXPECT_EQ(std::isnan(facts.role_scores.back()), expected.is_null());
                if (!expected.is_null()) {
                    EXPECT_NEAR(facts.role_scores.back(), expected.get<double>(), kFactTolerance);
                }
                continue;
            }
            const auto fact = find_fact(name);
            ASSERT_TRUE(fact.has_value());
            if (expected.is_null()) {
                EXPECT_TRUE(std::isnan(facts[*fact]));
            } else {
                EXPECT_NEAR(facts[*fact], expected.get<double>(), kFactTolerance);
                ++compared;
            }
        }
    }
    EXPECT_GT(compared, 100U);
}

TEST(HeadFacts, AUniformCausalMapHasTheEntropyOfEveryRowsLength) {
    const TextFacts text = text_of({5, 6, 7, 8});
    MadeUpMap made(text, MaskKind::kCausal);
    const HeadFacts facts = made.add({Role::kBroad}).facts();
    EXPECT_NEAR(facts[Fact::kEntropy], (std::log(1) + std::log(2) + std::log(3) + std::log(4)) / 4, 1e-6);
    EXPECT_TRUE(std::isnan(facts[Fact::kDuplicate]));
}

TEST(HeadFacts, WhatIsNotANumberGivesNoNumberAndNoRole) {
    const TextFacts text = text_of({5, 6, 7, 8});
    MadeUpMap made(text, MaskKind::kNone);
    made.add({Role::kPrevious});
    made.map()(2, 1) = std::numeric_limits<float>::quiet_NaN();
    const HeadFacts facts = made.facts();
    EXPECT_TRUE(std::isnan(facts[Fact::kEntropy]));
    EXPECT_TRUE(std::isnan(facts[Fact::kPrevious]));
    EXPECT_FALSE(std::isnan(facts[Fact::kFirstToken]));
    EXPECT_TRUE(facts.roles.empty());
}

TEST(HeadFacts, HeadsOfATraceComeLayerByLayer) {
    const SampleTrace sample;
    ThreadPool pool(2);
    const std::vector<HeadFacts> facts = facts_of_trace(sample.trace, pool);
    ASSERT_EQ(facts.size(), 6U);
    double self = 0;
    for (Index i = 0; i < sample.n(); ++i) self += static_cast<double>(sample.maps->head(1, 2)(i, i));
    EXPECT_NEAR(facts[5][Fact::kSelf], self / static_cast<double>(sample.n()), kFactTolerance);
}

TEST(FactsSummary, GivesMeanAndPopulationDeviationOverTheTextsThatTell) {
    std::vector<HeadFacts> one(1);
    FactsSummary summary;
    for (const double value : {1.0, 2.0, 6.0}) {
        one[0].values.fill(value);
        one[0][Fact::kInduction] = value > 1 ? value : std::numeric_limits<double>::quiet_NaN();
        one[0][Fact::kBlock] = std::numeric_limits<double>::quiet_NaN();
        one[0].role_scores.fill(value);
        summary.add(one);
    }
    const std::vector<HeadFacts> means = summary.means();
    EXPECT_EQ(summary.texts(), 3U);
    EXPECT_NEAR(means[0][Fact::kEntropy], 3, kFactTolerance);
    EXPECT_NEAR(summary.deviation(0, Fact::kEntropy), std::sqrt((4.0 + 1 + 9) / 3), kFactTolerance);
    EXPECT_NEAR(means[0][Fact::kInduction], 4, kFactTolerance);
    EXPECT_NEAR(summary.deviation(0, Fact::kInduction), 2, kFactTolerance);
    EXPECT_TRUE(std::isnan(means[0][Fact::kBlock]));
    EXPECT_TRUE(std::isnan(summary.deviation(0, Fact::kBlock)));
}

TEST(FactsSummary, KeepsTheRolesThatHalfOfTheTextsShow) {
    const TextFacts text = text_of({5, 6, 7, 8, 9});
    const auto facts_with = [&](Role role) {
        MadeUpMap made(text, MaskKind::kNone);
        return std::vector<HeadFacts>{made.add({role}).facts()};
    };
    FactsSummary summary;
    summary.add(facts_with(Role::kPrevious));
    summary.add(facts_with(Role::kPrevious));
    summary.add(facts_with(Role::kSelf));
    const HeadFacts mean = summary.means().front();
    ASSERT_EQ(names_of(mean), std::vector<std::string>{"previous token"});
    EXPECT_NEAR(mean.roles[0].score, 2.0 / 3, 1e-6);
    EXPECT_NEAR(mean.roles[0].share, 2.0 / 3, 1e-12);
}

}  // namespace
}  // namespace headscope
