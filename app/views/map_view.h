#pragma once

#include <optional>

#include "app/state/large_map.h"
#include "app/state/map_compare.h"
#include "app/views/views.h"
#include "app/widgets/map_geometry.h"

namespace headscope {

// The parts of the large map's panel, one file each.

// A map that is being drawn, with where it lies.
struct MapDrawing {
    const Ui& ui;
    ImDrawList& list;
    const LargeMap& large;
    const MapGeometry& at;
    const MapDifference* difference = nullptr;  // drawn in place of the weights; null: none

    const ShownTrace& shown() const { return large.shown(); }
    Index query(Index row) const { return shown().queries()[static_cast<std::size_t>(row)]; }
    Index key(Index col) const { return shown().keys()[static_cast<std::size_t>(col)]; }
};

// What the large map is compared with in this frame.
struct MapComparison {
    MapCompare how = MapCompare::kOff;
    std::optional<HeadRef> head;                // none: nothing to compare with yet
    const MapDifference* difference = nullptr;  // null: not drawn

    bool is_side_by_side() const { return how == MapCompare::kSideBySide && head; }
};
// Makes the difference, and its texture, only when other maps are compared.
MapComparison compare_maps(const Ui& ui, const LargeMap& large);

// The name of what is drawn, tags and buttons on a row; `has_menu`: the button of the switches among them.
void draw_map_header(const Ui& ui, const Rect& row, const LargeMap& large, const MapComparison& compared,
                     bool has_menu);
// The quiet switches below the map, as many as fit, and behind them the button of the menu that holds all.
void draw_map_switches(const Ui& ui, const Rect& row, const MapComparison& compared);

// "…", which opens the menu of all switches.
float map_menu_button_width(const Ui& ui);
void draw_map_menu_button(const Ui& ui, const Rect& rect);

// The room that labels need: the width of the widest one of an axis.
float widest_map_label(const Ui& ui, Axis axis);
void draw_map_row_labels(const MapDrawing& drawing);
void draw_map_key_labels(const MapDrawing& drawing);
// "query ↓ key →" in the corner between the labels.
void draw_map_corner(const MapDrawing& drawing);

// Lines between two texts, and their letters at the edges.
void draw_map_blocks(const MapDrawing& drawing);

// The texture, the numbers in its cells, what is lit, and the selected rectangle.
void draw_map_cells(const MapDrawing& drawing);

// The room for the sums of rows and columns beside and below a map; none unless they are wanted.
struct SumsRoom {
    float right = 0;
    float below = 0;
};
SumsRoom map_sums_room(const Ui& ui);
void draw_map_sums(const MapDrawing& drawing);

// Hovering, locking, zooming, moving and selecting, on the map and its labels, which rise `beyond` to its right.
void handle_map_pointer(const MapDrawing& drawing, const Rect& body, float beyond);

// The exact value of the lit cell: on a card beside the map, or on a line where there is no room for one.
constexpr float kReadoutWidth = 168;
void draw_map_readout_card(const MapDrawing& drawing, const MapComparison& compared, const Rect& panel, float x);
void draw_map_readout_line(const Ui& ui, const Rect& row, const LargeMap& large, const MapComparison& compared);

}  // namespace headscope
