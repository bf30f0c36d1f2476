// Encoder–decoder models on screen: three sets of maps, of which one has other tokens down than across.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "app/state/actions.h"
#include "app/state/commands.h"
#include "app/state/typed_ids.h"
#include "app/widgets/grid_geometry.h"
#include "app/widgets/map_geometry.h"
#include "tests/app/small_translation.h"

namespace headscope {
namespace {

const std::vector<std::string> kSource = {"the", "man", "saw"};  // five tokens with [CLS] and [SEP]
const std::vector<std::string> kTarget = {"der"};                // two with the start token

AppState state_showing(MapSet set, SpecialsMode specials = SpecialsMode::kKeep) {
    AppState state;
    state.view.map_set = set;
    state.view.specials = specials;
    accept_trace(state, make_shown_translation(kSource, kTarget, {specials, set}));
    state.model = state.shown->trace()->model;
    return state;
}

TEST(MapSets, CrossMapsHaveTargetTokensDownAndSourceTokensAcross) {
    const auto shown = make_shown_translation(kSource, kTarget, {SpecialsMode::kKeep, MapSet::kCross});
    EXPECT_FALSE(shown->is_square());
    EXPECT_EQ(shown->n_layers(), 1);
    EXPECT_EQ(shown->n_heads(), 2);
    EXPECT_EQ(shown->queries(), (std::vector<Index>{0, 1}));
    EXPECT_EQ(shown->keys(), (std::vector<Index>{0, 1, 2, 3, 4}));
    EXPECT_EQ(shown->query_label(1), "der");
    EXPECT_EQ(shown->key_label(1), "the");
    EXPECT_FLOAT_EQ(shown->weight({0, 1}, 1, 2), 0.8F);
    EXPECT_EQ(shown->top_target({0, 1}, 1).key, 2);
    EXPECT_FALSE(shown->has_masked_cells());
    ASSERT_EQ(shown->pixels().levels.size(), 3U);
    EXPECT_EQ(shown->pixels().levels[0].rows, 2);
    EXPECT_EQ(shown->pixels().levels[0].cols, 5);
    EXPECT_EQ(shown->pixels().levels[2].rows, 1);
    EXPECT_EQ(shown->pixels().levels[2].cols, 1);
}

TEST(MapSets, DroppingSpecialTokensDropsThemOnEachAxisForItself) {
    const auto shown = make_shown_translation(kSource, kTarget, {SpecialsMode::kRenormalise, MapSet::kCross});
    EXPECT_EQ(shown->queries(), (std::vector<Index>{1}));
    EXPECT_EQ(shown->keys(), (std::vector<Index>{1, 2, 3}));
    float sum = 0;
    for (const Index key : shown->keys()) sum += shown->weight({0, 0}, 1, key);
    EXPECT_NEAR(sum, 1, 1e-6);
}

TEST(MapSets, TheDecodersMapsAreMaskedAboveTheDiagonal) {
    const auto shown = make_shown_translation(kSource, kTarget, {SpecialsMode::kKeep, MapSet::kDecoder});
    EXPECT_TRUE(shown->is_square());
    EXPECT_TRUE(shown->has_masked_cells());
    EXPECT_TRUE(shown->is_masked({0, 0}, 0, 1));
    EXPECT_FALSE(shown->is_masked({0, 0}, 1, 0));
    EXPECT_EQ(shown->pixels().levels[0].halves[1], kMaskedHalf);
}

TEST(MapSets, AModelWithOneStackShowsItsOnlyMapsWhateverIsAsked) {
    ThreadPool pool(1);
    const ShownTrace shown(make_small_trace({"a"}), {SpecialsMode::kKeep, MapSet::kCross}, pool);
    EXPECT_EQ(shown.set(), MapSet::kEncoder);
    AppState state;
    state.view.map_set = MapSet::kCross;
    accept_trace(state, make_small_shown({"a"}));
    EXPECT_EQ(state.view.map_set, MapSet::kEncoder);
    EXPECT_FALSE(state.effects.shown_changed);
    state.model = state.shown->trace()->model;
    EXPECT_FALSE(get_command(CommandId::kCycleMapSet).is_enabled(state));
}

TEST(MapSets, TheKeyGoesThroughTheSetsAndFreesLocksOfOtherTokens) {
    AppState state = state_showing(MapSet::kEncoder);
    apply(state, ToggleLock{4, 3});
    ASSERT_EQ(find_command(state, plain(Key::kE))->id, CommandId::kCycleMapSet);
    run_command(state, CommandId::kCycleMapSet);
    EXPECT_EQ(state.view.map_set, MapSet::kDecoder);
    EXPECT_TRUE(state.effects.shown_changed);
    EXPECT_FALSE(state.view.locked_query);
}

TEST(MapSets, ALockStaysBetweenSetsWithTheSameQueries) {
    AppState state = state_showing(MapSet::kDecoder);
    apply(state, ToggleLock{1, 0});
    run_command(state, CommandId::kShowCross);
    EXPECT_EQ(state.view.locked_query, 1);
    EXPECT_FALSE(state.view.locked_key);
}

TEST(MapSets, UndoBringsBackSelectionAndLockOfASetOnceItIsShown) {
    AppState state = state_showing(MapSet::kEncoder);
    apply(state, SelectHead{{1, 2}});
    apply(state, ToggleLock{4, 3});
    const ViewState before = state.view;
    run_command(state, CommandId::kShowCross);
    accept_trace(state, make_shown_translation(kSource, kTarget, {SpecialsMode::kKeep, MapSet::kCross}));
    EXPECT_EQ(state.view.selected, HeadRef());  // one layer of two heads has no 1:2
    run_command(state, CommandId::kUndo);
    EXPECT_LT(state.view.selected.layer, state.shown->n_layers());  // the maps of the other set are still drawn
    accept_trace(state, make_shown_translation(kSource, kTarget, {SpecialsMode::kKeep, MapSet::kEncoder}));
    EXPECT_EQ(state.view, before);
}

TEST(MapSets, MapsOfASetThatIsNoLongerWantedAreAskedForAgain) {
    AppState state = state_showing(MapSet::kEncoder);
    run_command(state, CommandId::kShowDecoder);
    state.effects = {};
    accept_trace(state, make_shown_translation(kSource, kTarget, {SpecialsMode::kKeep, MapSet::kEncoder}));
    EXPECT_EQ(state.view.map_set, MapSet::kDecoder);
    EXPECT_TRUE(state.effects.shown_changed);
}

TEST(MapSets, InCrossAttentionTheLitKeyIsASourceToken) {
    AppState state = state_showing(MapSet::kCross);
    state.view.selected = {0, 1};
    apply(state, PointAt{Hover{1, std::nullopt, std::nullopt}});
    EXPECT_EQ(lit_query(state), 1);
    EXPECT_EQ(lit_key(state), 2);
    apply(state, PointAt{Hover{std::nullopt, 4, std::nullopt}});
    EXPECT_FALSE(lit_query(state));
    EXPECT_EQ(lit_key(state), 4);
    apply(state, PointAt{Hover{2, std::nullopt, std::nullopt}});  // there are two target tokens
    EXPECT_FALSE(lit_query(state));
}

TEST(MapSets, TabWalksThroughTheTargetOfCrossAttention) {
    AppState state = state_showing(MapSet::kCross);
    for (const Index expected : {0, 1, 0}) {
        run_command(state, CommandId::kNextToken);
        EXPECT_EQ(state.view.locked_query, expected);
    }
}

TEST(MapSets, ARectangularMapHasSquareCellsAndFindsThem) {
    MapGeometry::Metrics metrics;
    const MapGeometry map({0, 0, 500, 450}, 2, 5, metrics);
    EXPECT_FLOAT_EQ(map.map().w, 5 * map.cell());
    EXPECT_FLOAT_EQ(map.map().h, 2 * map.cell());
    for (Index row = 0; row < 2; ++row) {
        for (Index col = 0; col < 5; ++col) {
            const Rect cell = map.cell_rect(row, col);
            const auto hit = map.hit({cell.x + cell.w / 2, cell.y + cell.h / 2});
            ASSERT_TRUE(hit);
            EXPECT_EQ(hit->row, row);
            EXPECT_EQ(hit->col, col);
        }
    }
}

TEST(MapSets, ARectangularThumbnailLiesInsideItsSquareAndNeverBecomesALine) {
    const Rect thumb{10, 20, 80, 80};
    EXPECT_EQ(map_in_thumb(thumb, 7, 7), thumb);
    EXPECT_EQ(map_in_thumb(thumb, 2, 4), (Rect{10, 40, 80, 40}));
    EXPECT_EQ(map_in_thumb(thumb, 4, 2), (Rect{30, 20, 40, 80}));
    EXPECT_EQ(map_in_thumb(thumb, 1, 400), (Rect{10, 50, 80, 20}));
}

TEST(TypedIds, AreNumbersWithSpacesOrCommasBetweenThem) {
    const auto typed = read_typed_ids(" 12, 7 99");
    ASSERT_TRUE(typed.has_value());
    EXPECT_EQ(typed.value().ids, (std::vector<TokenId>{12, 7, 99}));
    ASSERT_EQ(typed.value().spans.size(), 3U);
    EXPECT_EQ(typed.value().spans[1].begin, 5U);
    EXPECT_EQ(typed.value().spans[1].end, 6U);
}

TEST(TypedIds, AWordIsAnErrorThatNamesItAndSaysWhatToType) {
    const auto typed = read_typed_ids("12 man");
    ASSERT_FALSE(typed.has_value());
    EXPECT_NE(typed.error().message.find("\"man\""), std::string::npos);
    EXPECT_NE(typed.error().message.find("type token ids"), std::string::npos);
    EXPECT_FALSE(read_typed_ids("99999999999").has_value());
    EXPECT_FALSE(read_typed_ids("  ").has_value());
}

}  // namespace
}  // namespace headscope
