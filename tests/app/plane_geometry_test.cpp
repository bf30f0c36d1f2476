#include "app/widgets/plane_geometry.h"

#include <gtest/gtest.h>

namespace headscope {
namespace {

TEST(PlaneGeometry, FillsTheRectangleOneWayWithTheSameScaleBothWays) {
    const std::vector<std::array<float, 2>> places = {{0, 0}, {4, 0}, {4, 1}};
    const std::vector<Point> points = fit_plane(places, {10, 20, 80, 60});
    EXPECT_FLOAT_EQ(points[0].x, 10);
    EXPECT_FLOAT_EQ(points[1].x, 90);
    EXPECT_FLOAT_EQ(points[1].y - points[2].y, 20);  // up on screen is up in the plane
    EXPECT_FLOAT_EQ((points[1].y + points[2].y) / 2, 50);
}

TEST(PlaneGeometry, PointsInOnePlaceLieInTheMiddle) {
    const std::vector<std::array<float, 2>> places = {{3, 3}, {3, 3}};
    for (const Point& point : fit_plane(places, {0, 0, 40, 20})) {
        EXPECT_FLOAT_EQ(point.x, 20);
        EXPECT_FLOAT_EQ(point.y, 10);
    }
    EXPECT_TRUE(fit_plane({}, {0, 0, 40, 20}).empty());
}

TEST(PlaneGeometry, TheNearestPointWithinReach) {
    const std::vector<Point> points = {{0, 0}, {10, 0}};
    EXPECT_EQ(nearest_point(points, {7, 0}, 5), 1U);
    EXPECT_EQ(nearest_point(points, {2, 1}, 5), 0U);
    EXPECT_FALSE(nearest_point(points, {5, 9}, 5));
}

TEST(PlaneGeometry, ALineDrawnByHandHoldsWhatLiesInside) {
    const std::vector<Point> points = {{5, 5}, {15, 5}, {5, 15}, {30, 30}};
    // The point at 15, 5 lies in its notch.
    const std::vector<Point> line = {{0, 0}, {20, 0}, {10, 8}, {20, 20}, {0, 20}};
    EXPECT_EQ(points_inside(points, line), (std::vector<std::size_t>{0, 2}));
    const std::vector<Point> square = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};
    EXPECT_EQ(points_inside(points, square), (std::vector<std::size_t>{0}));
    EXPECT_TRUE(points_inside(points, std::vector<Point>{{0, 0}, {50, 50}}).empty());
}

}  // namespace
}  // namespace headscope
