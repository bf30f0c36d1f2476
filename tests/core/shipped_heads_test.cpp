// The heads for which headscope-small ships are found and called by their names.
#include <gtest/gtest.h>

#include "core/trace/repeat_probe.h"
#include "tests/core/map_cases.h"

namespace headscope {
namespace {

TEST(ShippedHeads, OfTheSmallModelShowTheRolesTheyAreKnownFor) {
    const auto model = testing::opened(std::filesystem::path(HEADSCOPE_WEIGHTS) / "headscope-small");
    ASSERT_NE(model, nullptr);
    Workspace workspace(2);
    const auto probed = probe_repeats(model, {}, workspace);
    ASSERT_TRUE(probed.has_value()) << probed.error().message;
    const std::vector<HeadFacts> heads = probed.value().means();
    const struct {
        Index layer, head;
        Role role;
        double score;
    } known[] = {
        {2, 1, Role::kPrevious, 0.95}, {3, 2, Role::kPrevious, 0.95},   {1, 7, Role::kPrevious, 0.9},
        {3, 0, Role::kInduction, 0.9}, {3, 1, Role::kInduction, 0.9},   {1, 0, Role::kDuplicate, 0.7},
        {1, 1, Role::kDuplicate, 0.7}, {2, 0, Role::kFirstToken, 0.95}, {1, 6, Role::kFirstToken, 0.9},
    };
    for (const auto& one : known) {
        const HeadFacts& facts = heads[static_cast<std::size_t>(one.layer * 8 + one.head)];
        SCOPED_TRACE(std::to_string(one.layer) + ":" + std::to_string(one.head) + " " + role_name({one.role}));
        EXPECT_GT(facts.shown_score({one.role}), one.score);
    }
    // Those that look at the token before are nothing else.
    for (const Index head : {2 * 8 + 1, 3 * 8 + 2, 1 * 8 + 7})
        EXPECT_EQ(heads[static_cast<std::size_t>(head)].roles.size(), 1U);
}

}  // namespace
}  // namespace headscope
