// The head grid under the pointer and the keyboard.
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/app/panels.h"

namespace headscope {
namespace {

using GridPanel = Panels;

TEST_F(GridPanel, TheGridDrawsEveryHeadOnceAFrame) {
    show({"the", "man", "saw"});
    frames(2);
    graphics_.tiles_drawn = 0;
    frame();
    EXPECT_EQ(graphics_.tiles_drawn, 2 * 3 + 1);  // the thumbnails and the large map
}

TEST_F(GridPanel, PointingIntoAThumbnailLightsItsHeadQueryAndKey) {
    show({"the", "man", "saw"});
    bool found = false;
    for (float y = 0.1F; y < 0.9F && !found; y += 0.02F) {
        for (float x = 0.05F; x < 0.9F && !found; x += 0.02F) {
            point_at(point_in_grid(x, y));
            found = state_.hover.head == HeadRef{1, 2} && state_.hover.query && state_.hover.key;
        }
    }
    EXPECT_TRUE(found);
}

TEST_F(GridPanel, AClickSelectsAHeadAndShiftClickAddsOne) {
    show({"the", "man", "saw"});
    std::vector<std::pair<HeadRef, Point>> seen;
    for (float y = 0.1F; y < 0.9F; y += 0.02F) {
        for (float x = 0.05F; x < 0.9F; x += 0.02F) {
            const Point point = point_in_grid(x, y);
            point_at(point);
            if (!state_.hover.head) continue;
            const HeadRef head = *state_.hover.head;
            if (std::none_of(seen.begin(), seen.end(), [&](const auto& s) { return s.first == head; })) {
                seen.emplace_back(head, point);
            }
        }
    }
    ASSERT_EQ(seen.size(), 6U);
    click(seen[4].second);
    EXPECT_EQ(state_.view.selected, seen[4].first);
    hold_shift(true);
    click(seen[2].second);
    hold_shift(false);
    EXPECT_EQ(state_.view.selected, seen[4].first);
    EXPECT_EQ(state_.view.linked, std::vector<HeadRef>{seen[2].first});
}

TEST_F(GridPanel, AllGridModesOrdersAndZoomsDrawWithAndWithoutALock) {
    for (const bool is_locked : {false, true}) {
        for (const GridMode mode : {GridMode::kMaps, GridMode::kTargets, GridMode::kRoles}) {
            for (const OrderKind kind :
                 {OrderKind::kLayer, OrderKind::kLink, OrderKind::kSimilar, OrderKind::kFact, OrderKind::kRelation}) {
                for (const float zoom : {1.0F, 2.5F, 30.0F}) {
                    state_ = AppState();
                    show({"the", "man", "saw"});
                    if (is_locked) state_.view.locked_query = 2;
                    state_.view.linked = {{0, 1}, {1, 2}};
                    state_.view.grid_mode = mode;
                    state_.view.order.kind = kind;
                    state_.view.grid_place.zoom = zoom;
                    for (const char* filter : {"", "layer=1", "layer=9", "entropi"}) {
                        state_.filter.set_text(state_.view.filter = filter);
                        point_at(point_in_grid(0.5F, 0.5F));
                    }
                }
            }
        }
    }
}

TEST_F(GridPanel, DraggingOverTheGridChoosesTheHeadsUnderTheRectangle) {
    show({"the", "man", "saw"});
    const Point from = find_head({0, 1});
    const Point to = find_head({1, 2});
    point_at(from);
    ImGui::GetIO().MouseDown[0] = true;
    frame();
    point_at(to);
    ImGui::GetIO().MouseDown[0] = false;
    frame();
    EXPECT_EQ(state_.view.selected, (HeadRef{0, 1}));
    EXPECT_EQ(state_.view.linked, (std::vector<HeadRef>{{0, 2}, {1, 1}, {1, 2}}));
    run_command(state_, CommandId::kUndo);
    EXPECT_TRUE(state_.view.linked.empty());
}

TEST_F(GridPanel, AClickOnALayersNameChoosesItsHeads) {
    show({"the", "man", "saw"});
    frames(2);
    const Point in_row = find_head({1, 0});
    click({layout().grid.x + 20, in_row.y});
    EXPECT_EQ(state_.view.selected, (HeadRef{1, 0}));
    EXPECT_EQ(state_.view.linked, (std::vector<HeadRef>{{1, 1}, {1, 2}}));
}

TEST_F(GridPanel, TheWheelZoomsTheGridUnderThePointerAndTheRightButtonMovesIt) {
    show({"the", "man", "saw"});
    const Point at = find_head({1, 1});
    point_at(at);
    for (int i = 0; i < 4; ++i) {
        ImGui::GetIO().MouseWheel = 1;
        frame();
    }
    EXPECT_GT(state_.view.grid_place.zoom, 1.5F);
    frames(2);
    EXPECT_EQ(state_.hover.head, (HeadRef{1, 1}));
    const GridPlace before = state_.view.grid_place;
    ImGui::GetIO().MouseDown[1] = true;
    frame();
    ImGui::GetIO().MousePos.x += 60;
    frame();
    ImGui::GetIO().MouseDown[1] = false;
    frame();
    EXPECT_LT(state_.view.grid_place.x, before.x);
    EXPECT_EQ(state_.view.grid_place.zoom, before.zoom);
    EXPECT_TRUE(state_.view.linked.empty());
    run_command(state_, CommandId::kUndo);
    EXPECT_EQ(state_.view.grid_place, GridPlace());
}

TEST_F(GridPanel, AHeadSelectedByTheKeyboardComesIntoSightWithoutAStepOfUndo) {
    show({"the", "man", "saw"});
    state_.view.grid_place = {3, 0, 0};
    frames(2);
    const GridPlace before = state_.view.grid_place;
    for (int i = 0; i < 2; ++i) run_command(state_, CommandId::kNextHead);
    run_command(state_, CommandId::kNextLayer);
    frames(3);
    EXPECT_GT(state_.view.grid_place.x, before.x);
    for (int i = 0; i < 3; ++i) run_command(state_, CommandId::kUndo);
    EXPECT_EQ(state_.view.selected, HeadRef());
    EXPECT_FALSE(state_.history.can_undo());
}

TEST_F(GridPanel, TypingIntoTheFilterFindsHeads) {
    show({"the", "man", "saw"});
    run_command(state_, CommandId::kFilterHeads);
    frame();
    type(U"head=1");
    frames(2);
    EXPECT_EQ(state_.view.filter, "head=1");
    EXPECT_EQ(kept_.grid_heads.filtered().count, 2);
    graphics_.tiles_drawn = 0;
    frame();
    EXPECT_EQ(graphics_.tiles_drawn, 2 * 3 + 1);  // those that do not match are paled, not gone
}

}  // namespace
}  // namespace headscope
