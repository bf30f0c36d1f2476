// The large map and the links in every way of looking, drawn without a platform, and pointed at.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/views/layout.h"
#include "tests/app/window_test.h"
#include "tests/app/word_trace.h"

namespace headscope {
namespace {

class MapPanels : public WindowTest {
  protected:
    // Shows it as the view asks for.
    void show(const std::shared_ptr<const AttentionTrace>& trace) {
        accept_trace(state_, show_as(trace, shown_as(state_.view)));
        state_.model = trace->model;
        frames(2);
    }
    WindowLayout layout() const { return lay_out_window(1440, 900, 1); }
    // A point over the large map's cells, found by asking what is lit there.
    std::optional<Point> find_cell(Index query, Index key) {
        const Rect panel = layout().map;
        for (float y = panel.y + 40; y < panel.bottom() - 30; y += 7) {
            for (float x = panel.x + 60; x < panel.right() - 10; x += 7) {
                point_at({x, y});
                if (!state_.hover.head && state_.hover.query == query && state_.hover.key == key) return Point{x, y};
            }
        }
        return std::nullopt;
    }
};

TEST_F(MapPanels, DrawEveryWayOfLookingAtEverySize) {
    for (const ImVec2 size : {ImVec2(1440, 900), ImVec2(1024, 640), ImVec2(320, 220), ImVec2(2560, 1440)}) {
        ImGui::GetIO().DisplaySize = size;
        for (int way = 0; way < 48; ++way) {
            state_ = AppState();
            state_.view.compare = static_cast<MapCompare>(way % 3);
            state_.view.links_layout = static_cast<LinksLayout>(way / 3 % 2);
            state_.view.links_into = way / 6 % 2 == 1;
            state_.view.words = way / 12 % 2 == 1;
            state_.view.map_sums = way / 24 % 2 == 1;
            state_.view.range = static_cast<WeightRange>(way % 4);
            state_.view.block = static_cast<PairBlock>(way % 5);
            state_.view.linked = {{0, 1}, {1, 0}};
            state_.view.rectangle = MapRectangle{1, 2, 2, 4};
            state_.view.map_zoom = {1.0F + static_cast<float>(way % 3), 0.3F, 0.6F};
            show(way % 2 == 0 ? make_pair_trace() : make_word_trace());
            state_.view.locked_query = way % 4 == 0 ? std::nullopt : std::optional<Index>(1);
            frames(2);
        }
    }
}

TEST_F(MapPanels, APressOnACellLocksItAndADragAtFitDoesNot) {
    show(make_small_trace({"a", "b", "c"}));
    const auto cell = find_cell(2, 3);
    ASSERT_TRUE(cell);
    ImGui::GetIO().MouseDown[0] = true;
    frames(1);
    ImGui::GetIO().MouseDown[0] = false;
    frames(2);
    EXPECT_EQ(state_.view.locked_query, 2);
    EXPECT_EQ(state_.view.locked_key, 3);
}

TEST_F(MapPanels, ALabelAboveTheMapLightsItsKeyEverywhereAndAPressLocksIt) {
    show(make_small_trace({"a", "b", "c"}));
    const auto cell = find_cell(1, 3);
    ASSERT_TRUE(cell);
    // From the cell up, over the map's edge, to where the label of its column begins.
    Point label = *cell;
    for (float y = cell->y; y > layout().map.y; y -= 2) {
        label = {cell->x, y};
        point_at(label);
        if (!state_.hover.query && state_.hover.key) break;
    }
    ASSERT_TRUE(state_.hover.key);
    EXPECT_FALSE(state_.hover.query);
    EXPECT_EQ(lit_key_alone(state_), state_.hover.key);
    const std::optional<Index> key = state_.hover.key;
    click(label);
    EXPECT_EQ(state_.view.locked_key, key);
    EXPECT_FALSE(state_.view.locked_query);
    click(label);
    EXPECT_FALSE(state_.view.locked_key);
    run_command(state_, CommandId::kUndo);
    EXPECT_EQ(state_.view.locked_key, key);
}

TEST_F(MapPanels, DrawAKeyThatIsLitAloneInEveryWayOfLooking) {
    show(make_pair_trace());
    for (int way = 0; way < 24; ++way) {
        state_.view = {};
        state_.view.links_layout = static_cast<LinksLayout>(way % 2);
        state_.view.links_into = way / 2 % 2 == 1;
        state_.view.grid_mode = static_cast<GridMode>(way / 4 % 3);
        state_.view.order.kind = way / 12 == 1 ? OrderKind::kLink : OrderKind::kLayer;
        state_.view.block = static_cast<PairBlock>(way % 5);
        accept_trace(state_, show_as(state_.shown->trace(), shown_as(state_.view)));
        state_.view.locked_key = state_.shown->keys().back();
        frames(2);
        EXPECT_EQ(state_.view.locked_key, state_.shown->keys().back());
    }
}

TEST_F(MapPanels, TheSwitchesOfALowPanelAreInAMenu) {
    ImGui::GetIO().DisplaySize = {1024, 640};
    state_.view.panels.map = 0.3F;
    show(make_pair_trace());
    const Rect button = kept_.map_menu_button;
    ASSERT_GT(button.w, 0);
    click({button.x + button.w / 2, button.y + button.h / 2});
    ASSERT_EQ(state_.popup, Popup::kMapMenu);
    frame({KeyPress{plain(Key::kDown)}, KeyPress{plain(Key::kEnter)}});  // its second line
    frames(1);
    EXPECT_TRUE(state_.view.map_sums);
    EXPECT_EQ(state_.popup, Popup::kNone);
}

TEST_F(MapPanels, TheWheelZoomsWithTheCellUnderThePointerKept) {
    show(make_small_trace(std::vector<std::string>(60, "w")));
    const auto cell = find_cell(30, 30);
    ASSERT_TRUE(cell);
    for (int i = 0; i < 4; ++i) {
        ImGui::GetIO().MouseWheel = 1;
        frames(1);
        ImGui::GetIO().MouseWheel = 0;
        frames(2);
        EXPECT_EQ(state_.hover.query, 30);
        EXPECT_EQ(state_.hover.key, 30);
    }
    EXPECT_GT(state_.view.map_zoom.factor, 2);
    run_command(state_, CommandId::kUndo);
    EXPECT_TRUE(state_.view.map_zoom.is_fit());
}

TEST_F(MapPanels, ADragMovesAZoomedMapAndLocksNothing) {
    state_.view.map_zoom = {5, 0.5F, 0.5F};
    show(make_small_trace(std::vector<std::string>(60, "w")));
    const auto cell = find_cell(30, 30);
    ASSERT_TRUE(cell);
    ImGui::GetIO().MouseDown[0] = true;
    frames(1);
    ImGui::GetIO().MousePos = {cell->x + 40, cell->y + 25};
    frames(1);
    ImGui::GetIO().MousePos = {cell->x + 60, cell->y + 30};
    frames(1);
    ImGui::GetIO().MouseDown[0] = false;
    frames(2);
    EXPECT_LT(state_.view.map_zoom.x, 0.5F);
    EXPECT_LT(state_.view.map_zoom.y, 0.5F);
    EXPECT_EQ(state_.hover.query, 30);
    EXPECT_FALSE(state_.view.locked_query);
}

TEST_F(MapPanels, AShiftDragSelectsARectangle) {
    show(make_small_trace({"a", "b", "c", "d"}));
    const auto from = find_cell(1, 2);
    const auto to = find_cell(3, 4);
    ASSERT_TRUE(from && to);
    point_at(*from);
    hold_shift(true);
    frames(1);
    ImGui::GetIO().MouseDown[0] = true;
    frames(1);
    ImGui::GetIO().MousePos = to_vec(*to);
    frames(2);
    EXPECT_TRUE(kept_.dragged_rectangle);
    EXPECT_FALSE(state_.view.rectangle);
    ImGui::GetIO().MouseDown[0] = false;
    frames(2);
    hold_shift(false);
    frames(1);
    EXPECT_EQ(state_.view.rectangle, (MapRectangle{1, 3, 2, 4}));
    EXPECT_FALSE(state_.view.locked_query);
    EXPECT_FALSE(kept_.dragged_rectangle);
}

TEST_F(MapPanels, SideBySideDrawsOneMapMoreAndADifferenceOneTextureMore) {
    show(make_small_trace({"a", "b"}));
    state_.view.linked = {{1, 1}};
    frames(2);
    graphics_.tiles_drawn = 0;
    frames(1);
    const int alone = graphics_.tiles_drawn;
    state_.view.compare = MapCompare::kSideBySide;
    frames(1);
    graphics_.tiles_drawn = 0;
    frames(1);
    EXPECT_EQ(graphics_.tiles_drawn, alone + 1);
    state_.view.compare = MapCompare::kDifference;
    const int before = graphics_.map_uploads;
    frames(3);
    EXPECT_EQ(graphics_.map_uploads, before + 1);
}

TEST_F(MapPanels, ArcsPointAtTokensToo) {
    state_.view.links_layout = LinksLayout::kArcs;
    show(make_small_trace({"a", "b", "c"}));
    const Rect panel = layout().links;
    std::vector<Index> seen;
    for (float y = panel.y + panel.h / 2; y < panel.bottom() - 4; y += 9) {
        for (float x = panel.x + 20; x < panel.right() - 20; x += 12) {
            point_at({x, y});
            if (state_.hover.query) seen.push_back(*state_.hover.query);
        }
    }
    for (Index token = 0; token < 5; ++token)
        EXPECT_NE(std::find(seen.begin(), seen.end(), token), seen.end()) << token;
}

}  // namespace
}  // namespace headscope
