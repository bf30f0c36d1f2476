#include "app/state/lit_cell.h"

#include <gtest/gtest.h>

#include "tests/app/state_with_maps.h"

namespace headscope {
namespace {

TEST(LitCell, IsTheLitQueryWithItsKeyOrTheOneItLooksAtMost) {
    AppState state = state_with_maps();
    EXPECT_FALSE(lit_cell(state));
    state.view.selected = {0, 1};  // looks at the next token
    state.view.locked_query = 1;
    EXPECT_EQ(lit_cell(state), (LitCell{1, 2}));
    state.view.locked_key = 3;
    EXPECT_EQ(lit_cell(state), (LitCell{1, 3}));
}

TEST(LitCell, OfAKeyAloneIsTheQueryThatLooksAtItMostWithoutSpecialTokens) {
    AppState state = state_with_maps();
    state.view.selected = {0, 1};
    state.view.locked_key = 3;
    EXPECT_EQ(lit_cell(state), (LitCell{2, 3}));
    run_command(state, CommandId::kCopyValue);
    ASSERT_TRUE(state.effects.clipboard);
    EXPECT_EQ(std::stof(*state.effects.clipboard), state.shown->weight({0, 1}, 2, 3));
    state.view.locked_key = 1;  // only [CLS] looks there, the others all alike: the first of them
    EXPECT_EQ(lit_cell(state), (LitCell{1, 1}));
}

}  // namespace
}  // namespace headscope
