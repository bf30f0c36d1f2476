#include <algorithm>
#include <array>
#include <optional>

#include "app/state/command_tables.h"
#include "app/state/grid_heads.h"
#include "app/state/selection.h"

// Going from head to head and from token to token.
namespace headscope {
namespace {

// In a list to the neighbour there, else to the one in the rows of layers.
void move_head(AppState& state, Index layers, Index heads) {
    ViewState view = state.view;
    GridHeads grid;
    grid.update(state);
    if (const std::optional<std::size_t> place = grid.find(view.selected); place && grid.is_list() && heads != 0) {
        const Index last = static_cast<Index>(grid.heads().size()) - 1;
        const Index next = std::clamp<Index>(static_cast<Index>(*place) + heads, 0, last);
        select_head(view, grid.heads()[static_cast<std::size_t>(next)]);
        change_view(state, view);
        return;
    }
    select_head(view, {std::clamp<Index>(view.selected.layer + layers, 0, state.shown->n_layers() - 1),
                       std::clamp<Index>(view.selected.head + heads, 0, state.shown->n_heads() - 1)});
    change_view(state, view);
}

// Locks the token `step` places on from the lit one, round the ends.
void move_token(AppState& state, Index step) {
    const std::vector<Index>& tokens = state.shown->queries();
    const auto count = static_cast<Index>(tokens.size());
    if (count == 0) return;
    const std::optional<Index> lit = lit_query(state);
    const std::optional<Index> place = lit ? state.shown->query_place(*lit) : std::nullopt;
    const Index next = place ? (*place + step + count) % count : (step > 0 ? 0 : count - 1);
    ViewState view = state.view;
    view.locked_query = tokens[static_cast<std::size_t>(next)];
    view.locked_key.reset();
    state.hover = {};
    state.pointer_rests = true;
    change_view(state, view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kPreviousHead, "Head to the left", "Selects the neighbouring head of the same layer.",
     plain(Key::kLeft), false, has_maps, [](AppState& state) { move_head(state, 0, -1); }},
    {CommandId::kNextHead, "Head to the right", "Selects the neighbouring head of the same layer.", plain(Key::kRight),
     false, has_maps, [](AppState& state) { move_head(state, 0, 1); }},
    {CommandId::kPreviousLayer, "Layer above", "Selects the head of the same number one layer earlier.",
     plain(Key::kUp), false, has_maps, [](AppState& state) { move_head(state, -1, 0); }},
    {CommandId::kNextLayer, "Layer below", "Selects the head of the same number one layer later.", plain(Key::kDown),
     false, has_maps, [](AppState& state) { move_head(state, 1, 0); }},
    {CommandId::kNextToken, "Next token", "Locks the next token as the query.", plain(Key::kTab), false, has_maps,
     [](AppState& state) { move_token(state, 1); }},
    {CommandId::kPreviousToken, "Previous token", "Locks the previous token as the query.", with_shift(Key::kTab),
     false, has_maps, [](AppState& state) { move_token(state, -1); }},
});

}  // namespace

std::span<const Command> head_commands() {
    return kCommands;
}

}  // namespace headscope
