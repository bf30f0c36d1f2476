#pragma once

#include <optional>
#include <string>

#include "app/views/ui.h"
#include "app/widgets/geometry.h"
#include "core/export/colormap.h"

namespace headscope {

// One function a panel. Each draws into `rect` of the current ImGui window from the const state, and appends what the
// person asked for to ui.actions.
void draw_top_bar(const Ui& ui, const Rect& rect);
void draw_sentence_boxes(const Ui& ui, const Rect& rect);  // a part of the top bar
void draw_token_strip(const Ui& ui, const Rect& rect);
void draw_head_grid(const Ui& ui, const Rect& rect);
void draw_map(const Ui& ui, const Rect& rect);
void draw_links(const Ui& ui, const Rect& rect);
// The card below the large map: the links, or what ViewState::side says.
void draw_side_card(const Ui& ui, const Rect& rect);
void draw_facts_card(const Ui& ui, const Rect& rect);
void draw_find_card(const Ui& ui, const Rect& rect);
void draw_effect_card(const Ui& ui, const Rect& rect);
void draw_guess_card(const Ui& ui, const Rect& rect);
// The names of these cards in a row, of which one is shown. Returns where the row goes on.
float draw_side_tabs(const Ui& ui, const Rect& row);
void draw_status_bar(const Ui& ui, const Rect& rect);

// Windows of their own over the panels; each closes itself by an action.
void draw_open_dialog(const Ui& ui, const Rect& window);
void draw_examples_menu(const Ui& ui, const Rect& window);
void draw_export_dialog(const Ui& ui, const Rect& window);
void draw_session_dialog(const Ui& ui, const Rect& window);
void draw_head_plane(const Ui& ui, const Rect& window);
void draw_help_sheet(const Ui& ui, const Rect& window);
void draw_palette(const Ui& ui, const Rect& window);
void draw_first_steps(const Ui& ui, const Rect& window);  // no popup: it stays while one works
void draw_main_menu(const Ui& ui, const Rect& window);
void draw_map_menu(const Ui& ui, const Rect& window);

// The colour map from 0 to 1, `bar` pixels wide, between the words for its ends, which need legend_words_width.
void draw_legend(const Ui& ui, ImVec2 right_top, float bar);
float legend_words_width(const Ui& ui);
// A colour map from left to right, with a thin frame.
void draw_colour_bar(ImDrawList& list, const Rect& bar, const Colormap& colours, ImU32 frame);

// A framed list of the folders, and the files with `extension`, where a typed path leads. The path of the pressed one.
std::optional<std::string> draw_path_list(const Ui& ui, const Rect& rect, const std::string& typed,
                                          std::string_view extension);

// What stands in a panel that has nothing to draw: the reason and the next step.
void draw_empty(const Ui& ui, const Rect& rect, std::string_view what, std::string_view next_step);

// The page that compares two texts, in place of the panels.
void draw_beside(const Ui& ui, float width, float height);

// The whole window of width × height pixels.
void draw_window(const Ui& ui, float width, float height);

}  // namespace headscope
