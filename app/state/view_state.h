#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/map_choices.h"
#include "app/state/map_zoom.h"
#include "app/state/pair_block.h"
#include "app/state/panel_shares.h"
#include "app/state/shown_values.h"
#include "core/base/matrix.h"
#include "core/export/appearance.h"
#include "core/nn/transformer.h"
#include "core/trace/combined_heads.h"
#include "core/trace/head_facts.h"
#include "core/trace/links.h"
#include "core/trace/map_set.h"
#include "core/trace/weight_range.h"

namespace headscope {

// What stands below the large map.
enum class SideCard { kLinks, kFacts, kFind, kEffect, kGuess };
// For a class: large type and nothing else than one head, or than the grid of all.
enum class Presentation { kOff, kHead, kGrid };

// What a tile of the head grid shows: the head's map, the word that the lit token looks at most, or the head's role.
enum class GridMode { kMaps, kTargets, kRoles };

// In what order the head grid shows heads: in rows of layers, or in one list by the weight of the locked link, by
// likeness to a head, by a fact, or by how well each links words of marked sentences.
enum class OrderKind { kLayer, kLink, kSimilar, kFact, kRelation };
struct HeadOrder {
    OrderKind kind = OrderKind::kLayer;
    HeadRef like = {};           // of kSimilar
    Fact fact = Fact::kEntropy;  // of kFact
    std::string relation = {};   // of kRelation, one of relation_names(); any other stands for the first of them
    bool operator==(const HeadOrder&) const = default;
};

// Which part of the head grid is seen, whatever the window's size: at zoom 1 all of it; x and y say which point of it
// is in the middle, as fractions of its width and height.
struct GridPlace {
    float zoom = 1;
    float x = 0.5F;
    float y = 0.5F;
    bool operator==(const GridPlace&) const = default;
};

// What a person has chosen to see. Plain and comparable: undo and redo walk through values of it.
struct ViewState {
    HeadRef selected;                     // drawn large
    std::vector<HeadRef> linked;          // further chosen heads, in the order they were added; see selection.h
    std::optional<Combination> combined;  // the chosen heads are drawn large as one map
    std::optional<Index> locked_query;    // token index of that axis; stays lit until freed
    std::optional<Index> locked_key;      // likewise; with locked_query a cell, alone a column
    MapSet map_set = MapSet::kEncoder;    // of an encoder–decoder model
    SpecialsMode specials = SpecialsMode::kKeep;
    bool specials_as_text = false;  // special tokens typed in the text are cut like any other text
    ScaleKind scale = ScaleKind::kSqrt;
    Theme theme = Theme::kDark;
    bool words = false;                       // whole words in place of their pieces
    PairBlock block = PairBlock::kAll;        // of two texts read together
    WeightRange range = WeightRange::kFixed;  // which weight gets the last colour
    LinksLayout links_layout = LinksLayout::kColumns;
    bool links_into = false;    // links into the lit token in place of those from it
    float links_threshold = 0;  // weaker links are left out
    int links_top_k = 0;        // only the strongest are drawn; 0: all
    MapCompare compare = MapCompare::kOff;
    MapZoom map_zoom;                       // of the large map
    std::optional<MapRectangle> rectangle;  // cells of it whose sum is shown; token indices
    bool map_sums = false;                  // its rows and columns are summed
    int text_size = 0;                      // steps of 10 % up or down from the size that the screen asks for
    GridMode grid_mode = GridMode::kMaps;
    HeadOrder order;
    std::string filter;  // a HeadQuery; heads that it does not find are dimmed, or left out of a list
    GridPlace grid_place;
    PanelShares panels;
    Presentation presentation = Presentation::kOff;
    Theme theme_behind = Theme::kDark;  // of before the presentation, while there is one

    MapValues values = MapValues::kWeights;  // what the maps' cells are
    SideCard side = SideCard::kLinks;
    // Heads that are switched off, of each set of maps: all is computed without them (see switch_off.h).
    std::vector<HeadRef> off;
    std::vector<HeadRef> off_decoder;
    std::vector<HeadRef> off_cross;
    SwitchOff off_by = SwitchOff::kZero;

    bool operator==(const ViewState&) const = default;
};

// A view with what belongs to the person, not to what is looked at, taken from another.
inline ViewState with_looks_of(ViewState view, const ViewState& other) {
    view.theme = other.theme;
    view.text_size = other.text_size;
    view.panels = other.panels;
    view.presentation = other.presentation;
    view.theme_behind = other.theme_behind;
    return view;
}

constexpr int kMinTextSize = -3;
constexpr int kMaxTextSize = 10;
// As many as the links view has colours for, besides the selected one. More may be chosen: the first have links.
constexpr std::size_t kMaxLinkedHeads = 5;

// Where the pointer is, in every view at once. Gone with the next frame that does not set it again.
struct Hover {
    std::optional<Index> query;  // token index of that axis
    std::optional<Index> key;
    std::optional<HeadRef> head;

    bool operator==(const Hover&) const = default;
};

}  // namespace headscope
