#include "app/state/head_findings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "app/state/actions.h"
#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "app/state/grid_heads.h"
#include "core/model/model.h"
#include "core/trace/attention_trace.h"
#include "tests/app/small_translation.h"

namespace headscope {
namespace {

// The shipped models on a sentence, as the window has them.
class Findings : public testing::Test {
  protected:
    void open(const std::string& name, const std::string& text, Ablation ablation = {}) {
        auto model = load_model(HEADSCOPE_WEIGHTS "/" + name, {});
        ASSERT_TRUE(model.has_value()) << model.error().message;
        state_.model = model.value();
        state_.sentence.set_text(text);
        show(text, std::move(ablation));
    }
    void show(const std::string& text, Ablation ablation) {
        RunOptions options;
        options.ablation = std::move(ablation);
        auto encoding = encode_for_model(*state_.model, text, std::nullopt, {});
        auto trace = trace_encoding(state_.model, std::move(encoding).value(), options, workspace_);
        ASSERT_TRUE(trace.has_value()) << trace.error().message;
        state_.shown = std::make_shared<ShownTrace>(trace.value(), ShownAs{}, workspace_.pool());
        state_.is_computing = false;
    }
    // Makes everything that is asked for.
    FindingChanges keep_up() {
        FindingChanges changes = next_findings(state_);
        for (const FindingRequest& request : changes.wanted) {
            accept_finding(state_, static_cast<FindingKind>(request.index()),
                           make_finding(
                               request, {}, [](int) {}, workspace_));
        }
        return changes;
    }

    AppState state_;
    Workspace workspace_{1};
};

constexpr const char* kText = "The man saw the astronomer with a telescope.";

TEST_F(Findings, NothingIsFoundOutThatNobodyLooksAt) {
    open("headscope-small", kText);
    EXPECT_TRUE(keep_up().wanted.empty());
    EXPECT_FALSE(is_finding_out(state_));
}

TEST_F(Findings, TheCardOfPredictionsAsksForThemOnceATrace) {
    open("headscope-small", kText);
    state_.view.side = SideCard::kGuess;
    EXPECT_EQ(keep_up().wanted.size(), 1U);
    EXPECT_TRUE(keep_up().wanted.empty());
    const Guess* guess = state_.findings.guess.current();
    ASSERT_NE(guess, nullptr);
    ASSERT_EQ(guess->tokens.size(), 1U);
    const auto& top = guess->tokens[0].top;
    ASSERT_EQ(top.size(), 10U);
    double sum = 0;
    for (const Prediction& prediction : top) sum += prediction.probability;
    EXPECT_GT(sum, 0);
    EXPECT_LE(sum, 1 + 1e-9);
    EXPECT_TRUE(std::is_sorted(top.begin(), top.end(),
                               [](const Prediction& a, const Prediction& b) { return a.probability > b.probability; }));
}

TEST_F(Findings, APredictionIsAppendedSoThatTheModelReadsIt) {
    open("headscope-small", kText);
    state_.view.side = SideCard::kGuess;
    keep_up();
    const auto tokens = state_.trace()->encoding.tokens;
    for (const Prediction& prediction : state_.findings.guess.current()->tokens[0].top) {
        state_.sentence.set_text(kText);
        apply(state_, UseGuess{static_cast<Index>(tokens.size()), prediction.id});
        const std::string text = state_.sentence.text();
        EXPECT_GT(text.size(), std::string(kText).size());
        EXPECT_TRUE(text.starts_with(kText)) << text;
        const auto encoding = encode_for_model(*state_.model, text, std::nullopt, {});
        const bool is_read =
            std::any_of(encoding.value().tokens.begin() + static_cast<std::ptrdiff_t>(tokens.size()) - 1,
                        encoding.value().tokens.end(), [&](const Token& token) { return token.id == prediction.id; });
        EXPECT_TRUE(is_read || state_.model->tokenizer->is_special(prediction.id)) << text;
    }
    EXPECT_TRUE(state_.effects.text_changed);
}

TEST_F(Findings, AModelWithoutAHeadSaysWhyItPredictsNothing) {
    open("all-minilm-l6-v2", kText);
    state_.view.side = SideCard::kGuess;
    EXPECT_TRUE(keep_up().wanted.empty());
    EXPECT_NE(why_no_guess(state_).find("no head"), std::string::npos);
}

TEST_F(Findings, HeadsThatAreOffChangeMapsBehindThemAndLastHiddenStates) {
    open("headscope-small", kText, {{{1, 0}, {1, 3}}, SwitchOff::kZero});
    state_.view.off = {{1, 0}, {1, 3}};
    state_.view.side = SideCard::kEffect;
    keep_up();
    const SwitchOffEffect* effect = state_.findings.effect.current();
    ASSERT_NE(effect, nullptr);
    const Index heads = state_.shown->n_heads();
    for (Index head = 0; head < heads; ++head) {
        EXPECT_EQ(effect->map_changes[static_cast<std::size_t>(head)], 0);          // in front of them
        EXPECT_EQ(effect->map_changes[static_cast<std::size_t>(heads + head)], 0);  // beside them
        EXPECT_GT(effect->map_changes[static_cast<std::size_t>(2 * heads + head)], 0);
    }
    ASSERT_EQ(effect->changes.size(), state_.trace()->encoding.tokens.size());
    EXPECT_GT(effect->changes.back().relative, 0);
    EXPECT_LT(effect->changes.back().cosine, 1);
    ASSERT_EQ(effect->before.size(), 1U);
    ASSERT_EQ(effect->after.size(), 1U);
    EXPECT_NE(effect->before[0].top[0].probability, effect->after[0].top[0].probability);
}

TEST_F(Findings, ARankingStaysWhileHeadsAreSwitchedAndGoesWithTheText) {
    open("headscope-small", kText);
    state_.view.side = SideCard::kEffect;
    EXPECT_TRUE(keep_up().wanted.empty());
    run_command(state_, CommandId::kRankHeads);
    EXPECT_EQ(keep_up().wanted.size(), 1U);
    const HeadRanking* ranking = state_.findings.ranking.current();
    ASSERT_NE(ranking, nullptr);
    ASSERT_EQ(ranking->heads.size(), static_cast<std::size_t>(state_.shown->n_layers() * state_.shown->n_heads()));
    EXPECT_GE(ranking->heads.front().change, ranking->heads.back().change);

    show(kText, {{{0, 0}}, SwitchOff::kZero});
    keep_up();
    EXPECT_EQ(state_.findings.ranking.current(), ranking);
    show("A bird sang.", {});
    keep_up();
    EXPECT_EQ(state_.findings.ranking.current(), nullptr);
}

TEST_F(Findings, ARankingThatRunsIsCancelledByTheSameCommand) {
    open("headscope-small", kText);
    run_command(state_, CommandId::kRankHeads);
    EXPECT_EQ(next_findings(state_).wanted.size(), 1U);
    EXPECT_TRUE(is_finding_out(state_));
    run_command(state_, CommandId::kRankHeads);
    const FindingChanges changes = next_findings(state_);
    EXPECT_EQ(changes.cancelled, std::vector<FindingKind>{FindingKind::kRanking});
    EXPECT_FALSE(is_finding_out(state_));
}

TEST_F(Findings, RelationsOfEachHeadAreKnownOncePerModel) {
    open("headscope-small", kText);
    state_.view.side = SideCard::kFacts;
    EXPECT_EQ(keep_up().wanted.size(), 1U);
    const HeadRelations* relations = state_.findings.relations.current();
    ASSERT_NE(relations, nullptr);
    EXPECT_EQ(relations->reports.size(), 8U);
    int best = 0;
    for (Index layer = 0; layer < state_.shown->n_layers(); ++layer) {
        for (Index head = 0; head < state_.shown->n_heads(); ++head) {
            const auto own = relations_of_head(*relations, {layer, head});
            ASSERT_EQ(own.size(), 8U);
            for (const HeadRelation& relation : own) best += relation.is_best ? 1 : 0;
        }
    }
    EXPECT_GE(best, 8);  // ties count twice
    state_.view.side = SideCard::kLinks;
    keep_up();
    state_.view.side = SideCard::kFacts;
    EXPECT_TRUE(keep_up().wanted.empty());
    EXPECT_EQ(state_.findings.relations.current(), relations);
}

TEST_F(Findings, TheGridIsOrderedByRelationsOneAfterTheOther) {
    open("all-minilm-l6-v2", kText);
    run_command(state_, CommandId::kOrderByRelation);
    EXPECT_EQ(state_.view.order.kind, OrderKind::kRelation);
    EXPECT_EQ(state_.view.order.relation, "determiner");
    GridHeads grid;
    grid.update(state_);
    EXPECT_FALSE(grid.is_list());
    EXPECT_EQ(keep_up().wanted.size(), 1U);
    grid.update(state_);
    ASSERT_TRUE(grid.is_list());
    EXPECT_GT(grid.value(0), 0.8F);
    for (std::size_t place = 1; place < 72; ++place) EXPECT_LE(grid.value(place), grid.value(place - 1));
    const RelationReport& report = report_of(*state_.findings.relations.current(), state_.view.order.relation);
    const HeadRef best = grid.heads().front();
    EXPECT_FLOAT_EQ(grid.value(0),
                    static_cast<float>(report.heads[static_cast<std::size_t>(best.layer * 12 + best.head)].best()));

    run_command(state_, CommandId::kOrderByRelation);
    EXPECT_EQ(state_.view.order.relation, relation_names()[1]);
    EXPECT_TRUE(keep_up().wanted.empty());
    run_command(state_, CommandId::kUndo);
    EXPECT_EQ(state_.view.order.relation, "determiner");
    for (std::size_t i = 0; i < relation_names().size(); ++i) run_command(state_, CommandId::kOrderByRelation);
    EXPECT_EQ(state_.view.order.relation, "determiner");
}

TEST(ShippedRelations, EveryLineIsReadAndEachOfEightRelationsHasAtLeastTwentyFive) {
    std::map<std::string, int> counts;
    for (const RelationExample& example : shipped_relations()) ++counts[example.relation];
    EXPECT_EQ(counts.size(), 8U);
    for (const auto& [relation, count] : counts) EXPECT_GE(count, 25) << relation;
}

}  // namespace
}  // namespace headscope
