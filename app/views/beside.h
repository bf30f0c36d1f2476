#pragma once

#include <functional>
#include <optional>
#include <span>

#include "app/views/ui.h"
#include "app/widgets/map_geometry.h"

namespace headscope {

// Parts of the page "side by side", shared by its files.

// What is lit on it: tokens of the first text and of the second, a matched pair of them where the other has one.
struct BesideLit {
    std::optional<Index> query, key;                // of the first text
    std::optional<Index> second_query, second_key;  // of the second
};

// One of the two texts: its maps and its drawn head.
struct BesideSide {
    const char* id;
    const ShownTrace& shown;
    HeadRef head;
    std::optional<Index> query, key;  // lit tokens of it
    bool is_second;
};

// Where a map of these queries by n_keys keys lies in `room`.
MapGeometry beside_map_geometry(const Ui& ui, const ShownTrace& shown, std::span<const Index> queries, Index n_keys,
                                const Rect& room);
// The labels of both axes, thinned by room.
using LabelColour = std::function<ImU32(Index token, Axis axis)>;
void draw_beside_labels(const Ui& ui, const ShownTrace& shown, const MapGeometry& geometry,
                        std::span<const Index> queries, std::span<const Index> keys, const LabelColour& colour);
// The map with its labels; tokens that the other text lacks are dim. `weights` are the drawn tokens' [queries, keys].
void draw_beside_map(const Ui& ui, const BesideNumbers& numbers, const BesideSide& side, const MapGeometry& geometry,
                     ConstMatrixView weights, std::uint64_t stamp);
// What the lit query looks at most, as a list with bars, down to the bottom of `rect`.
void draw_beside_row(const Ui& ui, const BesideNumbers& numbers, const BesideSide& side, const Rect& rect);

// A token's label, in the way of its own axis.
const Label& beside_label(const Ui& ui, const ShownTrace& shown, Index token, float size, float max_width);

// The third column: the difference of the matched tokens, and how far every head's maps are apart.
void draw_beside_difference(const Ui& ui, const BesideNumbers& numbers, const BesideLit& lit, const Rect& room);

}  // namespace headscope
