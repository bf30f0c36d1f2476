#pragma once

#include <optional>

#include "app/views/ui.h"
#include "app/widgets/grid_geometry.h"

namespace headscope {

// What the parts of the head grid draw from in one frame.
struct GridFrame {
    const Ui& ui;
    ImDrawList& list;
    const GridGeometry& at;
    const GridHeads& heads;
    std::optional<Index> query;  // the lit one, if it is drawn
    std::optional<Index> place;  // of its row in the maps
    std::optional<Index> key;    // the lit one where no query is lit, if it is drawn

    HeadRef head(Index tile) const { return heads.heads()[static_cast<std::size_t>(tile)]; }
    bool is_words() const { return ui.state.view.grid_mode != GridMode::kMaps; }
    // Where the map lies in a thumbnail.
    Rect map_rect(Index tile) const;
    // The tile's picture: its map's thumbnail, or the tile of words.
    Rect picture_rect(Index tile) const { return is_words() ? at.words_rect(tile) : at.thumb_rect(tile); }
};

// Two rows of switches above the grid: modes, order and filter; tokens, scale and legend. Returns their height.
float draw_grid_bars(const Ui& ui, const Rect& rect);
void draw_grid_tiles(const GridFrame& frame);
// The marks on the tiles: lit row, frames and numbers of the chosen heads.
void draw_grid_marks(const GridFrame& frame);
// Names of rows and columns, or what a list is ordered by.
void draw_grid_labels(const GridFrame& frame);
// One line over the lower edge of the grid; nothing without words.
void draw_grid_note(const GridFrame& frame, std::string_view words, bool is_problem);
// Pointing, choosing, zooming and moving.
void handle_grid_pointer(const GridFrame& frame, const Rect& room);

}  // namespace headscope
