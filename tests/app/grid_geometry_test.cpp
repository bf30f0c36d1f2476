#include "app/widgets/grid_geometry.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace headscope {
namespace {

constexpr GridGeometry::Metrics kMetrics;
constexpr Rect kRoom{10, 20, 820, 620};

const std::vector<std::pair<Index, Index>> kModels = {{6, 12}, {1, 1}, {24, 16}, {30, 9}, {2, 64}, {80, 64}};

GridGeometry by_layer(Index layers, Index heads, const GridPlace& place = {}, const Rect& room = kRoom) {
    return {room, GridGeometry::by_layer(layers, heads), place, kMetrics};
}

bool is_inside(const Rect& inner, const Rect& outer) {
    constexpr float kPixel = 1;
    return inner.x >= outer.x - kPixel && inner.y >= outer.y - kPixel && inner.right() <= outer.right() + kPixel &&
           inner.bottom() <= outer.bottom() + kPixel;
}

TEST(GridGeometry, EveryModelFitsIntoEveryWindowAtZoomOne) {
    for (const auto& [layers, heads] : kModels) {
        for (const Rect& room : {Rect{0, 0, 560, 330}, kRoom, Rect{5, 5, 1100, 850}, Rect{0, 0, 2200, 1900}}) {
            const GridGeometry grid = by_layer(layers, heads, {}, room);
            EXPECT_TRUE(grid.is_whole());
            for (Index tile = 0; tile < grid.count(); ++tile)
                ASSERT_TRUE(is_inside(grid.tile_rect(tile), grid.body())) << layers << " × " << heads;
        }
    }
}

TEST(GridGeometry, TheShippedModelHasLargeThumbnailsWithCaptions) {
    const GridGeometry grid = by_layer(6, 12);
    EXPECT_GE(grid.thumb(), 50);
    EXPECT_TRUE(grid.has_captions());
    EXPECT_EQ(grid.n_blocks(), 1);
}

TEST(GridGeometry, ManyLayersStandInBlocksSideBySideSoThatTilesAreLarger) {
    const GridGeometry grid = by_layer(30, 9);
    EXPECT_GE(grid.n_blocks(), 2);
    EXPECT_GE(grid.thumb(), 28);
    // In one block they could not be higher than the room has for 30 rows.
    EXPECT_GT(grid.thumb(), (kRoom.h - kMetrics.head_label) / 30);
    EXPECT_GT(grid.tile_rect(29 * 9).x, grid.tile_rect(8).x);
}

TEST(GridGeometry, TilesNeverOverlap) {
    for (const auto& [layers, heads] : kModels) {
        if (layers * heads > 500) continue;
        for (const float zoom : {1.0F, 1.7F, 6.0F}) {
            const GridGeometry grid = by_layer(layers, heads, {zoom, 0.4F, 0.6F});
            for (Index tile = 0; tile + 1 < grid.count(); ++tile) {
                const Rect a = grid.tile_rect(tile);
                for (Index other = tile + 1; other < std::min(grid.count(), tile + heads + 2); ++other) {
                    const Rect b = grid.tile_rect(other);
                    EXPECT_TRUE(a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y);
                }
                EXPECT_TRUE(is_inside(grid.thumb_rect(tile), a));
                if (grid.has_captions()) {
                    EXPECT_TRUE(is_inside(grid.caption_rect(tile), a));
                    EXPECT_GE(grid.caption_rect(tile).y, grid.thumb_rect(tile).bottom());
                }
            }
        }
    }
}

TEST(GridGeometry, EveryPointOfAThumbnailHitsItsHeadAndCellAtEveryZoom) {
    for (const auto& [layers, heads] : kModels) {
        for (const float zoom : {1.0F, 1.3F, 2.0F, 9.0F}) {
            for (const float at : {0.0F, 0.5F, 0.93F}) {
                const GridGeometry grid = by_layer(layers, heads, {zoom, at, at});
                for (Index tile = 0; tile < grid.count(); ++tile) {
                    const Rect thumb = grid.thumb_rect(tile);
                    const Point middle{thumb.x + thumb.w / 2, thumb.y + thumb.h / 2};
                    bool is_covered = !grid.body().contains(middle);
                    for (Index block = 0; block < grid.n_blocks(); ++block)
                        is_covered = is_covered || grid.gutter_rect(block).contains(middle);
                    const auto hit = grid.hit(middle);
                    if (is_covered) {
                        EXPECT_FALSE(hit && hit->tile == tile);
                        continue;
                    }
                    ASSERT_TRUE(hit && hit->uv) << layers << " × " << heads << " zoom " << zoom << " tile " << tile;
                    EXPECT_EQ(hit->tile, tile);
                    EXPECT_NEAR(hit->uv->x, 0.5F, 1e-3F);
                    const auto corner = grid.hit({thumb.x, thumb.y});
                    if (corner && corner->uv && corner->tile == tile) {
                        EXPECT_EQ(cell_at(corner->uv->x, 11), 0);
                    }
                }
            }
        }
    }
}

TEST(GridGeometry, CaptionsBelongToTheirHeadButToNoCell) {
    const GridGeometry grid = by_layer(6, 12);
    const Rect caption = grid.caption_rect(2 * 12 + 3);
    const auto hit = grid.hit({caption.x + 2, caption.y + 8});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->tile, 2 * 12 + 3);
    EXPECT_FALSE(hit->uv);
}

TEST(GridGeometry, NothingIsHitOutsideTheGrid) {
    const GridGeometry grid = by_layer(6, 12);
    EXPECT_FALSE(grid.hit({12, 300}));  // names of layers
    EXPECT_FALSE(grid.hit({300, 22}));  // numbers of heads
    EXPECT_FALSE(grid.hit({5000, 300}));
    EXPECT_FALSE(grid.hit({-5, -5}));
}

TEST(GridGeometry, ZoomKeepsThePointUnderThePointer) {
    for (const auto& [layers, heads] : kModels) {
        GridGeometry grid = by_layer(layers, heads, {2, 0.5F, 0.5F});
        const Rect tile = grid.tile_rect(grid.count() / 2);
        if (!grid.is_visible(grid.count() / 2) || grid.max_zoom() < 4) continue;
        const Point pointer{std::min(tile.x + tile.w * 0.3F, kRoom.right() - 5),
                            std::min(tile.y + tile.h * 0.3F, kRoom.bottom() - 5)};
        const auto before = grid.hit(pointer);
        if (!before || !before->uv) continue;
        for (const float times : {1.2F, 1.5F}) {
            const GridGeometry there = by_layer(layers, heads, grid.zoomed(pointer, times));
            const auto after = there.hit(pointer);
            ASSERT_TRUE(after);
            EXPECT_EQ(after->tile, before->tile);
        }
    }
}

TEST(GridGeometry, ZoomingInAndOutAgainIsAsBefore) {
    const GridGeometry grid = by_layer(24, 16);
    const GridGeometry near = by_layer(24, 16, grid.zoomed({400, 300}, 3));
    EXPECT_FALSE(near.is_whole());
    EXPECT_GT(near.thumb(), 2.5F * grid.thumb());
    EXPECT_EQ(near.zoomed({400, 300}, 0.01F), GridPlace());
}

TEST(GridGeometry, MovesByAsManyPixelsAsThePointerAndStopsAtTheEdges) {
    const GridGeometry grid = by_layer(24, 16, {4, 0.5F, 0.5F});
    const GridGeometry moved = by_layer(24, 16, grid.panned(-37, 21));
    EXPECT_NEAR(moved.tile_rect(200).x, grid.tile_rect(200).x - 37, 1);
    EXPECT_NEAR(moved.tile_rect(200).y, grid.tile_rect(200).y + 21, 1);
    const GridGeometry edge = by_layer(24, 16, grid.panned(1e6F, 1e6F));
    EXPECT_NEAR(edge.tile_rect(0).x, kRoom.x + kMetrics.layer_label, 1);
    EXPECT_NEAR(edge.tile_rect(0).y, edge.body().y, 1);
    const GridGeometry other = by_layer(24, 16, grid.panned(-1e6F, -1e6F));
    const Rect last = other.tile_rect(24 * 16 - 1);
    EXPECT_LE(last.right(), kRoom.right());
    EXPECT_GT(last.right(), kRoom.right() - 20);
}

TEST(GridGeometry, BringsATileIntoSight) {
    for (const auto& [layers, heads] : kModels) {
        const GridGeometry grid = by_layer(layers, heads, {3, 0.1F, 0.9F});
        for (const Index tile : {Index{0}, grid.count() / 2, grid.count() - 1}) {
            const GridGeometry there = by_layer(layers, heads, grid.showing(tile));
            if (there.tile_rect(tile).h > there.body().h || there.tile_rect(tile).w > there.body().w) continue;
            EXPECT_TRUE(is_inside(there.tile_rect(tile), there.body())) << layers << " × " << heads;
            EXPECT_EQ(there.showing(tile), there.place());
        }
    }
}

TEST(GridGeometry, NamesOfRowsAndColumnsStayInSightWhileTheGridIsMoved) {
    const GridGeometry grid = by_layer(24, 16, {4, 0.6F, 0.6F});
    EXPECT_TRUE(grid.is_gutter_moved(0));
    EXPECT_NEAR(grid.gutter_rect(0).x, kRoom.x, 1);
    std::set<Index> rows;
    std::set<Index> columns;
    for (float y = grid.body().y; y < grid.body().bottom(); y += 3)
        if (const auto row = grid.hit_row_label({kRoom.x + 5, y})) rows.insert(*row);
    for (float x = kRoom.x; x < kRoom.right(); x += 3)
        if (const auto column = grid.hit_column_label({x, kRoom.y + 5})) columns.insert(*column);
    EXPECT_GE(rows.size(), 3U);
    EXPECT_GE(columns.size(), 3U);
    for (const Index row : rows) EXPECT_NEAR(grid.row_label_rect(row).y, grid.thumb_rect(row * 16).y, 1);
}

TEST(GridGeometry, NamesAreThinnedUntilTheyDoNotOverlap) {
    for (const auto& [layers, heads] : kModels) {
        const GridGeometry grid = by_layer(layers, heads);
        const Index columns = grid.column_label_step();
        if (heads > columns) {
            const float distance = grid.column_label_rect(0, columns).x - grid.column_label_rect(0, 0).x;
            EXPECT_GE(distance + 1, kMetrics.column_pitch);
        }
        const Index rows = grid.row_label_step();
        if (rows < layers && grid.block_of_row(rows) == 0) {
            EXPECT_GE(grid.row_label_rect(rows).y - grid.row_label_rect(0).y + 1, kMetrics.row_pitch);
        }
    }
}

TEST(GridGeometry, AListFlowsInRowsAndHasTitles) {
    for (const Index count : {1, 5, 72, 270, 384}) {
        const GridGeometry grid(kRoom, GridGeometry::list(count), {}, kMetrics);
        for (Index tile = 0; tile < count; ++tile) {
            ASSERT_TRUE(is_inside(grid.tile_rect(tile), grid.body())) << count;
            const Rect thumb = grid.thumb_rect(tile);
            const auto hit = grid.hit({thumb.x + thumb.w / 2, thumb.y + thumb.h / 2});
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->tile, tile);
        }
        if (count <= 72) {
            EXPECT_TRUE(grid.has_titles());
        }
        EXPECT_FALSE(grid.hit_row_label({kRoom.x + 4, kRoom.y + 100}));
        EXPECT_FALSE(grid.hit_column_label({kRoom.x + 100, kRoom.y + 4}));
    }
}

TEST(GridGeometry, AListOfWordsNamesItsHeadsInASmallPanelToo) {
    GridGeometry::Contents contents = GridGeometry::list(32);
    contents.is_words = true;
    EXPECT_TRUE(GridGeometry({0, 0, 430, 290}, contents, {}, kMetrics).has_titles());
}

TEST(GridGeometry, TilesOfWordsAreWiderThanThumbnails) {
    GridGeometry::Contents contents = GridGeometry::by_layer(24, 16);
    contents.is_words = true;
    const GridGeometry grid(kRoom, contents, {}, kMetrics);
    EXPECT_GT(grid.words_rect(0).w, 1.5F * grid.words_rect(0).h);
    for (Index tile = 0; tile < grid.count(); ++tile) ASSERT_TRUE(is_inside(grid.words_rect(tile), grid.body()));
    const Rect last = grid.words_rect(grid.count() - 1);
    EXPECT_EQ(grid.hit({last.x + last.w - 2, last.y + last.h / 2})->tile, grid.count() - 1);
}

TEST(GridGeometry, ARectangleFindsTheTilesThatItTouches) {
    const GridGeometry grid = by_layer(6, 12);
    const Rect from = grid.thumb_rect(12 + 2);
    const Rect to = grid.thumb_rect(3 * 12 + 4);
    const std::vector<Index> tiles = grid.tiles_in({from.x + 5, from.y + 5, to.x - from.x, to.y - from.y});
    EXPECT_EQ(tiles, (std::vector<Index>{14, 15, 16, 26, 27, 28, 38, 39, 40}));
    EXPECT_TRUE(grid.tiles_in({0, 0, 2, 2}).empty());
}

TEST(GridGeometry, NonsenseIsAPlaceLikeAnyOther) {
    for (const GridPlace& place : {GridPlace{-3, 7, -7}, GridPlace{1e9F, 0, 1}, GridPlace{0, 0, 0}}) {
        const GridGeometry grid = by_layer(6, 12, place);
        EXPECT_GE(grid.place().zoom, 1);
        EXPECT_LE(grid.place().zoom, grid.max_zoom());
        EXPECT_GE(grid.place().x, 0);
        EXPECT_LE(grid.place().x, 1);
    }
    EXPECT_EQ(by_layer(1, 1, {1, 0, 0}, {0, 0, 0, 0}).count(), 1);
}

TEST(GridGeometry, WideMapsKeepSquareCellsUnlessTheyWouldBeTooThin) {
    const Rect thumb{100, 100, 60, 60};
    EXPECT_EQ(map_in_thumb(thumb, 10, 10), thumb);
    const Rect wide = map_in_thumb(thumb, 5, 10);
    EXPECT_EQ(wide.h, 30);
    EXPECT_EQ(wide.w, 60);
    EXPECT_EQ(map_in_thumb(thumb, 1, 100).h, 15);
}

}  // namespace
}  // namespace headscope
