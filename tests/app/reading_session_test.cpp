// How maps and links are looked at survives a session file.
#include <gtest/gtest.h>

#include <filesystem>

#include "app/state/app_state.h"
#include "app/state/session.h"

namespace headscope {
namespace {

TEST(ReadingSession, EveryChoiceComesBack) {
    Session session;
    session.sentence = "a b";
    ViewState& view = session.view;
    view.words = true;
    view.block = PairBlock::kBToA;
    view.range = WeightRange::kHead;
    view.links_layout = LinksLayout::kArcs;
    view.links_into = true;
    view.links_threshold = 0.25F;
    view.links_top_k = 3;
    view.compare = MapCompare::kDifference;
    view.map_zoom = {4, 0.25F, 0.75F};
    view.rectangle = MapRectangle{1, 2, 3, 4};
    view.map_sums = true;
    view.values = MapValues::kChange;
    view.off = {{0, 1}};
    view.off_decoder = {{1, 2}, {0, 0}};
    view.off_cross = {{2, 3}};
    view.off_by = SwitchOff::kMean;
    const std::filesystem::path file =
        std::filesystem::path(testing::TempDir()) / ("reading" + std::string(kSessionExtension));
    ASSERT_TRUE(write_session(session, file).is_ok());
    const auto read = read_session(file);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ(read.value().view, view);
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace headscope
