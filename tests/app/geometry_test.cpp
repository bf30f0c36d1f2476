#include <gtest/gtest.h>

#include "app/views/layout.h"
#include "app/widgets/map_geometry.h"

namespace headscope {
namespace {

TEST(MapGeometry, CellsTileTheMapAndHitTestingFindsThem) {
    for (const Index count : {1, 2, 11, 100, 512}) {
        const MapGeometry map({100, 50, 500, 450}, count, count, {});
        for (const Index row : {Index{0}, count / 2, count - 1}) {
            const Rect cell = map.cell_rect(row, count - 1 - row);
            const auto hit = map.hit({cell.x + cell.w / 2, cell.y + cell.h / 2});
            ASSERT_TRUE(hit) << count;
            EXPECT_EQ(hit->row, row);
            EXPECT_EQ(hit->col, count - 1 - row);
        }
        EXPECT_LE(map.map().right(), 600.5F);
        EXPECT_LE(map.map().bottom(), 500.5F);
    }
}

TEST(MapGeometry, LabelsAreThinnedUntilTheyDoNotOverlap) {
    for (const Index count : {1, 11, 40, 100, 512}) {
        const MapGeometry::Metrics metrics;
        const MapGeometry map({0, 0, 500, 450}, count, count, metrics);
        EXPECT_GE(map.cell() * static_cast<float>(map.row_label_step()), metrics.label_pitch);
        EXPECT_GE(map.cell() * static_cast<float>(map.key_label_step()), metrics.key_pitch);
        // And not more than needed.
        EXPECT_LT(map.cell() * static_cast<float>(map.row_label_step() - 1), metrics.label_pitch);
    }
}

TEST(MapGeometry, LabelsOfBothAxesCanBePointedAt) {
    const MapGeometry map({0, 0, 500, 450}, 10, 10, {});
    const Rect row = map.row_rect(4);
    EXPECT_EQ(map.hit_row_label({row.x - 10, row.y + row.h / 2}), 4);
    EXPECT_FALSE(map.hit_row_label({row.x + 10, row.y + row.h / 2}));
    const Rect col = map.col_rect(7);
    EXPECT_EQ(map.hit_col_label({col.x + col.w / 2 + 20, col.y - 20}), 7);
    EXPECT_FALSE(map.hit_col_label({col.x, col.y + 5}));
}

TEST(WindowLayout, PanelsFillTheWindowWithoutOverlapAtEverySize) {
    for (const float scale : {1.0F, 1.5F, 3.0F}) {
        for (const auto& [w, h] : {std::pair<float, float>{1024, 640}, {1440, 900}, {1920, 1080}, {3840, 2160}}) {
            const float width = w * scale;
            const float height = h * scale;
            const WindowLayout at = lay_out_window(width, height, scale);
            EXPECT_EQ(at.top_bar.bottom(), at.token_strip.y);
            EXPECT_EQ(at.token_strip.bottom(), at.grid.y);
            EXPECT_EQ(at.grid.right(), at.map.x);
            EXPECT_EQ(at.map.bottom(), at.links.y);
            EXPECT_NEAR(at.links.bottom(), at.status_bar.y, 1);
            EXPECT_NEAR(at.grid.bottom(), at.status_bar.y, 1);
            EXPECT_NEAR(at.map.right(), width, 1);
            EXPECT_GT(at.grid.w, at.map.w);
        }
    }
}

}  // namespace
}  // namespace headscope
