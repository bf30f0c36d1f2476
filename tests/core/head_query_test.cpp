#include "core/trace/head_query.h"

#include <gtest/gtest.h>

#include <limits>

namespace headscope {
namespace {

// A head with entropy 1.7, no duplicate, and a previous-token role of 0.9.
HeadFacts sample_facts() {
    HeadFacts facts;
    facts[Fact::kEntropy] = 1.7;
    facts[Fact::kFirstToken] = 0.25;
    facts[Fact::kDuplicate] = std::numeric_limits<double>::quiet_NaN();
    facts.roles.push_back({{Role::kPrevious}, 0.9, {}, {}});
    facts.roles.push_back({{Role::kPositional, -3}, 0.95, {}, {}});
    return facts;
}

bool finds(const std::string& line, HeadRef head = {2, 5}) {
    const auto query = HeadQuery::parse(line);
    EXPECT_TRUE(query.has_value()) << (query.has_value() ? "" : query.error().message);
    const HeadFacts facts = sample_facts();
    return query.has_value() && query.value().matches(head, &facts);
}

TEST(HeadQuery, AsksForLayersHeadsFactsAndRoles) {
    EXPECT_TRUE(finds("layer<3 entropy>1.5 role:previous"));
    EXPECT_FALSE(finds("layer<2 entropy>1.5 role:previous"));
    EXPECT_FALSE(finds("layer<3 entropy>1.8 role:previous"));
    EXPECT_FALSE(finds("layer<3 entropy>1.5 role:induction"));
    EXPECT_TRUE(finds("head=5"));
    EXPECT_TRUE(finds("head!=4"));
    EXPECT_TRUE(finds("first_token<=0.25 first_token>=0.25"));
    EXPECT_FALSE(finds("first_token<0.25"));
}

TEST(HeadQuery, AsksForTheScoreOfARole) {
    EXPECT_TRUE(finds("role:previous>0.8"));
    EXPECT_FALSE(finds("role:previous>0.95"));
    EXPECT_TRUE(finds("role:previous-token"));
    EXPECT_TRUE(finds("role:positional"));
    EXPECT_TRUE(finds("role:positional_-3"));
    EXPECT_FALSE(finds("role:positional_+3"));
}

TEST(HeadQuery, AMinusTurnsAConditionRound) {
    EXPECT_FALSE(finds("-role:previous"));
    EXPECT_TRUE(finds("-role:induction -layer>4"));
}

TEST(HeadQuery, AFactThatTheTextDoesNotTellFulfilsNothing) {
    EXPECT_FALSE(finds("duplicate<1"));
    EXPECT_FALSE(finds("duplicate!=1"));
}

TEST(HeadQuery, AnEmptyLineFindsEveryHead) {
    EXPECT_TRUE(finds(""));
    EXPECT_TRUE(finds("  \t"));
    EXPECT_TRUE(HeadQuery::parse("").value().is_empty());
}

TEST(HeadQuery, KnowsWhetherItNeedsFacts) {
    EXPECT_FALSE(HeadQuery::parse("layer<3 head=1").value().needs_facts());
    EXPECT_TRUE(HeadQuery::parse("layer<3 role:self").value().needs_facts());
    EXPECT_TRUE(HeadQuery::parse("layer=2").value().matches({2, 0}, nullptr));
}

TEST(HeadQuery, SaysWhichPartIsNotUnderstood) {
    for (const char* line : {"colour>3", "entropy", "entropy>", "entropy>x", "entropy>1e999", "role:nonsense",
                             "role:", "layer!3", "entropy>1.5x", "-"}) {
        const auto query = HeadQuery::parse(line);
        ASSERT_FALSE(query.has_value()) << line;
        EXPECT_NE(query.error().message.find(std::string("\"") + line + "\""), std::string::npos)
            << query.error().message;
    }
}

}  // namespace
}  // namespace headscope
