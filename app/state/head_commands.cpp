#include <algorithm>
#include <array>
#include <optional>

#include "app/state/command_tables.h"
#include "app/state/grid_heads.h"
#include "app/state/selection.h"

// Going from head to head and from token to token.
namespace headscope {
namespace {

void move_head(AppState& state, GridStep step) {
    ViewState view = state.view;
    select_head(view, head_beside(state, view.selected, step));
    change_view(state, view);
}

// The token `step` places on, round the ends; the first or last from nowhere. None if none is drawn.
std::optional<Index> token_beside(const std::vector<Index>& tokens, std::optional<Index> place, Index step) {
    const auto count = static_cast<Index>(tokens.size());
    if (count == 0) return std::nullopt;
    const Index next = place ? (*place + step + count) % count : (step > 0 ? 0 : count - 1);
    return tokens[static_cast<std::size_t>(next)];
}

// Locks them by the keyboard, which says what is lit from now on.
void lock(AppState& state, std::optional<Index> query, std::optional<Index> key) {
    ViewState view = state.view;
    view.locked_query = query;
    view.locked_key = key;
    state.hover = {};
    state.pointer_rests = true;
    change_view(state, view);
}

void move_token(AppState& state, Index step) {
    const std::optional<Index> lit = lit_query(state);
    const auto next = token_beside(state.shown->queries(), lit ? state.shown->query_place(*lit) : std::nullopt, step);
    if (next) lock(state, next, std::nullopt);
}

void move_key(AppState& state, Index step) {
    const std::optional<Index> lit = lit_key(state);
    const auto next = token_beside(state.shown->keys(), lit ? state.shown->key_place(*lit) : std::nullopt, step);
    if (next) lock(state, state.view.locked_query, next);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kPreviousHead, "Head to the left", "Selects the tile to the left in the grid.", plain(Key::kLeft),
     false, has_maps, [](AppState& state) { move_head(state, GridStep::kLeft); }},
    {CommandId::kNextHead, "Head to the right", "Selects the tile to the right in the grid.", plain(Key::kRight), false,
     has_maps, [](AppState& state) { move_head(state, GridStep::kRight); }},
    {CommandId::kPreviousLayer, "Head above",
     "Selects the tile above: the head of the layer before, or the one there in a list.", plain(Key::kUp), false,
     has_maps, [](AppState& state) { move_head(state, GridStep::kUp); }},
    {CommandId::kNextLayer, "Head below",
     "Selects the tile below: the head of the layer after, or the one there in a list.", plain(Key::kDown), false,
     has_maps, [](AppState& state) { move_head(state, GridStep::kDown); }},
    {CommandId::kNextToken, "Next token", "Locks the next token as the query.", plain(Key::kTab), false, has_maps,
     [](AppState& state) { move_token(state, 1); }},
    {CommandId::kPreviousToken, "Previous token", "Locks the previous token as the query.", with_shift(Key::kTab),
     false, has_maps, [](AppState& state) { move_token(state, -1); }},
    {CommandId::kNextKey, "Next key",
     "Locks the next token as the key: alone, every view shows who looks at it; with a locked query, that one weight.",
     with_ctrl(Key::kTab), false, has_maps, [](AppState& state) { move_key(state, 1); }},
    {CommandId::kPreviousKey, "Previous key", "Locks the previous token as the key.", with_ctrl_shift(Key::kTab), false,
     has_maps, [](AppState& state) { move_key(state, -1); }},
});

}  // namespace

std::span<const Command> head_commands() {
    return kCommands;
}

}  // namespace headscope
