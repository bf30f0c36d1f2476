#include <array>

#include "app/state/command_tables.h"
#include "app/state/value_words.h"

// Words, texts and the range of colours.
namespace headscope {
namespace {

void toggle_words(AppState& state) {
    ViewState view = state.view;
    view.words = !view.words;
    change_view(state, view);
}

template <auto value>
constexpr auto set_block = set_view<&ViewState::block, value>;
template <auto value>
constexpr auto set_range = set_view<&ViewState::range, value>;

// Passes over a range that would look like the one before.
void cycle_range(AppState& state) {
    ViewState view = state.view;
    do {
        view.range = static_cast<WeightRange>((static_cast<int>(view.range) + 1) % 4);
    } while (view.range == WeightRange::kFixed && state.shown && !has_fixed_range(*state.shown));
    change_view(state, view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kToggleWords, "Whole words or pieces",
     "Joins the pieces of each word: the weight to a word is the sum over its pieces, from a word the mean over them.",
     plain(Key::kW), false, always, toggle_words},
    {CommandId::kCycleBlock, "Block of two texts: next",
     "All of the map, or only how one text looks at itself or at the other: A to A, A to B, B to A, B to B, in turn.",
     plain(Key::kY), false, has_blocks, cycle_view<&ViewState::block, kPairBlockCount>},
    {CommandId::kBlockAll, "All blocks", "Shows how both texts look at both.", std::nullopt, false, has_blocks,
     set_block<PairBlock::kAll>},
    {CommandId::kBlockAToA, "Only A to A", "Shows only how the first text looks at itself.", std::nullopt, false,
     has_blocks, set_block<PairBlock::kAToA>},
    {CommandId::kBlockAToB, "Only A to B", "Shows only how the first text looks at the second.", std::nullopt, false,
     has_blocks, set_block<PairBlock::kAToB>},
    {CommandId::kBlockBToA, "Only B to A", "Shows only how the second text looks at the first.", std::nullopt, false,
     has_blocks, set_block<PairBlock::kBToA>},
    {CommandId::kBlockBToB, "Only B to B", "Shows only how the second text looks at itself.", std::nullopt, false,
     has_blocks, set_block<PairBlock::kBToB>},
    {CommandId::kCycleRange, "Range of colours: next",
     "Which weight gets the last colour: 1, or the largest of its row, of its head, or of all heads, in turn.",
     with_shift(Key::kC), false, always, cycle_range},
    {CommandId::kRangeFixed, "Colours from 0 to 1", "The last colour is the weight 1 everywhere: all can be compared.",
     std::nullopt, false, always, set_range<WeightRange::kFixed>},
    {CommandId::kRangeRow, "Colours by row", "The last colour is the largest weight of each row.", std::nullopt, false,
     always, set_range<WeightRange::kRow>},
    {CommandId::kRangeHead, "Colours by head", "The last colour is the largest weight of each head.", std::nullopt,
     false, always, set_range<WeightRange::kHead>},
    {CommandId::kRangeAll, "Colours by all heads", "The last colour is the largest weight of all heads.", std::nullopt,
     false, always, set_range<WeightRange::kAll>},
});

}  // namespace

std::span<const Command> words_commands() {
    return kCommands;
}

}  // namespace headscope
