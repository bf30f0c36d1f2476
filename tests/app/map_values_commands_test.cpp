// Commands that choose what the maps' cells are: weights, norms, rollout, change.
#include <gtest/gtest.h>

#include "app/state/app_state.h"
#include "app/state/commands.h"
#include "app/state/shown_values.h"
#include "tests/app/small_translation.h"
#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

TEST(MapValuesCommand, ChangeComesLastInTurnWhileHeadsAreOff) {
    AppState state = state_with_maps({"the", "man"});
    EXPECT_EQ(why_not(get_command(CommandId::kShowChange), state), "No head is off: O switches the chosen heads off.");
    run_command(state, CommandId::kShowChange);
    EXPECT_EQ(state.view.values, MapValues::kWeights);
    run_command(state, CommandId::kToggleOff);
    run_command(state, CommandId::kShowChange);
    EXPECT_EQ(state.view.values, MapValues::kChange);
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.values, MapValues::kWeights);
    run_command(state, CommandId::kRedo);
    EXPECT_EQ(state.view.values, MapValues::kChange);
    run_command(state, CommandId::kNextValues);
    EXPECT_EQ(state.view.values, MapValues::kWeights);
    state.view.values = MapValues::kRollout;
    run_command(state, CommandId::kNextValues);
    EXPECT_EQ(state.view.values, MapValues::kChange);
    // With all heads on there are weights to see, and the next of them come after.
    run_command(state, CommandId::kAllOn);
    run_command(state, CommandId::kNextValues);
    EXPECT_EQ(state.view.values, MapValues::kNorms);
}

TEST(MapValuesCommand, RolloutGoesOnAndOffAndIsUndone) {
    AppState state = state_with_maps({"the", "man"});
    run_command(state, CommandId::kShowRollout);
    EXPECT_EQ(state.view.values, MapValues::kRollout);
    EXPECT_TRUE(state.effects.shown_changed);
    run_command(state, CommandId::kUndo);
    EXPECT_EQ(state.view.values, MapValues::kWeights);
    run_command(state, CommandId::kRedo);
    run_command(state, CommandId::kShowRollout);
    EXPECT_EQ(state.view.values, MapValues::kWeights);
    accept_trace(state, make_shown_translation({"the"}, {"der"}, {SpecialsMode::kKeep, MapSet::kCross}));
    EXPECT_FALSE(get_command(CommandId::kShowRollout).is_enabled(state));
}

TEST(MapValuesCommand, GoesFromWeightsToNormsToSharesToRolloutAndBack) {
    AppState state = state_with_maps({"the", "man"});
    for (const MapValues values :
         {MapValues::kNorms, MapValues::kNormShares, MapValues::kRollout, MapValues::kWeights}) {
        run_command(state, CommandId::kNextValues);
        EXPECT_EQ(state.view.values, values);
        EXPECT_TRUE(state.effects.shown_changed);
    }
}

TEST(MapValuesCommand, MapsThatCannotBeShownSoAreNotAskedForForever) {
    AppState state;
    state.view.values = MapValues::kNorms;
    ThreadPool pool(1);
    ShownAs as;
    as.values = MapValues::kNorms;
    EXPECT_FALSE(can_show_values(*make_small_trace({"the"}), MapSet::kEncoder, MapValues::kNorms));
    accept_trace(state, std::shared_ptr<const ShownTrace>(
                            std::make_shared<ShownTrace>(make_small_trace({"the", "man"}), as, pool)));
    EXPECT_EQ(state.shown->values(), MapValues::kWeights);
    EXPECT_FALSE(state.effects.shown_changed);
}

}  // namespace
}  // namespace headscope
