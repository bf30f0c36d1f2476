#include <array>
#include <optional>

#include "app/state/actions.h"
#include "app/state/command_tables.h"

// The large map: what of it is seen, and what is read off it.
namespace headscope {
namespace {

constexpr float kZoomAPress = 1.5F;

// The place of a lit token on its axis, 0 to 1; the middle of what is seen where none is lit.
float middle_of(std::optional<Index> place, std::size_t count, float otherwise) {
    return place ? (static_cast<float>(*place) + 0.5F) / static_cast<float>(count) : otherwise;
}

// Keeps the lit cell where it is.
void zoom(AppState& state, float times) {
    const ShownTrace& shown = *state.shown;
    if (shown.is_empty()) return;
    const std::optional<Index> query = lit_query(state);
    const std::optional<Index> key = lit_key(state);
    const MapZoom& now = state.view.map_zoom;
    const float x = middle_of(key ? shown.key_place(*key) : std::nullopt, shown.keys().size(), now.x);
    const float y = middle_of(query ? shown.query_place(*query) : std::nullopt, shown.queries().size(), now.y);
    const auto rows = static_cast<Index>(shown.queries().size());
    const auto cols = static_cast<Index>(shown.keys().size());
    apply(state, ZoomMap{zoomed_about(now, x, y, times, most_zoom(rows, cols))});
}

void fit(AppState& state) {
    ViewState view = state.view;
    view.map_zoom = {};
    change_view(state, view);
}

void toggle_sums(AppState& state) {
    ViewState view = state.view;
    view.map_sums = !view.map_sums;
    change_view(state, view);
}

void select_all_cells(AppState& state) {
    const ShownTrace& shown = *state.shown;
    if (shown.is_empty()) return;
    apply(state, SelectCells{MapRectangle{shown.queries().front(), shown.queries().back(), shown.keys().front(),
                                          shown.keys().back()}});
}

void free_cells(AppState& state) {
    ViewState view = state.view;
    view.rectangle.reset();
    change_view(state, view);
}

constexpr auto kCommands = std::to_array<Command>({
    {CommandId::kMapZoomIn, "Zoom into the map",
     "Makes the large map's cells larger round the lit one; so does the wheel.", plain(Key::kRightBracket), false,
     has_maps, [](AppState& state) { zoom(state, kZoomAPress); }},
    {CommandId::kMapZoomOut, "Zoom out of the map", "Shows more of the large map; so does the wheel.",
     plain(Key::kLeftBracket), false, has_maps, [](AppState& state) { zoom(state, 1 / kZoomAPress); }},
    {CommandId::kMapFit, "Fit the map", "Shows all of the large map; so does a double click on it.", plain(Key::kHome),
     false, has_maps, fit},
    {CommandId::kMapSums, "Sums of rows and columns",
     "Beside each row of the large map what its token gives in all, below each column what its token gets.",
     plain(Key::kU), false, has_maps, toggle_sums},
    {CommandId::kSelectCells, "Select all cells",
     "Selects the whole large map and shows its sum and mean; hold shift and drag to select a part.",
     with_ctrl(Key::kA), false, has_maps, select_all_cells},
    {CommandId::kFreeCells, "Select no cells", "Lets the selected rectangle of the large map go, as Esc does.",
     std::nullopt, false, [](const AppState& state) { return state.view.rectangle.has_value(); }, free_cells},
    {CommandId::kCycleCompare, "Compare two heads: next way",
     "The head that was added first (shift-click), or the one under the pointer: beside the selected one, its "
     "difference from it, or not at all, in turn.",
     plain(Key::kV), false, has_maps, cycle_view<&ViewState::compare, kMapCompareCount>},
    {CommandId::kCompareSideBySide, "Compare two heads side by side",
     "Draws the head that was added first, or the one under the pointer, beside the selected one.", std::nullopt, false,
     has_maps, set_view<&ViewState::compare, MapCompare::kSideBySide>},
    {CommandId::kCompareDifference, "Difference of two heads",
     "Draws the selected head's weights minus those of the one that was added first, or is under the pointer.",
     std::nullopt, false, has_maps, set_view<&ViewState::compare, MapCompare::kDifference>},
    {CommandId::kCompareNothing, "Compare nothing", "Draws the selected head alone again.", std::nullopt, false,
     has_maps, set_view<&ViewState::compare, MapCompare::kOff>},
    {CommandId::kMapMenu, "Switches of the map",
     "All switches of the large map, also those that its panel has no room for.", plain(Key::kMenu), false, has_maps,
     [](AppState& state) { open_popup(state, Popup::kMapMenu); }},
});

}  // namespace

std::span<const Command> map_commands() {
    return kCommands;
}

}  // namespace headscope
