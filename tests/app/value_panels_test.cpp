// Rollout and change in every panel, drawn without a platform.
#include <gtest/gtest.h>

#include "app/state/grid_heads.h"
#include "app/state/shown_links.h"
#include "app/views/layout.h"
#include "core/trace/rollout.h"
#include "tests/app/small_translation.h"
#include "tests/app/window_test.h"

namespace headscope {
namespace {

class ValuePanels : public WindowTest {
  protected:
    void show(MapValues values, ShownAs as = {}) {
        const auto before = make_small_trace({"the", "man", "saw"});
        auto after = std::make_shared<AttentionTrace>(*make_small_trace({"the", "man", "saw"}));
        // What a head gives to one key it takes from another.
        auto maps = std::const_pointer_cast<AttentionMaps>(after->maps);
        for (Index head = 0; head < 3; ++head) {
            maps->head(1, head)(2, 1) += 0.05F;
            maps->head(1, head)(2, 3) -= 0.05F;
        }
        after->ablation.heads = {{0, 1}};
        as.values = values;
        state_.view.values = values;
        state_.view.off = {{0, 1}};
        auto drawn = before;
        if (values == MapValues::kRollout) {
            auto made = std::make_shared<AttentionTrace>(*after);
            made->maps = rollout_of_stacks(*after->maps, {}, pool_);
            drawn = made;
        }
        accept_trace(state_, std::shared_ptr<const ShownTrace>(std::make_shared<ShownTrace>(after, as, pool_, drawn)));
        state_.model = after->model;
    }

    ThreadPool pool_{1};
};

TEST_F(ValuePanels, DrawInEveryModeAndCard) {
    for (const MapValues values : {MapValues::kRollout, MapValues::kChange}) {
        for (const ImVec2 size : {ImVec2(1440, 900), ImVec2(1024, 640)}) {
            ImGui::GetIO().DisplaySize = size;
            state_ = AppState();
            show(values);
            state_.view.selected = {1, 2};
            state_.view.linked = {{1, 0}, {0, 1}};
            state_.view.locked_query = 2;
            for (const GridMode mode : {GridMode::kMaps, GridMode::kTargets, GridMode::kRoles}) {
                state_.view.grid_mode = mode;
                frames(3);
            }
            for (const SideCard side : {SideCard::kLinks, SideCard::kFacts, SideCard::kEffect}) {
                state_.view.side = side;
                frames(2);
            }
            for (const MapCompare compare : {MapCompare::kSideBySide, MapCompare::kDifference, MapCompare::kOff}) {
                state_.view.compare = compare;
                frames(2);
            }
            state_.view.map_sums = true;
            state_.view.links_layout = LinksLayout::kArcs;
            frames(2);
            for (const Presentation presentation : {Presentation::kHead, Presentation::kGrid}) {
                state_.view.presentation = presentation;
                frames(2);
            }
        }
    }
}

TEST_F(ValuePanels, LinksOfAChangeAreTheStrongestOnEitherSideOfZero) {
    show(MapValues::kChange);
    const TokenLinks links = links_of_token(*state_.shown, {1, 0}, 2, state_.view);
    ASSERT_EQ(links.links.size(), 2U);
    for (const DrawnLink& link : links.links) EXPECT_NEAR(link.weight, link.key == 1 ? 0.05 : -0.05, 1e-6);
    frames(2);
}

TEST_F(ValuePanels, AClickOnALayerOfTheRolloutKeepsTheHead) {
    show(MapValues::kRollout);
    state_.view.selected = {0, 2};
    frames(3);
    const Rect grid = lay_out_window(1440, 900, scale_).grid;
    ImGui::GetIO().DisplaySize = ImVec2(1440, 900);
    for (float y = grid.bottom() - 20; y > grid.y + 90 && state_.view.selected.layer == 0; y -= 20)
        for (float x = grid.x + 60; x < grid.right() && state_.view.selected.layer == 0; x += 40) click({x, y});
    EXPECT_EQ(state_.view.selected, (HeadRef{1, 2}));
    run_command(state_, CommandId::kHeadBehind);
    EXPECT_EQ(state_.view.selected.head, 2);
}

}  // namespace
}  // namespace headscope
