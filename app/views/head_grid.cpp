#include "app/views/head_grid.h"

#include <string>

#include "app/views/role_style.h"
#include "app/views/views.h"

namespace headscope {
namespace {

GridGeometry::Metrics scaled_metrics(const Ui& ui) {
    GridGeometry::Metrics metrics;
    for (float* length :
         {&metrics.layer_label, &metrics.head_label, &metrics.caption, &metrics.title, &metrics.gap,
          &metrics.least_captioned, &metrics.least_titled, &metrics.max_thumb, &metrics.max_zoomed, &metrics.row_pitch,
          &metrics.column_pitch, &metrics.max_words_width, &metrics.max_words_height}) {
        *length = ui.px(*length);
    }
    return metrics;
}

Index heads_a_row(const AppState& state) {
    return draws_layers(state) ? 1 : state.shown->n_heads();
}

GridGeometry::Contents contents_of(const AppState& state, const GridHeads& heads) {
    GridGeometry::Contents contents = heads.is_list()
                                          ? GridGeometry::list(static_cast<Index>(heads.heads().size()))
                                          : GridGeometry::by_layer(state.shown->n_layers(), heads_a_row(state));
    contents.is_words = state.view.grid_mode != GridMode::kMaps;
    return contents;
}

// What the grid has to say about itself.
std::string note_words(const GridFrame& frame) {
    if (!frame.heads.filtered().problem.empty()) return frame.heads.filtered().problem;
    if (frame.heads.filtered().is_waiting) return "The facts are being computed…";
    if (!frame.heads.missing().empty()) return frame.heads.missing();
    if (draws_layers(frame.ui.state) && frame.ui.state.view.grid_mode == GridMode::kMaps && !frame.query)
        return "Rollout: one map a layer, no head's own. N goes on to other values.";
    if (frame.ui.state.view.grid_mode == GridMode::kTargets && !frame.query && !frame.key)
        return "Point at a token: each tile then says where it looks.";
    return {};
}

// A head that was selected elsewhere comes into sight.
void follow_selection(const GridFrame& frame) {
    const HeadRef selected = frame.ui.state.view.selected;
    if (frame.ui.kept.grid_scrolled_to == selected) return;
    frame.ui.kept.grid_scrolled_to = selected;
    const std::optional<std::size_t> place = frame.heads.find(selected);
    if (!place || frame.at.is_whole()) return;
    const GridPlace showing = frame.at.showing(static_cast<Index>(*place));
    if (showing != frame.at.place()) frame.ui.ask(ScrollGrid{showing});
}

void draw_heads(const Ui& ui, const Rect& body) {
    GridHeads& heads = ui.kept.grid_heads;
    heads.update(ui.state);
    if (heads.heads().empty()) {
        draw_empty(ui, body, "No head fits the filter.", "Change it, or press Esc to empty it.");
        return;
    }
    const GridGeometry at(body, contents_of(ui.state, heads), ui.state.view.grid_place, scaled_metrics(ui));
    ImGui::SetCursorScreenPos(min_of(body));
    ImGui::BeginChild(
        "head grid", {body.w, body.h}, false,
        ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const std::optional<Index> query = lit_query(ui.state);
    const GridFrame frame{ui,
                          *ImGui::GetWindowDrawList(),
                          at,
                          heads,
                          query,
                          query ? ui.state.shown->query_place(*query) : std::nullopt,
                          lit_key_alone(ui.state)};
    if (at.is_list() && at.list_columns() != ui.state.grid_columns) ui.ask(GridDrawn{at.list_columns()});
    follow_selection(frame);
    frame.list.PushClipRect({body.x - ui.px(4), at.body().y - ui.px(4)}, max_of(at.body()), false);
    draw_grid_tiles(frame);
    draw_grid_marks(frame);
    frame.list.PopClipRect();
    draw_grid_labels(frame);
    draw_grid_note(frame, note_words(frame), !heads.filtered().problem.empty());
    handle_grid_pointer(frame, body);
    ImGui::EndChild();
}

}  // namespace

Rect GridFrame::map_rect(Index tile) const {
    const ShownTrace& shown = *ui.state.shown;
    return map_in_thumb(at.thumb_rect(tile), static_cast<Index>(shown.queries().size()),
                        static_cast<Index>(shown.keys().size()));
}

void draw_head_grid(const Ui& ui, const Rect& rect) {
    const Rect room = rect.inset(ui.px(14), ui.px(10));
    if (!ui.state.shown) {
        if (!ui.state.trace_problem.empty()) {
            draw_empty(ui, room, ui.state.trace_problem, ui.state.trace_next_step);
        } else if (ui.state.model || ui.state.is_loading) {
            draw_empty(ui, room, "Reading…", "The maps appear in a moment.");
        } else {
            draw_empty(ui, room, "No model is open.",
                       "Choose one with Ctrl+O, or run the program with a model folder.");
        }
        return;
    }
    const float bars = draw_grid_bars(ui, room) + ui.px(8);
    const float legend = ui.state.view.grid_mode == GridMode::kRoles ? ui.px(24) : 0;
    const Rect body{room.x, room.y + bars, room.w, std::max(1.0F, room.h - bars - legend)};
    if (legend > 0) draw_role_legend(ui, {room.x, body.bottom() + ui.px(4), room.w, legend - ui.px(4)});
    if (ui.state.shown->is_empty()) {
        draw_empty(ui, body, "The text has special tokens only.", "Type some words, or show special tokens (S).");
        return;
    }
    draw_heads(ui, body);
}

}  // namespace headscope
