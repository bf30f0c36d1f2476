#include "app/widgets/links_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace headscope {
namespace {

constexpr Rect kRoom{50, 20, 520, 300};

Point middle(const Rect& r) {
    return {r.x + r.w / 2, r.y + r.h / 2};
}

TEST(LinksColumns, LinksGoFromTheQueryToTheKey) {
    const LinksColumns at(kRoom, {11, 11, 1, false}, {});
    const LinkCurve curve = at.curve(2, 8, 0, 0);
    EXPECT_FLOAT_EQ(curve.from.y, at.middle(2, 0));
    EXPECT_FLOAT_EQ(curve.to.y, at.middle(8, 0));
    EXPECT_LT(curve.from.x, curve.to.x);
    EXPECT_FLOAT_EQ(curve.at(0).x, curve.from.x);
    EXPECT_FLOAT_EQ(curve.at(1).y, curve.to.y);
    EXPECT_NEAR(curve.at(0.5F).y, (curve.from.y + curve.to.y) / 2, 0.01F);
}

TEST(LinksColumns, NothingOverlapsWhateverTheNumberOfHeads) {
    for (const bool into : {false, true}) {
        for (const int heads : {1, 2, 6}) {
            for (const float width : {340.0F, 520.0F, 760.0F}) {
                const LinksColumns at({50, 20, width, 300}, {11, 12, heads, into}, {});
                const Rect query = at.query_label(3, 0);
                const Rect key = at.key_label(3, 0);
                EXPECT_LE(query.right(), at.left());
                EXPECT_LT(at.left(), at.right());
                EXPECT_LE(at.right(), key.x);
                const Rect first = at.number(3, 0, 0);
                const Rect last = at.number(3, heads - 1, 0);
                EXPECT_GE(first.x, kRoom.x - 0.01F);
                EXPECT_LE(last.right(), 50 + width + 0.01F);
                EXPECT_LE(into ? last.right() : key.right(), (into ? query.x : first.x) + 0.01F);
                EXPECT_GE(at.number_width(), LinksColumns::Metrics().number * 0.6F);
            }
        }
    }
}

TEST(LinksColumns, EveryLabelCanBePointedAtScrolledOrNot) {
    const LinksColumns at(kRoom, {90, 40, 2, false}, {});
    EXPECT_GT(at.content_height(), kRoom.h);
    for (const float scrolled : {0.0F, 137.0F, at.content_height() - kRoom.h}) {
        for (Index place = 0; place < 90; ++place) {
            const Point query = middle(at.query_label(place, scrolled));
            if (!kRoom.contains(query)) continue;
            EXPECT_EQ(at.hit(query, scrolled), (LinksColumns::Hit{true, place}));
            const Point key = middle(at.key_label(place, scrolled));
            if (place < 40) {
                EXPECT_EQ(at.hit(key, scrolled), (LinksColumns::Hit{false, place}));
            } else {
                EXPECT_FALSE(at.hit(key, scrolled));
            }
        }
    }
    EXPECT_FALSE(at.hit({at.left() + 60, kRoom.y + 20}, 0));
    EXPECT_FALSE(at.hit({0, 0}, 0));
}

TEST(LinksColumns, HeadsEndBesideOneAnotherNotOnTop) {
    const LinksColumns at(kRoom, {5, 5, 3, false}, {});
    EXPECT_LT(at.curve(1, 1, 0, 0).to.y, at.curve(1, 1, 1, 0).to.y);
    EXPECT_FLOAT_EQ(at.curve(1, 1, 1, 0).to.y, at.middle(1, 0));
}

TEST(LinksArcs, ArcsStandOnTheLineAndRiseWithDistance) {
    const LinksArcs at(kRoom, 11, 1, {});
    float before = 0;
    for (Index to = 3; to < 11; ++to) {
        const LinkCurve curve = at.curve(2, to, 0, 0);
        EXPECT_FLOAT_EQ(curve.from.y, at.line());
        EXPECT_FLOAT_EQ(curve.to.y, at.line());
        const float top = at.line() - curve.at(0.5F).y;
        EXPECT_GT(top, before);
        EXPECT_GE(curve.at(0.5F).y, kRoom.y);
        before = top;
    }
    EXPECT_FLOAT_EQ(at.curve(8, 2, 0, 0).at(0.5F).y, at.curve(2, 8, 0, 0).at(0.5F).y);
}

TEST(LinksArcs, ATokenThatLooksAtItselfHasAnArcOfItsOwn) {
    const LinksArcs at(kRoom, 5, 1, {});
    const LinkCurve curve = at.curve(2, 2, 0, 0);
    EXPECT_LT(curve.from.x, at.x(2, 0));
    EXPECT_GT(curve.to.x, at.x(2, 0));
    EXPECT_LT(curve.at(0.5F).y, at.line());
    EXPECT_LT(at.curve(0, 0, 0, 0).at(0.5F).y, at.line());
    const LinksArcs alone(kRoom, 1, 1, {});
    EXPECT_TRUE(std::isfinite(alone.curve(0, 0, 0, 0).at(0.5F).y));
}

TEST(LinksArcs, ScrollsRatherThanShrinkBelowTheLeastPitch) {
    const LinksArcs few(kRoom, 4, 2, {});
    EXPECT_LE(few.content_width(), kRoom.w);
    EXPECT_TRUE(few.has_numbers());
    const LinksArcs many(kRoom, 300, 2, {});
    EXPECT_EQ(many.pitch(), LinksArcs::Metrics().min_pitch);
    EXPECT_GT(many.content_width(), kRoom.w);
    EXPECT_FALSE(many.has_numbers());
}

TEST(LinksArcs, EveryTokenCanBePointedAtScrolledOrNot) {
    for (const Index count : {1, 5, 40, 300}) {
        const LinksArcs at(kRoom, count, 1, {});
        for (const float scrolled : {0.0F, 211.0F}) {
            for (Index place = 0; place < count; ++place) {
                const Point point{at.x(place, scrolled), at.label_top() + 5};
                if (!kRoom.contains(point)) continue;
                EXPECT_EQ(at.hit(point, scrolled), place);
            }
        }
        EXPECT_FALSE(at.hit({kRoom.x + 100, kRoom.y + 10}, 0));
    }
}

TEST(LinksArcs, WeightsStandBelowTheirTokenARowAHead) {
    const LinksArcs at(kRoom, 6, 3, {});
    const Rect first = at.number(2, 0, 0);
    const Rect third = at.number(2, 2, 0);
    EXPECT_GE(first.y, at.line());
    EXPECT_GE(third.y, first.bottom() + first.h - 0.01F);
    EXPECT_LE(third.bottom(), at.label_top() + 0.01F);
    EXPECT_FLOAT_EQ(first.x + first.w / 2, at.x(2, 0));
}

}  // namespace
}  // namespace headscope
