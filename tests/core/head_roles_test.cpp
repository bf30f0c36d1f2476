// Roles on made-up maps: what each looks like alone, in mixtures that set the thresholds, and that none is taken for
// another.
#include "core/trace/head_roles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/core/made_up_map.h"

namespace headscope {
namespace {

using Names = std::vector<std::string>;

// A text in which every role has something to look at: two sentences behind a start token, each with a separator; some
// tokens come again.
TextFacts rich_text() {
    TextFacts text = text_of({1, 20, 21, 22, 23, 24, 25, 26, 2, 20, 27, 22, 90, 25, 28, 29, 24, 2});
    text.separators = {8, 17};
    for (std::size_t i = 0; i < text.ids.size(); ++i)
        text.sentence[i] = i == 0 || text.ids[i] == 2 ? -1 : i > 8 ? 1 : 0;
    text.is_pair = true;
    text.rarest = 12;
    return text;
}

Names shown(const TextFacts& text, MaskKind mask, const std::vector<std::pair<RoleKind, double>>& parts) {
    MadeUpMap made(text, mask);
    for (const auto& [kind, part] : parts) made.add(kind, part);
    return names_of(made.facts());
}

TEST(Roles, EachShowsAloneOnItsOwnMap) {
    const TextFacts text = rich_text();
    for (const MaskKind mask : {MaskKind::kNone, MaskKind::kCausal}) {
        for (const RoleKind kind : role_kinds()) {
            // What lies ahead is hidden from causal heads.
            if (mask == MaskKind::kCausal && (kind.role == Role::kNext || kind.offset > 0)) continue;
            SCOPED_TRACE(role_name(kind));
            EXPECT_EQ(shown(text, mask, {{kind, 1}}), Names{role_name(kind)});
        }
    }
}

TEST(Roles, OfTwoInEqualPartsBothShow) {
    const TextFacts text = rich_text();
    const Role roles[] = {Role::kPrevious, Role::kNext, Role::kSelf, Role::kFirstToken, Role::kSeparator};
    for (const Role a : roles) {
        for (const Role b : roles) {
            if (a >= b) continue;
            SCOPED_TRACE(role_name({a}) + " and " + role_name({b}));
            EXPECT_EQ(shown(text, MaskKind::kNone, {{{a}, 0.5}, {{b}, 0.5}}).size(), 2U);
        }
    }
}

TEST(Roles, OfThreePartsToOneOnlyTheStrongerShows) {
    const TextFacts text = rich_text();
    const Role roles[] = {Role::kPrevious, Role::kNext, Role::kSelf, Role::kFirstToken, Role::kSeparator};
    for (const Role a : roles) {
        for (const Role b : roles) {
            if (a == b) continue;
            SCOPED_TRACE(role_name({a}) + " and " + role_name({b}));
            EXPECT_EQ(shown(text, MaskKind::kNone, {{{a}, 0.75}, {{b}, 0.25}}), Names{role_name({a})});
        }
    }
}

TEST(Roles, HalfOfAUniformRowDoesNotHideARoleAndIsNotBroad) {
    const TextFacts text = rich_text();
    for (const Role role : {Role::kPrevious, Role::kSelf, Role::kFirstToken, Role::kSeparator})
        EXPECT_EQ(shown(text, MaskKind::kNone, {{{role}, 0.5}, {{Role::kBroad}, 0.5}}), Names{role_name({role})});
}

TEST(Roles, AQuarterOfARoleInAUniformRowIsBroad) {
    const TextFacts text = rich_text();
    for (const Role role : {Role::kPrevious, Role::kSelf, Role::kFirstToken})
        EXPECT_EQ(shown(text, MaskKind::kNone, {{{role}, 0.1}, {{Role::kBroad}, 0.9}}), Names{"broad"});
}

TEST(Roles, APurePreviousTokenMapIsNeverCalledAnythingElse) {
    std::mt19937 random(3);
    for (int round = 0; round < 400; ++round) {
        const Index tokens = 3 + static_cast<Index>(random() % 30);
        const auto vocabulary = static_cast<TokenId>(1 + random() % 12);  // few ids: many repeats
        std::vector<TokenId> ids;
        for (Index i = 0; i < tokens; ++i) ids.push_back(static_cast<TokenId>(random() % 1000) % vocabulary);
        TextFacts text = text_of(ids);
        text.separators = {tokens / 2, tokens - 1};
        text.is_pair = random() % 2 == 0;
        for (Index i = 0; i < tokens; ++i) text.sentence[static_cast<std::size_t>(i)] = i > tokens / 2 ? 1 : 0;
        text.rarest = tokens / 3;
        const MaskKind mask = random() % 2 == 0 ? MaskKind::kCausal : MaskKind::kNone;
        MadeUpMap made(text, mask);
        // Row 0 has no token before it; it rests on itself.
        made.add({Role::kPrevious});
        for (Index j = 0; j < tokens; ++j) made.map()(0, j) = j == 0 ? 1.0F : 0.0F;
        EXPECT_EQ(names_of(made.facts()), Names{"previous token"})
            << "tokens " << tokens << ", ids below " << vocabulary;
    }
}

TEST(Roles, OneRowProvesNothing) {
    EXPECT_EQ(shown(text_of({4, 5}), MaskKind::kCausal, {{{Role::kPrevious}, 1}}), Names{});
    EXPECT_EQ(shown(text_of({4}), MaskKind::kNone, {{{Role::kSelf}, 1}}), Names{});
}

TEST(Roles, AUniformMapShowsNoneButBroadHoweverShort) {
    for (Index tokens = 2; tokens < 40; ++tokens) {
        std::vector<TokenId> ids;
        for (Index i = 0; i < tokens; ++i) ids.push_back(static_cast<TokenId>(i % 5));
        for (const MaskKind mask : {MaskKind::kNone, MaskKind::kCausal}) {
            const Names names = shown(text_of(ids), mask, {{{Role::kBroad}, 1}});
            EXPECT_TRUE(names == Names{"broad"} || (tokens == 2 && names.empty())) << tokens;
        }
    }
}

TEST(Roles, AWindowAroundEachTokenIsNoBlock) {
    const TextFacts text = rich_text();
    MadeUpMap made(text, MaskKind::kNone);
    for (Index i = 0; i < text.size(); ++i) {
        const Index first = std::max<Index>(0, i - 2);
        const Index last = std::min(text.size() - 1, i + 2);
        for (Index j = first; j <= last; ++j) made.map()(i, j) = 1 / static_cast<float>(last - first + 1);
    }
    EXPECT_EQ(names_of(made.facts()), Names{});
}

TEST(Roles, ThoseOfDetectionMatricesCarryTheScoresOfTransformerLens) {
    const TextFacts text = text_of({4, 5, 6, 7});
    MadeUpMap made(text, MaskKind::kCausal);
    made.add({Role::kPrevious}, 0.75).add({Role::kSelf}, 0.25);
    const HeadFacts facts = made.facts();
    ASSERT_EQ(names_of(facts), Names{"previous token"});
    // Row 0 sees itself alone: 3 rows of 0.75 over 4 rows of 1.
    EXPECT_NEAR(facts.roles[0].score, 0.75, 1e-7);
    EXPECT_NEAR(*facts.roles[0].kept, 3 * 0.75 / 4, 1e-7);
    EXPECT_NEAR(*facts.roles[0].difference, 1 - (1 + 3 * 0.5) / 4, 1e-7);
}

TEST(Roles, AreFoundByTheBeginningOfTheirName) {
    EXPECT_EQ(find_roles("previous"), (std::vector<std::size_t>{0}));
    EXPECT_EQ(find_roles("previous token"), (std::vector<std::size_t>{0}));
    EXPECT_EQ(find_roles("positional").size(), static_cast<std::size_t>(2 * (kMaxOffset - 1)));
    EXPECT_EQ(find_roles("positional +3").size(), 1U);
    EXPECT_TRUE(find_roles("nothing").empty());
    EXPECT_TRUE(find_roles("").empty());
}

}  // namespace
}  // namespace headscope
