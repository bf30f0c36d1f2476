#include "app/state/selection.h"

#include <gtest/gtest.h>

namespace headscope {
namespace {

using Heads = std::vector<HeadRef>;

TEST(Selection, TheHeadDrawnLargeComesFirst) {
    ViewState view;
    view.selected = {1, 2};
    view.linked = {{0, 3}, {0, 1}};
    EXPECT_EQ(selected_heads(view), (Heads{{1, 2}, {0, 3}, {0, 1}}));
    EXPECT_EQ(place_in_selection(view, {1, 2}), 0U);
    EXPECT_EQ(place_in_selection(view, {0, 1}), 2U);
    EXPECT_FALSE(place_in_selection(view, {5, 5}));
}

TEST(Selection, MayHoldMoreHeadsThanThereAreColoursForLinks) {
    ViewState view;
    for (Index head = 1; head < 20; ++head) toggle_head(view, {0, head});
    EXPECT_EQ(selected_heads(view).size(), 20U);
    const Heads with_links = heads_with_links(view);
    ASSERT_EQ(with_links.size(), kMaxLinkedHeads + 1);
    EXPECT_EQ(with_links.back(), (HeadRef{0, 5}));
}

TEST(Selection, ToggledTwiceAHeadIsAsBefore) {
    ViewState view;
    toggle_head(view, {0, 4});
    toggle_head(view, {0, 4});
    EXPECT_EQ(view, ViewState());
}

TEST(Selection, TakingTheLargeHeadAwayPutsTheNextInItsPlace) {
    ViewState view;
    view.linked = {{0, 4}, {0, 5}};
    toggle_head(view, {0, 0});
    EXPECT_EQ(selected_heads(view), (Heads{{0, 4}, {0, 5}}));
    toggle_head(view, {0, 4});
    toggle_head(view, {0, 5});  // the last one stays
    EXPECT_EQ(selected_heads(view), (Heads{{0, 5}}));
}

TEST(Selection, SeveralAtOnceReplaceOrAdd) {
    ViewState view;
    view.selected = {2, 0};
    const Heads layer = {{0, 0}, {0, 1}, {0, 2}};
    select_heads(view, layer, true);
    EXPECT_EQ(selected_heads(view), (Heads{{2, 0}, {0, 0}, {0, 1}, {0, 2}}));
    select_heads(view, layer, false);
    EXPECT_EQ(selected_heads(view), layer);
    view.selected = {0, 2};
    select_heads(view, layer, false);
    EXPECT_EQ(view.selected, (HeadRef{0, 2}));
    EXPECT_EQ(view.linked.size(), 2U);
    const ViewState before = view;
    select_heads(view, {}, false);
    EXPECT_EQ(view, before);
}

TEST(Selection, ChoosingOneHeadEndsACombinationAndSoDoesTakingAllOthersAway) {
    ViewState view;
    view.linked = {{0, 1}};
    view.combined = Combination::kMean;
    ViewState one = view;
    select_head(one, {0, 3});
    EXPECT_FALSE(one.combined);
    EXPECT_EQ(one.linked, (Heads{{0, 1}}));
    toggle_head(view, {0, 1});
    EXPECT_FALSE(view.combined);
}

}  // namespace
}  // namespace headscope
