#pragma once

#include "app/widgets/geometry.h"
#include "core/base/matrix.h"

namespace headscope {

// How large the head grid's tiles are so that all of them fit into a room. Pixels.

// The sizes to go by.
struct GridMetrics {
    float layer_label = 34;       // width of a block's column of layer names
    float head_label = 20;        // height of the row of head numbers, or of the line above a list
    float caption = 32;           // height under a thumbnail
    float title = 16;             // height above a thumbnail of a list
    float gap = 7;                // between thumbnails that are not tiny
    float least_captioned = 40;   // smaller thumbnails have no caption
    float least_titled = 24;      // and no title
    float max_thumb = 420;        // at zoom 1
    float max_zoomed = 640;       // at any zoom
    float row_pitch = 13;         // least distance between two layer names
    float column_pitch = 24;      // and between two head numbers
    float max_words_width = 190;  // of a tile of words at zoom 1
    float max_words_height = 112;
};

// What is drawn in tiles.
struct GridContents {
    Index columns = 1;  // heads a layer; of a list nothing
    Index rows = 1;     // layers; of a list nothing
    Index count = 1;    // tiles
    bool is_list = false;
    bool is_words = false;  // tiles of words are wide, maps are square
};

// The width of a block's column of layer names; a list has none.
inline float gutter_width(const GridContents& contents, const GridMetrics& metrics) {
    return contents.is_list ? 0 : metrics.layer_label;
}

// Of what a tile consists, from above; 0: it has no such part.
struct TileParts {
    float gap = 0;      // between it and its neighbours
    float title = 0;    // height
    float caption = 0;  // height
    float thumb = 1;    // the side of the thumbnail's square
};
TileParts tile_parts(const GridContents& contents, const GridMetrics& metrics, float cell_width, float cell_height);

// An arrangement at zoom 1, where everything is in sight. A cell is a tile and its share of what lies between tiles.
struct GridFit {
    Index columns = 1, rows = 1;  // of a block
    Index blocks = 1;             // side by side
    float cell_width = 1, cell_height = 1;
    float score = 0;  // the larger the better: about the side of a thumbnail
};
// The best one for a room, labels included. There must be at least one tile.
GridFit best_grid_fit(const Rect& room, const GridContents& contents, const GridMetrics& metrics);

}  // namespace headscope
