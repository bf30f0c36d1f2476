#include "app/widgets/map_geometry.h"

#include <gtest/gtest.h>

#include <array>

namespace headscope {
namespace {

constexpr Rect kRoom{100, 50, 500, 450};

Point middle(const Rect& r) {
    return {r.x + r.w / 2, r.y + r.h / 2};
}

TEST(MapZoomed, FitsUnlessAskedOtherwise) {
    const MapGeometry map(kRoom, 11, 11, {}, {1, 0.9F, 0.1F});
    EXPECT_EQ(map.zoom(), MapZoom());
    EXPECT_EQ(map.map(), map.whole());
    EXPECT_EQ(map.seen_part(), (Rect{0, 0, 1, 1}));
    EXPECT_EQ(map.seen_rows().begin, 0);
    EXPECT_EQ(map.seen_rows().end, 11);
}

TEST(MapZoomed, FitsIntoRoomsOfEverySize) {
    for (float width = 1; width < 900; width += 7.3F) {
        for (float height = 1; height < 600; height += 11.7F) {
            const MapGeometry map({1017.3F, 131.9F, width, height}, 13, 13, {});
            ASSERT_NEAR(map.whole().x, map.map().x, 0.01F) << width << " " << height;
            ASSERT_NEAR(map.whole().y, map.map().y, 0.01F) << width << " " << height;
        }
    }
}

TEST(MapZoomed, EverySeenCellIsHitAtEveryZoomAndNothingElse) {
    for (const Index count : {1, 2, 11, 100, 512, 2048}) {
        for (const float factor : {1.0F, 1.3F, 2.0F, 7.7F, 40.0F, 500.0F}) {
            for (const float at : {0.0F, 0.31F, 0.5F, 1.0F}) {
                const MapGeometry map(kRoom, count, count, {}, {factor, at, 1 - at});
                const auto rows = map.seen_rows();
                const auto cols = map.seen_cols();
                ASSERT_LT(rows.begin, rows.end);
                ASSERT_LT(cols.begin, cols.end);
                for (const Index row : {rows.begin, (rows.begin + rows.end) / 2, rows.end - 1}) {
                    for (const Index col : {cols.begin, (cols.begin + cols.end) / 2, cols.end - 1}) {
                        const Point point = middle(map.cell_rect(row, col));
                        if (!map.map().contains(point)) continue;  // half of it is beyond the edge
                        const auto hit = map.hit(point);
                        ASSERT_TRUE(hit) << count << " " << factor;
                        EXPECT_EQ(hit->row, row) << count << " " << factor << " " << at;
                        EXPECT_EQ(hit->col, col) << count << " " << factor << " " << at;
                        const auto label = map.hit_row_label({map.map().x - 3, point.y});
                        EXPECT_EQ(label, row);
                    }
                }
                EXPECT_FALSE(map.hit({map.map().right() + 1, map.map().y + 1}));
                EXPECT_FALSE(map.hit({map.map().x + 1, map.map().y - 1}));
                EXPECT_LE(map.map().right(), kRoom.right() + 0.5F);
                EXPECT_LE(map.map().bottom(), kRoom.bottom() + 0.5F);
            }
        }
    }
}

TEST(MapZoomed, TheViewNeverShowsBeyondTheMap) {
    for (const MapZoom zoom : {MapZoom{3, 0, 0}, MapZoom{3, 1, 1}, MapZoom{3, 0.5F, 0.5F}, MapZoom{90, -5, 9}}) {
        const MapGeometry map(kRoom, 40, 60, {}, zoom);
        EXPECT_LE(map.whole().x, map.map().x + 0.01F);
        EXPECT_LE(map.whole().y, map.map().y + 0.01F);
        EXPECT_GE(map.whole().right(), map.map().right() - 0.01F);
        EXPECT_GE(map.whole().bottom(), map.map().bottom() - 0.01F);
        const Rect part = map.seen_part();
        EXPECT_GE(part.x, -1e-4F);
        EXPECT_LE(part.right(), 1.0001F);
    }
}

TEST(MapZoomed, ThePointUnderThePointerStaysWhileTheEdgesAllowIt) {
    const Index count = 128;
    MapZoom zoom;
    // From within, so that no edge interferes.
    zoom = MapGeometry(kRoom, count, count, {}, zoom).zoomed_at({330, 260}, 3);
    for (const float times : {1.25F, 1.25F, 2.0F, 0.8F, 1.1F}) {
        const MapGeometry before(kRoom, count, count, {}, zoom);
        const Point pointer{310, 290};
        const float x = (pointer.x - before.whole().x) / before.whole().w;
        const float y = (pointer.y - before.whole().y) / before.whole().h;
        zoom = before.zoomed_at(pointer, times);
        const MapGeometry after(kRoom, count, count, {}, zoom);
        EXPECT_NEAR((pointer.x - after.whole().x) / after.whole().w, x, 2e-3F);
        EXPECT_NEAR((pointer.y - after.whole().y) / after.whole().h, y, 2e-3F);
    }
}

TEST(MapZoomed, ZoomingOutEndsWithAllOfTheMap) {
    MapZoom zoom{20, 0.2F, 0.7F};
    for (int i = 0; i < 40; ++i) zoom = MapGeometry(kRoom, 200, 200, {}, zoom).zoomed_at({400, 300}, 0.8F);
    EXPECT_EQ(zoom, MapZoom());
}

TEST(MapZoomed, ADragMovesTheMapWithThePointerAndStopsAtItsEdge) {
    const MapGeometry map(kRoom, 100, 100, {}, {4, 0.5F, 0.5F});
    const MapGeometry moved(kRoom, 100, 100, {}, map.panned(30, -20));
    EXPECT_NEAR(moved.whole().x - map.whole().x, 30, 0.1F);
    EXPECT_NEAR(moved.whole().y - map.whole().y, -20, 0.1F);
    const MapGeometry edge(kRoom, 100, 100, {}, map.panned(1e6F, 1e6F));
    EXPECT_NEAR(edge.whole().x, edge.map().x, 0.01F);
    EXPECT_NEAR(edge.whole().y, edge.map().y, 0.01F);
    EXPECT_EQ(MapGeometry(kRoom, 9, 9, {}).panned(50, 50), MapZoom());
}

TEST(MapZoomed, FourCellsAreTheLeastThatAreShown) {
    const MapGeometry map(kRoom, 512, 512, {}, {1e6F, 0.5F, 0.5F});
    EXPECT_EQ(map.zoom().factor, most_zoom(512, 512));
    EXPECT_LE(map.seen_cols().end - map.seen_cols().begin, 6);
    EXPECT_EQ(most_zoom(2, 3), 1);
}

TEST(MapZoomed, TheKeyboardZoomsAboutAPointAsTheWheelDoes) {
    const MapZoom from{2, 0.5F, 0.5F};
    const MapZoom to = zoomed_about(from, 0.3F, 0.6F, 2, 100);
    EXPECT_FLOAT_EQ(to.factor, 4);
    EXPECT_FLOAT_EQ((0.3F - to.x) * to.factor, (0.3F - from.x) * from.factor);
    EXPECT_FLOAT_EQ((0.6F - to.y) * to.factor, (0.6F - from.y) * from.factor);
    EXPECT_EQ(zoomed_about(from, 0.3F, 0.6F, 0.1F, 100), MapZoom());
    EXPECT_EQ(zoomed_about(from, 0.3F, 0.6F, 1000, 16).factor, 16);
}

TEST(MapZoomed, ARectangleCoversItsCellsWhicheverCornerComesFirst) {
    const MapGeometry map(kRoom, 20, 20, {}, {2, 0.4F, 0.4F});
    const Rect cells = map.cells_rect(7, 3, 4, 9);
    EXPECT_EQ(cells, map.cells_rect(4, 9, 7, 3));
    EXPECT_EQ(cells.x, map.cell_rect(4, 3).x);
    EXPECT_NEAR(cells.w, map.cell() * 7, 0.01F);
    EXPECT_NEAR(cells.h, map.cell() * 4, 0.01F);
    const MapGeometry::Cell corner = map.nearest({-1000, 1e6F});
    EXPECT_EQ(corner.row, map.seen_rows().end - 1);
    EXPECT_EQ(corner.col, map.seen_cols().begin);
}

}  // namespace
}  // namespace headscope
