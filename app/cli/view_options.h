#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/state/lesson.h"
#include "app/state/link_search.h"
#include "app/state/map_choices.h"
#include "app/state/map_zoom.h"
#include "app/state/pair_block.h"
#include "app/state/view_state.h"
#include "core/export/appearance.h"
#include "core/trace/links.h"
#include "core/trace/map_set.h"
#include "core/trace/weight_range.h"

namespace headscope {

// What the verb `view` asks of the window.
struct ViewOptions {
    std::string model;                // folder or name; empty: the default
    std::optional<std::string> text;  // none: the window's own first sentence
    std::optional<std::string> pair;
    bool specials_as_text = false;          // see EncodeOptions
    std::optional<std::string> target;      // what the decoder of an encoder–decoder model reads
    std::optional<MapSet> maps;             // which of its maps; none: cross-attention if there is a target
    std::string session;                    // a session file to open; empty: none
    std::filesystem::path settings_folder;  // where settings and the last session are kept; empty: nowhere
    std::string screenshot;                 // a PNG to write in place of staying open; empty: stay open
    int width = 0, height = 0;              // of the window, in screen coordinates; 0: the window's choice
    std::optional<Index> hover;             // token under the pointer
    std::optional<Index> lock;              // token that is locked
    std::optional<Index> lock_key;          // key that is locked, with it or alone
    std::vector<HeadRef> select;            // chosen heads, the first drawn large; empty: the window's choice
    std::optional<Combination> combine;     // them, as one map
    std::optional<GridMode> grid_mode;
    std::optional<HeadOrder> order;
    std::string filter;  // of heads
    std::optional<float> grid_zoom;
    std::optional<std::string> beside;  // a second text, on the page "side by side"
    std::string beside_model;           // folder or name of a model for it; empty: the same
    std::optional<LessonPlace> page;    // of the lesson; none: the maps
    std::vector<std::string> run;       // commands to run once there are maps, as one would seek them
    std::optional<LinkQuestion> find;   // heads that link words
    bool head_plane = false;            // heads by likeness
    std::optional<MapValues> values;    // what the maps' cells are
    std::optional<SideCard> side;       // the card below the large map
    Ablation off;                       // heads that are switched off; how, says off_by
    std::optional<SwitchOff> off_by;
    bool ranks = false;     // all heads by what changes without them
    bool presents = false;  // large and light, for a class
    std::optional<Theme> theme;
    std::optional<MapZoom> map_zoom;        // of the large map
    std::optional<MapRectangle> rectangle;  // cells of it that are summed
    bool map_sums = false;                  // its rows and columns are summed
    std::optional<MapCompare> compare;      // with the second of select
    bool words = false;                     // whole words
    std::optional<PairBlock> block;         // of two texts
    std::optional<WeightRange> range;       // which weight gets the last colour
    std::optional<LinksLayout> links;
    bool links_into = false;  // the token
    std::optional<float> links_threshold;
    std::optional<int> links_top_k;
    std::optional<ScaleKind> scale;  // how weights become colours
    double content_scale = 0;        // pixels a point, as a monitor would say; 0: the monitor's
};

// Opens the window and returns the program's exit status when it is closed.
using OpenWindow = int (*)(const ViewOptions&);

}  // namespace headscope
