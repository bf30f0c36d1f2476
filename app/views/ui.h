#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "app/state/actions.h"
#include "app/state/app_state.h"
#include "app/state/grid_heads.h"
#include "app/state/key_chord.h"
#include "app/state/map_compare.h"
#include "app/state/map_reading.h"
#include "app/state/path_choices.h"
#include "app/state/shown_links.h"
#include "app/widgets/controls.h"
#include "app/widgets/graphics.h"
#include "app/widgets/keyboard_focus.h"
#include "app/widgets/label_cache.h"
#include "app/widgets/map_geometry.h"
#include "app/widgets/matrix_pictures.h"
#include "app/widgets/text_box.h"
#include "app/widgets/text_layout.h"
#include "core/trace/token_match.h"

namespace headscope {

// Where the keyboard is in the menu.
struct MenuPlace {
    std::size_t part = 0;
    std::optional<std::size_t> command;  // none: among the parts
};

// Which map something was made of, for as long as that map lives.
struct LargeMapKey {
    std::weak_ptr<const ShownTrace> shown;
    std::weak_ptr<const CombinedMap> combined;
    std::optional<HeadRef> head;

    bool operator==(const LargeMapKey& other) const {
        return shown.lock() == other.shown.lock() && combined.lock() == other.combined.lock() && head == other.head;
    }
};
LargeMapKey key_of(const AppState& state, const LargeMap& large);

// Sums of the map that was drawn large last.
struct MapSumsCache {
    std::optional<LargeMapKey> key;
    MapSums sums;
};

// The difference that was drawn last.
struct MapDifferenceCache {
    std::optional<LargeMapKey> key;
    HeadRef minus;
    std::optional<MapDifference> difference;
};

// The strongest link of each token, as drawn last.
struct StrongestLinksCache {
    std::optional<LargeMapKey> key;
    bool into = false;
    float threshold = 0;
    std::vector<DrawnLink> links;
};

// Of each head the strongest link into a key, read when it is first drawn: a column lies across all of a map's memory.
struct LinksIntoKeyCache {
    std::weak_ptr<const ShownTrace> shown;
    Index key = -1;
    std::vector<std::optional<DrawnLink>> links;  // layer · n_heads + head
};

// Numbers of the page "side by side" as they are drawn, made anew when what they depend on changes.
struct BesideDrawings {
    std::uint64_t of = 0;  // serial of the numbers
    HeadRef first_head, second_head;
    std::uint64_t stamp = 0;           // grows with every change
    std::vector<float> first, second;  // weights of the drawn tokens; −1 where masked
    std::vector<Index> matched;        // tokens of the first text that the second has too
    MatchedDifference difference;      // second − first of matched tokens
    float largest_change = 0;          // of the difference, without its sign
    std::vector<float> distances;      // of every head, as a share of the largest
    float largest_distance = 0;
};

// What the views keep between frames that is no one's choice: scroll positions of boxes, caches of drawings.
struct UiState {
    TextBoxState sentence_box;
    TextBoxState pair_box;
    TextBoxState target_box;
    TextBoxState beside_box;
    TextBoxState filter_box;
    TextBoxState size_box;       // of the lesson's calculators
    TextBoxState find_from_box;  // of the card that finds links
    TextBoxState find_to_box;
    TextBoxState find_rival_box;
    std::vector<Point> lasso;                // drawn round heads of the head plane
    TextBoxState path_box;                   // of whichever dialog is open
    std::optional<Index> scrolled_to_query;  // the tokens that the strip last brought into sight
    std::optional<Index> scrolled_to_key;
    std::optional<Index> links_scrolled_to;           // likewise the links
    std::optional<MapGeometry::Cell> rectangle_from;  // where a rectangle on the large map is being drawn up from
    std::optional<MapRectangle> dragged_rectangle;    // and how far it goes now
    std::array<MapSumsCache, 2> map_sums;             // of the large map, and the one beside it
    MapDifferenceCache map_difference;
    StrongestLinksCache strongest_links;
    LinksIntoKeyCache links_into_key;
    GridHeads grid_heads;
    std::optional<HeadRef> grid_scrolled_to;  // the selected head that the grid last brought into sight
    std::optional<Point> grid_pressed_at;     // where the left button went down on the grid
    std::vector<HeatmapTile> tiles;           // reused from frame to frame
    std::optional<std::string> choices_of;    // the path and kind of file that a dialog's list belongs to
    std::vector<PathChoice> choices;
    std::string inspected;    // the path that was last looked at for a model
    MatrixPictures matrices;  // of the lesson and the page "side by side"
    BesideDrawings beside;
    std::optional<LessonPlace> lesson_at;  // the page and step that the last frame drew
    bool wants_frame = false;              // something moves: draw again soon
    KeyboardFocus keyboard;
    TextBoxState query_box;      // of the palette or the help sheet
    std::string palette_of;      // the query that the palette's choice belongs to
    std::size_t palette_at = 0;  // the chosen line
    MenuPlace menu_at;
    Rect map_menu_button;                       // where the large map's "…" was drawn last
    std::size_t map_menu_at = 0;                // the line of its menu that the keyboard is on
    std::optional<PanelShares> dragged_panels;  // while a line between panels is being moved
    std::size_t example_at = 0;                 // the line of the examples that the keyboard is on
};

// What a view draws with. `state` is const to the views but for the text boxes, which edit their own text.
struct Ui {
    AppState& state;
    UiState& kept;
    Actions& actions;
    Graphics& graphics;
    LabelCache& labels;
    TextLayoutEngine& layouts;
    Clipboard& clipboard;
    std::span<const InputEvent> input;  // keys and characters of this frame, for the focused text box
    ControlStyle style;

    float px(float units) const { return style.px(units); }
    const Palette& palette() const { return *style.palette; }
    void ask(Action action) const { actions.push_back(std::move(action)); }
};

// A token of one of the shown maps' axes.
enum class Axis { kQuery, kKey };
struct AxisToken {
    Axis axis;
    Index index;
};
inline AxisToken query_token(Index index) {
    return {Axis::kQuery, index};
}
inline AxisToken key_token(Index index) {
    return {Axis::kKey, index};
}

// A token's label on one line, cut at the end if it is wider than max_width (0: never).
const Label& token_text(const Ui& ui, AxisToken token, float size, float max_width);
void draw_token_in(const Ui& ui, ImDrawList& list, AxisToken token, const Rect& rect, float size, ImU32 colour,
                   Align align);

// A box that edits one of the state's texts; the keys and characters of the frame go to the one with the focus.
struct BoxLook {
    const char* id;
    std::string_view placeholder;
    std::span<const TextHighlight> highlights = {};
};
TextBoxResult text_box(const Ui& ui, const Rect& rect, TextFocus which, TextEdit& edit, TextBoxState& kept,
                       const BoxLook& look);

// A command's keys, "Ctrl+P", "F or /", or nothing.
std::string key_words(const Command& command);
// Draws it in a small frame that ends at `right_middle`; returns its width, 0 without a key.
float draw_key_at(const Ui& ui, ImVec2 right_middle, const Command& command);
// The program's own words, wrapped at the right end of `rect`; returns their height.
float draw_wrapped(const Ui& ui, const Rect& rect, ImU32 colour, std::string_view words, ImFont* font = nullptr);

// A sentence under the pointer over quiet words that stand at the left end of `row`; nothing without a sentence.
void tip_on_words(const Ui& ui, const Rect& row, std::string_view words, std::string_view tip);

// Keys that moved a choice among `count` lines, from the events of the frame that no text box took: up and down by one,
// pages by `page`, home and end.
struct ListKeys {
    std::size_t at = 0;
    bool has_moved = false;
    bool is_entered = false;
};
ListKeys walk_list(std::span<const InputEvent> events, std::size_t at, std::size_t count, std::size_t page);
// Scrolls the current window so that a line of it is in sight, from `top` (in its content) on.
void scroll_to_line(float top, float height);

// A window of its own over the panels. Pressing outside of it closes the popup. Ends with end_card.
void begin_card(const Ui& ui, const char* id, const Rect& card);
void end_card(const Ui& ui, const Rect& card);

// ".34", "1.0", "0": two digits for narrow places.
std::string short_weight(float weight);
// Four significant digits, such as "0.3450".
std::string precise_weight(float weight);
// The same of a value of the shown maps: of a change always with its sign.
std::string short_value(const ShownTrace& shown, float value);
std::string precise_value(const ShownTrace& shown, float value);
// "3·5", layer and head of a map; of a rollout its layers, "0–3".
std::string map_name(const ShownTrace& shown, HeadRef head);
// How the shown maps are drawn.
HeatmapStyle heatmap_style(const AppState& state, bool cell_gaps);

}  // namespace headscope
