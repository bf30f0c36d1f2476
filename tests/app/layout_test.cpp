#include "app/views/layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "app/state/actions.h"

namespace headscope {
namespace {

struct Size {
    float width, height, scale;
};
const std::vector<Size> kSizes = {{1024, 640, 1},  {1280, 720, 1},  {1440, 900, 1},  {1920, 1080, 1.5F},
                                  {2048, 1280, 2}, {3840, 2160, 1}, {3840, 2160, 2}, {3840, 2160, 3}};

TEST(WindowLayout, WhateverIsAskedForPanelsFillTheWindowAndKeepAReadableSize) {
    for (const Size& size : kSizes) {
        for (const float side : {0.0F, kLeastShare, 0.4F, kMostShare}) {
            for (const float map : {0.0F, kLeastShare, 0.4F, kMostShare}) {
                const WindowLayout layout = lay_out_window(size.width, size.height, size.scale, 2, {side, map});
                EXPECT_EQ(layout.grid.right(), layout.map.x);
                EXPECT_EQ(layout.map.right(), size.width);
                EXPECT_EQ(layout.map.bottom(), layout.links.y);
                EXPECT_EQ(layout.links.bottom(), layout.status_bar.y);
                EXPECT_EQ(layout.grid.y, layout.token_strip.bottom());
                EXPECT_GE(layout.grid.w, 299 * size.scale);
                EXPECT_GE(layout.map.w, 299 * size.scale);
                EXPECT_GE(layout.map.h, 149 * size.scale);
                EXPECT_GE(layout.links.h, 109 * size.scale);
            }
        }
    }
}

TEST(WindowLayout, ALineGoesWhereItIsDragged) {
    for (const Size& size : kSizes) {
        const WindowLayout before = lay_out_window(size.width, size.height, size.scale);
        const float x = std::floor(size.width * 0.5F);
        const float y = std::floor(before.map.y + (before.map.h + before.links.h) * 0.45F);
        PanelShares shares = with_side_line_at({}, before, x);
        shares = with_map_line_at(shares, before, y);
        const WindowLayout after = lay_out_window(size.width, size.height, size.scale, 1, shares);
        EXPECT_NEAR(after.map.x, x, 2);
        EXPECT_NEAR(after.links.y, y, 2);
        EXPECT_TRUE(after.side_line.contains({after.map.x, after.map.y + 1}));
        EXPECT_TRUE(after.map_line.contains({after.map.right() - 20, after.links.y}));
    }
}

TEST(WindowLayout, APresentationHasOneHeadAndItsLinksOrTheGrid) {
    for (const Size& size : kSizes) {
        const float scale = presentation_scale(size.width, size.height);
        const WindowLayout head = lay_out_presentation(size.width, size.height, scale, 1, Presentation::kHead, false);
        EXPECT_EQ(head.top_bar.h, 0);
        EXPECT_EQ(head.grid, Rect());
        EXPECT_EQ(head.map.right(), head.links.x);
        EXPECT_EQ(head.links.right(), size.width);
        EXPECT_EQ(head.map.bottom(), head.status_bar.y);
        const WindowLayout grid = lay_out_presentation(size.width, size.height, scale, 1, Presentation::kGrid, true);
        EXPECT_EQ(grid.grid.w, size.width);
        EXPECT_EQ(grid.map, Rect());
        EXPECT_EQ(grid.token_strip.y, grid.top_bar.bottom());
    }
}

TEST(WindowLayout, APresentationIsAsLargeAsTheWindowAllows) {
    EXPECT_FLOAT_EQ(presentation_scale(1280, 720), 1.7F);
    EXPECT_NEAR(presentation_scale(2560, 1440), 3.4F, 0.11F);
    EXPECT_LE(presentation_scale(1024, 720), 1.4F);
    EXPECT_EQ(presentation_scale(300, 200), 1);
}

TEST(PanelShares, CommandsMoveTheLinesWithinTheirLimitsAndBack) {
    AppState state;
    run_command(state, CommandId::kWiderGrid);
    EXPECT_LT(state.view.panels.side, kUsualShares.side);
    run_command(state, CommandId::kTallerMap);
    EXPECT_GT(state.view.panels.map, kUsualShares.map);
    for (int i = 0; i < 100; ++i) run_command(state, CommandId::kNarrowerGrid);
    EXPECT_EQ(state.view.panels.side, kMostShare);
    run_command(state, CommandId::kUsualPanels);
    EXPECT_EQ(state.view.panels, PanelShares());
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.panels.side, kMostShare);
}

TEST(PanelShares, AWholeDragIsOneStepOfUndo) {
    AppState state;
    apply(state, SetPanels{{0.5F, 0.3F}});
    EXPECT_EQ(state.view.panels, (PanelShares{0.5F, 0.3F}));
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.panels, PanelShares());
}

}  // namespace
}  // namespace headscope
