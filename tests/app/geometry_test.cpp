#include <gtest/gtest.h>

#include "app/views/layout.h"
#include "app/widgets/grid_geometry.h"
#include "app/widgets/map_geometry.h"

namespace headscope {
namespace {

constexpr GridGeometry::Metrics kMetrics;

TEST(GridGeometry, FitsTheShippedModelIntoTheUsualWindowWithoutScrolling) {
    const GridGeometry grid(820, 680, 6, 12, kMetrics);
    EXPECT_LE(grid.content_width(), 820);
    EXPECT_LE(grid.content_height(), 680);
    EXPECT_GE(grid.thumb(), 50);
}

TEST(GridGeometry, ScrollsRatherThanShrinkBelowTheLeastThumbnail) {
    const GridGeometry grid(400, 300, 30, 9, kMetrics);
    EXPECT_EQ(grid.thumb(), kMetrics.min_thumb);
    EXPECT_GT(grid.content_height(), 300);
}

TEST(GridGeometry, ThumbnailsAndCaptionsNeverOverlap) {
    for (const auto& [layers, heads] : {std::pair<Index, Index>{6, 12}, {1, 1}, {24, 16}, {30, 9}}) {
        for (const float width : {300.0F, 820.0F, 1900.0F}) {
            const GridGeometry grid(width, 650, layers, heads, kMetrics);
            if (heads > 1) {
                EXPECT_LE(grid.thumb_rect({0, 0}).right(), grid.thumb_rect({0, 1}).x);
                EXPECT_LE(grid.caption_rect({0, 0}).right(), grid.thumb_rect({0, 1}).x);
            }
            if (layers > 1) {
                EXPECT_LE(grid.caption_rect({0, 0}).bottom(), grid.thumb_rect({1, 0}).y + 1);
            }
        }
    }
}

TEST(GridGeometry, EveryPointOfAThumbnailHitsItsHeadAndCell) {
    const GridGeometry grid(820, 680, 6, 12, kMetrics);
    for (Index layer = 0; layer < 6; ++layer) {
        for (Index head = 0; head < 12; ++head) {
            const Rect thumb = grid.thumb_rect({layer, head});
            const auto middle = grid.hit({thumb.x + thumb.w / 2, thumb.y + thumb.h / 2});
            ASSERT_TRUE(middle && middle->uv);
            EXPECT_EQ(middle->head, (HeadRef{layer, head}));
            EXPECT_NEAR(middle->uv->x, 0.5F, 1e-4F);
            const auto corner = grid.hit({thumb.x, thumb.y});
            ASSERT_TRUE(corner && corner->uv);
            EXPECT_EQ(cell_at(corner->uv->x, 11), 0);
            const auto last = grid.hit({thumb.right() - 0.01F, thumb.bottom() - 0.01F});
            ASSERT_TRUE(last && last->uv);
            EXPECT_EQ(cell_at(last->uv->y, 11), 10);
        }
    }
}

TEST(GridGeometry, CaptionsBelongToTheirHeadButToNoCell) {
    const GridGeometry grid(820, 680, 6, 12, kMetrics);
    const Rect caption = grid.caption_rect({2, 3});
    const auto hit = grid.hit({caption.x + 2, caption.y + 8});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->head, (HeadRef{2, 3}));
    EXPECT_FALSE(hit->uv);
}

TEST(GridGeometry, NothingIsHitOutsideTheGrid) {
    const GridGeometry grid(820, 680, 6, 12, kMetrics);
    EXPECT_FALSE(grid.hit({2, 300}));
    EXPECT_FALSE(grid.hit({300, 2}));
    EXPECT_FALSE(grid.hit({5000, 300}));
    EXPECT_FALSE(grid.hit({-5, -5}));
}

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
