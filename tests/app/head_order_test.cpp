#include "app/state/head_order.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "app/state/grid_heads.h"
#include "app/state/shown_links.h"
#include "tests/app/small_trace.h"

namespace headscope {
namespace {

std::shared_ptr<const HeadMeasures> measures_of(const std::shared_ptr<const ShownTrace>& shown) {
    ThreadPool pool(1);
    const auto facts = measure_facts({shown->trace(), shown->set()}, pool);
    return with_likeness(*facts.value(), {}, pool).value();
}

HeadOrder by(OrderKind kind) {
    HeadOrder order;
    order.kind = kind;
    return order;
}

class Order : public testing::Test {
  protected:
    std::shared_ptr<const ShownTrace> shown_ = make_small_shown({"the", "man", "saw"});
    std::shared_ptr<const HeadMeasures> measures_ = measures_of(shown_);
};

TEST_F(Order, ByLayerEveryHeadStandsOnceAndWithoutAValue) {
    const OrderedHeads ordered = order_heads({*shown_}, {});
    ASSERT_EQ(ordered.heads.size(), 6U);
    EXPECT_EQ(ordered.heads[4], (HeadRef{1, 1}));
    EXPECT_FALSE(ordered.is_list());
    EXPECT_TRUE(ordered.missing.empty());
}

TEST_F(Order, ByLinkTheStrongestWeightComesFirstAndEqualsStayInTheOrderOfLayers) {
    // From token 1 heads 0:1 and 1:0 look at 2, the others elsewhere.
    const OrderedHeads ordered = order_heads({*shown_, 1, 2}, by(OrderKind::kLink));
    ASSERT_TRUE(ordered.is_list());
    EXPECT_EQ(ordered.heads[0], (HeadRef{0, 1}));
    EXPECT_EQ(ordered.heads[1], (HeadRef{1, 0}));
    EXPECT_EQ(ordered.heads[2], (HeadRef{0, 0}));
    EXPECT_FLOAT_EQ(ordered.values[0], 0.6F);
    EXPECT_FLOAT_EQ(ordered.values[5], 0.1F);
}

TEST_F(Order, ByLinkWithoutAKeyEachHeadCountsWithWhatItLooksAtMost) {
    const OrderedHeads ordered = order_heads({*shown_, 3}, by(OrderKind::kLink));
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(ordered.values[i], shown_->top_target(ordered.heads[i], 3).weight);
    EXPECT_GE(ordered.values[0], ordered.values[5]);
}

TEST_F(Order, ByLinkWithAKeyAloneEachHeadCountsWithWhateverLooksAtItMost) {
    const OrderedHeads ordered = order_heads({*shown_, std::nullopt, 2}, by(OrderKind::kLink));
    ASSERT_TRUE(ordered.is_list());
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_EQ(ordered.values[i], strongest_into(*shown_, ordered.heads[i], 2).weight);
    EXPECT_GE(ordered.values[0], ordered.values[5]);
}

TEST_F(Order, ByLinkWithNothingLockedSaysWhatToDoAndStaysByLayer) {
    const OrderedHeads ordered = order_heads({*shown_}, by(OrderKind::kLink));
    EXPECT_FALSE(ordered.is_list());
    EXPECT_NE(ordered.missing.find("Click a token"), std::string::npos);
    EXPECT_EQ(ordered.heads.size(), 6U);
}

TEST_F(Order, BySimilarityTheHeadItselfComesFirstThenTheNearest) {
    HeadOrder order = by(OrderKind::kSimilar);
    order.like = {1, 1};
    const OrderedHeads ordered = order_heads({*shown_, {}, {}, measures_.get()}, order);
    ASSERT_TRUE(ordered.is_list());
    EXPECT_EQ(ordered.heads[0], (HeadRef{1, 1}));
    EXPECT_EQ(ordered.heads[1], (HeadRef{0, 2}));  // the same map
    for (std::size_t i = 1; i < 6; ++i) EXPECT_LE(ordered.values[i - 1], ordered.values[i]);
}

TEST_F(Order, ByAFactTheLargestComesFirst) {
    const OrderedHeads ordered =
        order_heads({*shown_, {}, {}, measures_.get()}, {OrderKind::kFact, {}, Fact::kPrevious});
    ASSERT_TRUE(ordered.is_list());
    for (std::size_t i = 1; i < 6; ++i) EXPECT_GE(ordered.values[i - 1], ordered.values[i]);
}

TEST_F(Order, WhatIsNoNumberComesLast) {
    auto broken = std::make_shared<HeadMeasures>(*measures_);
    broken->facts[0][Fact::kEntropy] = NAN;
    const OrderedHeads ordered = order_heads({*shown_, {}, {}, broken.get()}, by(OrderKind::kFact));
    EXPECT_EQ(ordered.heads.back(), (HeadRef{0, 0}));
}

TEST_F(Order, WhileFactsAreComputedItWaits) {
    EXPECT_TRUE(order_heads({*shown_}, by(OrderKind::kSimilar)).is_waiting);
    EXPECT_TRUE(order_heads({*shown_}, by(OrderKind::kFact)).is_waiting);
    EXPECT_FALSE(order_heads({*shown_}, by(OrderKind::kLink)).is_waiting);
}

TEST_F(Order, TheFilterFindsHeadsByNumberWithoutFacts) {
    const FilteredHeads found = filter_heads("layer=1 head<2", 2, 3, nullptr);
    EXPECT_EQ(found.count, 2);
    EXPECT_EQ(found.matches, (std::vector<bool>{false, false, false, true, true, false}));
    EXPECT_FALSE(filter_heads("", 2, 3, nullptr).is_filtering());
    EXPECT_EQ(filter_heads("", 2, 3, nullptr).count, 6);
}

TEST_F(Order, TheFilterSaysWhatItDoesNotUnderstandAndThenHidesNothing) {
    const FilteredHeads found = filter_heads("entropi>1", 2, 3, measures_.get());
    EXPECT_NE(found.problem.find("entropi"), std::string::npos);
    EXPECT_FALSE(found.is_filtering());
    EXPECT_EQ(found.count, 6);
}

TEST_F(Order, TheFilterAsksFactsOnceTheyAreThere) {
    EXPECT_TRUE(filter_heads("entropy>0", 2, 3, nullptr).is_waiting);
    const FilteredHeads found = filter_heads("entropy>0", 2, 3, measures_.get());
    EXPECT_FALSE(found.is_waiting);
    EXPECT_EQ(found.count, 6);
    EXPECT_EQ(filter_heads("entropy>100", 2, 3, measures_.get()).count, 0);
    HeadMeasures of_cross;
    EXPECT_FALSE(filter_heads("entropy>0", 2, 3, &of_cross).problem.empty());
}

class Grid : public Order {
  protected:
    Grid() {
        state_.shown = shown_;
        state_.measures = measures_;
    }
    AppState state_;
    GridHeads grid_;
};

TEST_F(Grid, RowsOfLayersHoldEveryHeadAndTheFilterOnlyMarks) {
    state_.view.filter = "layer=1";
    grid_.update(state_);
    EXPECT_FALSE(grid_.is_list());
    EXPECT_EQ(grid_.heads().size(), 6U);
    EXPECT_FALSE(grid_.matches({0, 1}));
    EXPECT_TRUE(grid_.matches({1, 1}));
    EXPECT_EQ(grid_.filtered().count, 3);
    EXPECT_EQ(grid_.n_heads(), 6);
}

TEST_F(Grid, AListLeavesOutWhatTheFilterDoesNotFind) {
    state_.view.filter = "layer=1";
    state_.view.order.kind = OrderKind::kFact;
    grid_.update(state_);
    EXPECT_TRUE(grid_.is_list());
    EXPECT_EQ(grid_.heads().size(), 3U);
    EXPECT_FALSE(grid_.find({0, 0}));
    EXPECT_TRUE(grid_.find({1, 2}));
    state_.view.filter = "layer=7";
    grid_.update(state_);
    EXPECT_TRUE(grid_.heads().empty());
}

TEST_F(Grid, TheOrderFollowsTheLockedTokensAndNotThePointer) {
    state_.view.order.kind = OrderKind::kLink;
    state_.view.locked_query = 1;
    state_.view.locked_key = 2;
    grid_.update(state_);
    const std::vector<HeadRef> before = grid_.heads();
    state_.hover = {3, 1, HeadRef{1, 2}};
    grid_.update(state_);
    EXPECT_EQ(grid_.heads(), before);
    state_.view.locked_key = 4;
    grid_.update(state_);
    EXPECT_NE(grid_.heads(), before);
}

TEST_F(Grid, AListStaysWhileTheFactsOfANewTextAreComputed) {
    state_.view.order.kind = OrderKind::kFact;
    grid_.update(state_);
    const std::vector<HeadRef> before = grid_.heads();
    state_.shown = make_small_shown({"other", "words"});
    state_.measures.reset();
    grid_.update(state_);
    EXPECT_TRUE(grid_.is_list());
    EXPECT_EQ(grid_.heads(), before);
    EXPECT_FALSE(grid_.missing().empty());
    state_.measures = measures_of(state_.shown);
    grid_.update(state_);
    EXPECT_TRUE(grid_.missing().empty());
}

TEST_F(Grid, FactsOfAnotherTextDoNotCount) {
    state_.shown = make_small_shown({"other", "words"});
    state_.view.filter = "entropy>0";
    grid_.update(state_);
    EXPECT_TRUE(grid_.filtered().is_waiting);
}

HeadRelations made_up_relations() {
    HeadRelations relations;
    relations.n_heads = 3;
    relations.reports.resize(2);
    relations.reports[0].relation = "determiner";
    relations.reports[1].relation = "object";
    for (RelationReport& report : relations.reports) report.heads.resize(6);
    relations.reports[0].heads[4] = {0.25, 0.75};
    relations.reports[1].heads[2] = {0.5, 0.25};
    return relations;
}

TEST_F(Order, ByRelationTheHeadThatFindsMostOfItsLinksEitherWayRoundComesFirst) {
    const HeadRelations relations = made_up_relations();
    HeadOrder order = by(OrderKind::kRelation);
    order.relation = "object";
    const OrderBasis basis{*shown_, {}, {}, nullptr, &relations};
    const OrderedHeads objects = order_heads(basis, order);
    ASSERT_TRUE(objects.is_list());
    EXPECT_EQ(objects.heads[0], (HeadRef{0, 2}));
    EXPECT_FLOAT_EQ(objects.values[0], 0.5F);
    order.relation = "no such";
    EXPECT_EQ(order_heads(basis, order).heads[0], (HeadRef{1, 1}));
    EXPECT_FLOAT_EQ(order_heads(basis, order).values[0], 0.75F);
}

TEST_F(Order, ByRelationWaitsForScoresAndSaysWhyThereAreNone) {
    EXPECT_TRUE(order_heads({*shown_}, by(OrderKind::kRelation)).is_waiting);
    const OrderedHeads none =
        order_heads({*shown_, {}, {}, nullptr, nullptr, "No tokenizer."}, by(OrderKind::kRelation));
    EXPECT_FALSE(none.is_waiting);
    EXPECT_FALSE(none.is_list());
    EXPECT_EQ(none.missing, "No tokenizer.");
}

}  // namespace
}  // namespace headscope
