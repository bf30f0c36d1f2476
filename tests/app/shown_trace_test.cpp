#include "app/state/shown_trace.h"

#include <gtest/gtest.h>

#include "tests/app/small_trace.h"

namespace headscope {
namespace {

TEST(ShownTrace, ShowsEveryTokenAndRawWeightsByDefault) {
    const auto shown = make_small_shown({"a", "b", "c"});
    EXPECT_EQ(shown->queries().size(), 5U);
    EXPECT_EQ(shown->query_place(4), 4);
    EXPECT_FALSE(shown->query_place(5));
    EXPECT_FALSE(shown->query_place(-1));
    EXPECT_FLOAT_EQ(shown->weight({0, 0}, 1, 1), 0.6F);
    EXPECT_FLOAT_EQ(shown->weight({0, 0}, 1, 2), 0.1F);
}

TEST(ShownTrace, LabelsOfRepeatedWordsCarryTheirPosition) {
    const auto shown = make_small_shown({"the", "cat", "the", "12"});
    EXPECT_EQ(shown->query_label(0), "[CLS]");
    EXPECT_EQ(shown->query_label(1), "the₁");
    EXPECT_EQ(shown->query_label(2), "cat");
    EXPECT_EQ(shown->query_label(3), "the₃");
    std::vector<std::string> many(12, "x");
    EXPECT_EQ(make_small_shown(many)->query_label(12), "x₁₂");
    EXPECT_EQ(make_small_shown({"a", ".", "b", "."})->query_label(4), ".\u200A₄");
}

TEST(ShownTrace, DroppingSpecialsLeavesTheOtherWeightsRaw) {
    const auto shown = make_small_shown({"a", "b", "c"}, SpecialsMode::kDrop);
    EXPECT_EQ(shown->queries(), (std::vector<Index>{1, 2, 3}));
    EXPECT_EQ(shown->query_place(1), 0);
    EXPECT_FALSE(shown->query_place(0));
    EXPECT_FLOAT_EQ(shown->weight({0, 0}, 1, 1), 0.6F);
}

TEST(ShownTrace, RenormalisedRowsSumToOneOverTheDrawnTokens) {
    const auto shown = make_small_shown({"a", "b", "c"}, SpecialsMode::kRenormalise);
    for (Index layer = 0; layer < shown->n_layers(); ++layer) {
        for (Index head = 0; head < shown->n_heads(); ++head) {
            for (const Index query : shown->queries()) {
                float sum = 0;
                for (const Index key : shown->queries()) sum += shown->weight({layer, head}, query, key);
                EXPECT_NEAR(sum, 1, 1e-6);
            }
        }
    }
}

TEST(ShownTrace, RanksCountOnlyDrawnKeys) {
    const auto all = make_small_shown({"a", "b", "c"});
    EXPECT_EQ(all->rank({0, 1}, 3, 4), 1);  // [SEP] is the strongest
    EXPECT_EQ(all->rank({0, 1}, 3, 1), 2);
    const auto ordinary = make_small_shown({"a", "b", "c"}, SpecialsMode::kDrop);
    EXPECT_EQ(ordinary->rank({0, 1}, 3, 1), 1);
}

TEST(ShownTrace, TheTopTargetIsScaledLikeTheMap) {
    const auto shown = make_small_shown({"a", "b", "c"}, SpecialsMode::kRenormalise);
    const TopTarget top = shown->top_target({0, 1}, 1);
    EXPECT_EQ(top.key, 2);
    EXPECT_NEAR(top.weight, 0.6F / 0.8F, 1e-6F);
}

}  // namespace
}  // namespace headscope
