#include "app/state/map_reading.h"

#include <gtest/gtest.h>

#include "tests/app/small_trace.h"

namespace headscope {
namespace {

// Head (0, 1) of the small trace: 0.5 / T everywhere, and 0.5 more on the next token.
TEST(MapReading, RanksAKeyAmongAllThatLookAtIt) {
    const auto shown = make_small_shown({"a", "b", "c"});
    const LargeMap map(*shown, {0, 1});
    EXPECT_EQ(rank_in_column(map, 2, 3).rank, 1);
    EXPECT_EQ(rank_in_column(map, 2, 3).of, 5);
    EXPECT_EQ(rank_in_column(map, 1, 3).rank, 2);
}

TEST(MapReading, SumsARectangleOfCellsWithItsMean) {
    const auto shown = make_small_shown({"a", "b", "c"});
    const LargeMap map(*shown, {0, 1});
    const auto sum = sum_of_cells(map, {1, 2, 2, 3});
    ASSERT_TRUE(sum);
    EXPECT_NEAR(sum->sum, 0.6 + 0.1 + 0.1 + 0.6, 1e-6);
    EXPECT_NEAR(sum->mean, 0.35, 1e-6);
    EXPECT_EQ(sum->rows, 2);
    EXPECT_EQ(sum->cols, 2);
    EXPECT_EQ(sum->masked, 0);
}

TEST(MapReading, ARectangleCountsOnlyWhatIsDrawnOfIt) {
    const auto shown = make_small_shown({"a", "b", "c"}, SpecialsMode::kDrop);
    const LargeMap map(*shown, {0, 1});
    const auto sum = sum_of_cells(map, {0, 1, 0, 4});
    ASSERT_TRUE(sum);
    EXPECT_EQ(sum->rows, 1);
    EXPECT_EQ(sum->cols, 3);
    EXPECT_NEAR(sum->sum, 0.8, 1e-6);
    EXPECT_FALSE(sum_of_cells(map, {0, 0, 0, 4}));
}

TEST(MapReading, RowsSumToOneAndColumnsToWhatTheyGet) {
    const auto shown = make_small_shown({"a", "b", "c"});
    const MapSums sums = sums_of(LargeMap(*shown, {1, 1}));
    ASSERT_EQ(sums.rows.size(), 5U);
    ASSERT_EQ(sums.cols.size(), 5U);
    for (const float row : sums.rows) EXPECT_NEAR(row, 1, 1e-6);
    for (const float col : sums.cols) EXPECT_NEAR(col, 1, 1e-6);
    const auto dropped = make_small_shown({"a", "b"}, SpecialsMode::kDrop);
    const MapSums less = sums_of(LargeMap(*dropped, {0, 0}));
    EXPECT_NEAR(less.rows[0], 0.625 + 0.125, 1e-6);
}

}  // namespace
}  // namespace headscope
