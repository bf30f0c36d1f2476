// Likeness of heads, their places in the plane, and heads by one link.
#include "core/trace/similarity.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/nn/transformer.h"
#include "core/trace/attention_trace.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

constexpr double kDistanceTolerance = 1e-6;

// Random rows that sum to 1; about a third of the cells are 0.
AttentionMaps random_maps(Index layers, Index heads, Index tokens, unsigned seed) {
    std::mt19937 random(seed);
    AttentionMaps maps(layers, heads, tokens, tokens);
    for (Index i = 0; i < layers * heads; ++i) {
        const MatrixView map = maps.head(i / heads, i % heads);
        for (Index q = 0; q < tokens; ++q) {
            float sum = 0;
            for (Index k = 0; k < tokens; ++k) {
                map(q, k) = random() % 3 == 0 && k > 0 ? 0.0F : static_cast<float>(1 + random() % 1000);
                sum += map(q, k);
            }
            for (Index k = 0; k < tokens; ++k) map(q, k) /= sum;
        }
    }
    return maps;
}

// Straight from the definition: ½ KL(p‖m) + ½ KL(q‖m), mean over rows.
double divergence(ConstMatrixView a, ConstMatrixView b) {
    double total = 0;
    for (Index row = 0; row < a.rows; ++row) {
        for (Index k = 0; k < a.cols; ++k) {
            const auto p = static_cast<double>(a(row, k));
            const auto q = static_cast<double>(b(row, k));
            const double m = (p + q) / 2;
            if (p > 0) total += p * std::log(p / m) / 2;
            if (q > 0) total += q * std::log(q / m) / 2;
        }
    }
    return total / static_cast<double>(a.rows);
}

TEST(HeadDistances, AreTheMeanJensenShannonDivergenceOfRows) {
    const AttentionMaps maps = random_maps(2, 3, 9, 1);
    ThreadPool pool(2);
    const HeadDistances distances = head_distances(maps, pool).value();
    for (std::size_t a = 0; a < 6; ++a) {
        EXPECT_EQ(distances.at(a, a), 0);
        for (std::size_t b = 0; b < 6; ++b) {
            const HeadRef x = distances.head_at(a);
            const HeadRef y = distances.head_at(b);
            EXPECT_NEAR(distances.at(a, b), divergence(maps.head(x.layer, x.head), maps.head(y.layer, y.head)),
                        kDistanceTolerance);
            EXPECT_EQ(distances.at(a, b), distances.at(b, a));
        }
    }
}

TEST(HeadDistances, AreLn2WhereNothingIsShared) {
    AttentionMaps maps(1, 2, 1, 2);
    maps.head(0, 0)(0, 0) = maps.head(0, 1)(0, 1) = 1;
    maps.head(0, 0)(0, 1) = maps.head(0, 1)(0, 0) = 0;
    ThreadPool pool(1);
    EXPECT_NEAR(head_distances(maps, pool).value().at(0, 1), std::log(2), kDistanceTolerance);
}

TEST(HeadDistances, StopWhenAsked) {
    ThreadPool pool(1);
    const CancelToken cancel;
    cancel.request();
    EXPECT_EQ(head_distances(random_maps(1, 2, 3, 1), pool, cancel).error().kind, ErrorKind::kCancelled);
}

TEST(NearestHeads, ComeNearestFirstWithoutTheHeadItself) {
    HeadDistances distances(2, 2);
    const float row[] = {0, 0.3F, 0.1F, 0.2F};
    for (std::size_t i = 1; i < 4; ++i) distances.at(0, i) = distances.at(i, 0) = row[i];
    const std::vector<NearHead> near = nearest_heads(distances, {0, 0}, 2);
    ASSERT_EQ(near.size(), 2U);
    EXPECT_EQ(near[0].head, (HeadRef{1, 0}));
    EXPECT_EQ(near[1].head, (HeadRef{1, 1}));
    EXPECT_EQ(nearest_heads(distances, {0, 0}, 99).size(), 3U);
}

TEST(HeadPlane, GivesBackDistancesThatAPlaneHas) {
    // Squared distances of points in a plane.
    const double points[][2] = {{0, 0}, {0.5, 0}, {0.1, 0.4}, {-0.3, 0.2}, {0.2, -0.6}, {0.6, 0.5}};
    HeadDistances distances(2, 3);
    for (std::size_t a = 0; a < 6; ++a)
        for (std::size_t b = 0; b < 6; ++b)
            distances.at(a, b) =
                static_cast<float>(std::pow(points[a][0] - points[b][0], 2) + std::pow(points[a][1] - points[b][1], 2));
    const std::vector<std::array<float, 2>> places = head_plane(distances);
    for (std::size_t a = 0; a < 6; ++a)
        for (std::size_t b = 0; b < 6; ++b)
            EXPECT_NEAR(std::hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]),
                        std::sqrt(static_cast<double>(distances.at(a, b))), 1e-5);
}

TEST(HeadPlane, GivesBackDistancesOfManyHeads) {
    std::mt19937 random(7);
    std::vector<std::array<double, 2>> points(100);
    for (auto& point : points)
        point = {static_cast<double>(random() % 1000) / 1000, static_cast<double>(random() % 1000) / 2500};
    HeadDistances distances(10, 10);
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = 0; b < points.size(); ++b)
            distances.at(a, b) =
                static_cast<float>(std::pow(points[a][0] - points[b][0], 2) + std::pow(points[a][1] - points[b][1], 2));
    const std::vector<std::array<float, 2>> places = head_plane(distances);
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = 0; b < points.size(); ++b)
            ASSERT_NEAR(std::hypot(places[a][0] - places[b][0], places[a][1] - places[b][1]),
                        std::sqrt(static_cast<double>(distances.at(a, b))), 1e-4);
}

TEST(HeadPlane, OfManyHeadsThatAreAllAlikeIsTheCentre) {
    for (const auto& place : head_plane(HeadDistances(10, 10))) EXPECT_EQ(place, (std::array<float, 2>{0, 0}));
}

// All distances but those to one head are the same: the first axis tells it from the rest, which share a place there.
TEST(HeadPlane, OfManyHeadsTellsTheOneThatIsUnlikeTheRest) {
    HeadDistances distances(10, 10);
    for (std::size_t i = 0; i < 100; ++i)
        if (i != 42) distances.at(42, i) = distances.at(i, 42) = 0.5F;
    const auto places = head_plane(distances);
    EXPECT_NEAR(std::abs(places[42][0] - places[0][0]), std::sqrt(0.5), 1e-5);
    for (std::size_t i = 1; i < 100; ++i) {
        if (i == 42) continue;
        ASSERT_NEAR(places[i][0], places[0][0], 1e-5);
    }
}

TEST(HeadPlane, KeepsAHeadThatIsNoNumberOutOfTheOthersPlaces) {
    AttentionMaps maps = random_maps(1, 4, 5, 3);
    maps.head(0, 2)(1, 1) = std::numeric_limits<float>::quiet_NaN();
    ThreadPool pool(1);
    const std::vector<std::array<float, 2>> places = head_plane(head_distances(maps, pool).value());
    EXPECT_EQ(places[2], (std::array<float, 2>{0, 0}));
    EXPECT_NE(places[0], places[1]);
    EXPECT_TRUE(std::isfinite(places[3][0]));
}

TEST(HeadPlane, OfOneHeadIsTheCentre) {
    EXPECT_EQ(head_plane(HeadDistances(1, 1)).at(0), (std::array<float, 2>{0, 0}));
}

TEST(LinkWeight, IsTheMeanOverThePiecesThatLookOfTheSumOverThoseLookedAt) {
    AttentionMaps maps(1, 1, 3, 3);
    for (Index i = 0; i < 9; ++i) maps.head(0, 0)(i / 3, i % 3) = static_cast<float>(i);
    EXPECT_DOUBLE_EQ(link_weight(maps.head(0, 0), {{0, 1}, {1, 2}}), (1.0 + 2 + 4 + 5) / 2);
}

TEST(HeadsByLink, FindTheReadingsOfTheShippedModelsFirstSentence) {
    const auto model = testing::opened(std::filesystem::path(HEADSCOPE_WEIGHTS) / "all-minilm-l6-v2");
    ASSERT_NE(model, nullptr);
    Workspace workspace(2);
    auto encoding = encode_for_model(*model, "The man saw the astronomer with a telescope.", std::nullopt, {});
    const auto trace = trace_encoding(model, std::move(encoding).value(), {}, workspace).value();
    const auto link = [&](const char* from, const char* to) {
        return LinkQuery{find_word(*trace, from).at(0), find_word(*trace, to).at(0)};
    };
    const std::vector<Link> strongest = heads_by_link(*trace->maps, link("man", "telescope"));
    EXPECT_EQ(strongest[0].head, (HeadRef{5, 11}));
    EXPECT_NEAR(strongest[0].weight, 0.388, 0.0005);
    EXPECT_EQ(heads_by_link(*trace->maps, link("telescope", "astronomer"))[0].head, (HeadRef{5, 4}));
}

}  // namespace
}  // namespace headscope
