#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>

#include "app/views/views.h"
#include "app/widgets/map_geometry.h"
#include "core/export/colormap.h"

namespace headscope {
namespace {

constexpr float kLabelSize = 13;
constexpr float kLeastLabelSize = 11;
constexpr float kMaxLabel = 110;
constexpr float kReadoutWidth = 168;
constexpr float kReadoutHeight = 106;
constexpr float kLeastWidthForCard = 470;
constexpr float kSlant = std::numbers::pi_v<float> / 4;

std::string head_name(HeadRef head) {
    return "Layer " + std::to_string(head.layer) + " · Head " + std::to_string(head.head);
}

// Black or white, whichever is readable on the cell's colour.
ImU32 ink_on(const AppState& state, float weight) {
    const float position = colormap_position(state.view.scale, weight);
    const Rgb c = colormap_of(state.view.theme)[static_cast<std::size_t>(position * 255)];
    const float luma = 0.2126F * c.r + 0.7152F * c.g + 0.0722F * c.b;
    return luma > 120 ? IM_COL32(16, 18, 22, 255) : IM_COL32(240, 242, 245, 255);
}

float widest_label(const Ui& ui, Axis axis) {
    float width = ui.px(30);
    const std::vector<Index>& tokens = axis == Axis::kQuery ? ui.state.shown->queries() : ui.state.shown->keys();
    // Beyond this many, labels are thinned anyway and the widest of all would not be worth the search.
    const std::size_t looked_at = std::min<std::size_t>(tokens.size(), 128);
    for (std::size_t i = 0; i < looked_at; ++i) {
        width = std::max(width, token_text(ui, {axis, tokens[i]}, ui.px(kLabelSize), ui.px(kMaxLabel)).size.x);
    }
    return width;
}

ImU32 label_colour(const Ui& ui, AxisToken token) {
    const AppState& state = ui.state;
    const bool is_query = token.axis == Axis::kQuery;
    if (is_query && lit_query(state) == token.index) return ui.palette().query;
    if (!is_query && lit_key(state) == token.index) return ui.palette().key;
    const Token& facts = is_query ? state.shown->query_token(token.index) : state.shown->key_token(token.index);
    return facts.is_special ? ui.palette().dim : ui.palette().text;
}

// Whether the label at a place is drawn: every step-th, but a lit one takes the place of its neighbours.
bool is_label_drawn(Index place, std::optional<Index> lit, Index step) {
    if (lit && std::abs(*lit - place) < step) return *lit == place;
    return place % step == 0;
}

void draw_row_labels(const Ui& ui, ImDrawList& list, const MapGeometry& map, float size) {
    const ShownTrace& shown = *ui.state.shown;
    const std::optional<Index> query = lit_query(ui.state);
    const std::optional<Index> lit = query ? shown.query_place(*query) : std::nullopt;
    for (Index place = 0; place < static_cast<Index>(shown.queries().size()); ++place) {
        if (!is_label_drawn(place, lit, map.row_label_step())) continue;
        const AxisToken token = query_token(shown.queries()[static_cast<std::size_t>(place)]);
        const Label& label = token_text(ui, token, size, ui.px(kMaxLabel));
        const Rect row = map.row_rect(place);
        ui.labels.draw(list, {map.map().x - ui.px(8) - label.size.x, row.y + (row.h - label.size.y) / 2}, label,
                       label_colour(ui, token));
    }
}

void draw_column_labels(const Ui& ui, ImDrawList& list, const MapGeometry& map, float size) {
    const ShownTrace& shown = *ui.state.shown;
    const std::optional<Index> key = lit_key(ui.state);
    const std::optional<Index> lit = key ? shown.key_place(*key) : std::nullopt;
    for (Index place = 0; place < static_cast<Index>(shown.keys().size()); ++place) {
        if (!is_label_drawn(place, lit, map.key_label_step())) continue;
        const AxisToken token = key_token(shown.keys()[static_cast<std::size_t>(place)]);
        const Label& label = token_text(ui, token, size, ui.px(kMaxLabel));
        const Rect col = map.col_rect(place);
        ui.labels.draw_rotated(list, {col.x + col.w / 2, map.map().y - ui.px(5)}, label, {0, label.size.y * 0.6F},
                               -kSlant, label_colour(ui, token));
    }
}

void draw_cell_numbers(const Ui& ui, ImDrawList& list, const MapGeometry& map) {
    ImFont* font = ui.style.fonts->small;
    if (map.cell() < text_size(font, ".88").x + ui.px(4)) return;
    const ShownTrace& shown = *ui.state.shown;
    constexpr float kLeastShown = 0.1F;
    for (Index row = 0; row < static_cast<Index>(shown.queries().size()); ++row) {
        for (Index col = 0; col < static_cast<Index>(shown.keys().size()); ++col) {
            const float weight = shown.weight(ui.state.view.selected, shown.queries()[static_cast<std::size_t>(row)],
                                              shown.keys()[static_cast<std::size_t>(col)]);
            if (!(weight >= kLeastShown)) continue;
            draw_text_in(list, font, map.cell_rect(row, col), ink_on(ui.state, weight), short_weight(weight),
                         Align::kCentre);
        }
    }
}

void draw_crosshair(const Ui& ui, ImDrawList& list, const MapGeometry& map) {
    const AppState& state = ui.state;
    const auto outline = [&](const Rect& r, ImU32 colour) {
        const float thickness = map.cell() < ui.px(6) ? 1 : ui.px(1.5F);
        list.AddRect({r.x - 1, r.y - 1}, {r.right() + 1, r.bottom() + 1}, colour, 0, 0, thickness);
    };
    if (const auto key = lit_key(state)) outline(map.col_rect(*state.shown->key_place(*key)), ui.palette().key);
    if (const auto query = lit_query(state))
        outline(map.row_rect(*state.shown->query_place(*query)), ui.palette().query);
}

struct Readout {
    Index query;
    Index key;
    std::string weight;
    std::string rank;
};

std::optional<Readout> readout_of(const AppState& state) {
    const std::optional<Index> query = lit_query(state);
    const std::optional<Index> key = lit_key(state);
    if (!query || !key) return std::nullopt;
    const HeadRef head = state.view.selected;
    const ShownTrace& shown = *state.shown;
    if (shown.is_masked(head, *query, *key)) return Readout{*query, *key, "masked", "may not look there"};
    const std::string rank = "rank " + std::to_string(shown.rank(head, *query, *key)) + " of " +
                             std::to_string(shown.keys().size()) + " in row";
    const float sink = shown.sink_weight(head, *query);
    return Readout{*query, *key, precise_weight(shown.weight(head, *query, *key)),
                   sink > 0 ? rank + ", sink " + short_weight(sink) : rank};
}

void make_copyable(const Ui& ui, const Rect& rect) {
    if (area("value", rect).clicked) ui.ask(RunCommand{CommandId::kCopyValue});
    tip_if_hovered(ui.style, "Click to copy the exact weight (Ctrl+C).");
}

// The exact weight of the lit cell on a card of kReadoutWidth × kReadoutHeight; a click copies it.
void draw_readout_card(const Ui& ui, ImDrawList& list, const Rect& card, const Readout& readout) {
    draw_card(list, ui.style, card);
    const Rect inner = card.inset(ui.px(12), ui.px(10));
    const Label& from = token_text(ui, query_token(readout.query), ui.px(14), inner.w - ui.px(20));
    const float from_width = from.size.x;
    ui.labels.draw(list, min_of(inner), from, ui.palette().query);
    draw_text(list, ui.style.fonts->normal, {inner.x + from_width + ui.px(5), inner.y}, ui.palette().dim, "→");
    ui.labels.draw(list, {inner.x, inner.y + ui.px(20)}, token_text(ui, key_token(readout.key), ui.px(14), inner.w),
                   ui.palette().key);
    draw_text(list, ui.style.fonts->large, {inner.x, inner.y + ui.px(41)}, ui.palette().text, readout.weight);
    draw_text(list, ui.style.fonts->small, {inner.x, inner.y + ui.px(68)}, ui.palette().dim, readout.rank);
    make_copyable(ui, card);
}

// The same on one line, where there is no room for a card.
void draw_readout_line(const Ui& ui, ImDrawList& list, const Rect& row, const Readout& readout) {
    const float most = ui.px(90);
    float x = row.x;
    const auto add_token = [&](AxisToken token, ImU32 colour) {
        const Label& label = token_text(ui, token, ui.px(13), most);
        const float width = label.size.x;
        ui.labels.draw(list, {x, row.y + (row.h - label.size.y) / 2}, label, colour);
        x += width + ui.px(6);
    };
    const auto add_words = [&](ImFont* font, ImU32 colour, std::string_view words) {
        draw_text_in(list, font, {x, row.y, row.right() - x, row.h}, colour, words, Align::kLeft);
        x += text_size(font, words).x + ui.px(6);
    };
    add_token(query_token(readout.query), ui.palette().query);
    add_words(ui.style.fonts->normal, ui.palette().dim, "→");
    add_token(key_token(readout.key), ui.palette().key);
    add_words(ui.style.fonts->bold, ui.palette().text, readout.weight);
    add_words(ui.style.fonts->small, ui.palette().dim, readout.rank);
    make_copyable(ui, row);
}

void handle_pointer(const Ui& ui, const MapGeometry& map, const AreaState& pointer) {
    if (!pointer.hovered) return;
    const ShownTrace& shown = *ui.state.shown;
    const auto query = [&](Index row) { return shown.queries()[static_cast<std::size_t>(row)]; };
    const auto key = [&](Index col) { return shown.keys()[static_cast<std::size_t>(col)]; };
    if (const auto cell = map.hit(pointer.mouse)) {
        ui.ask(PointAt{Hover{query(cell->row), key(cell->col), std::nullopt}});
        if (pointer.clicked) ui.ask(ToggleLock{query(cell->row), key(cell->col)});
    } else if (const auto row = map.hit_row_label(pointer.mouse)) {
        ui.ask(PointAt{Hover{query(*row), std::nullopt, std::nullopt}});
        if (pointer.clicked) ui.ask(ToggleLock{query(*row)});
    } else if (const auto col = map.hit_col_label(pointer.mouse)) {
        ui.ask(PointAt{Hover{ui.state.view.locked_query, key(*col), std::nullopt}});
    }
}

// "How is this computed?" at the right end of a row. Returns its left end.
float draw_lesson_button(const Ui& ui, const Rect& row) {
    const Command& command = get_command(CommandId::kLesson);
    const bool is_narrow = row.w < ui.px(430);
    const std::string_view words = is_narrow ? std::string_view("How?") : std::string_view(command.label);
    ButtonLook look;
    look.tip = command.tip;
    const float width = button_width(ui.style, words, look);
    if (button(ui.style, "lesson", {row.right() - width, row.y, width, row.h}, words, look))
        ui.ask(RunCommand{CommandId::kLesson});
    return row.right() - width;
}

}  // namespace

void draw_map(const Ui& ui, const Rect& rect) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({rect.x, rect.y}, {rect.x, rect.bottom()}, ui.palette().line);
    const Rect room = rect.inset(ui.px(16), ui.px(10));
    if (!ui.state.shown || ui.state.shown->is_empty()) {
        draw_empty(ui, room, "No map yet.", "It shows the selected head, large, with every weight.");
        return;
    }
    const HeadRef head = ui.state.view.selected;
    const std::string name = head_name(head);
    const float button_left = draw_lesson_button(ui, {room.x, room.y, room.w, ui.px(26)});
    draw_text_in(list, ui.style.fonts->small, {room.x, room.y, button_left - ui.px(12) - room.x, ui.px(26)},
                 ui.palette().dim, "query ↓  key →", Align::kRight);
    draw_text_in(list, ui.style.fonts->bold, {room.x, room.y, room.w, ui.px(26)}, ui.palette().text, name,
                 Align::kLeft);
    float x = room.x + text_size(ui.style.fonts->bold, name).x + ui.px(10);
    const auto rows = static_cast<Index>(ui.state.shown->queries().size());
    const auto cols = static_cast<Index>(ui.state.shown->keys().size());
    x += tag(ui.style, {x, room.y + ui.px(3)}, std::to_string(rows) + " × " + std::to_string(cols),
             "Rows are queries, columns are keys: a row shows where its token looks.") +
         ui.px(6);
    if (ui.state.view.specials != SpecialsMode::kKeep) {
        tag(ui.style, {x, room.y + ui.px(3)},
            ui.state.view.specials == SpecialsMode::kDrop ? "specials hidden" : "renormalised",
            "Special tokens are left out of this map; the status bar says how.");
    }

    const float widest = widest_label(ui, Axis::kKey);
    MapGeometry::Metrics metrics;
    metrics.row_label = widest_label(ui, Axis::kQuery) + ui.px(12);
    metrics.key_label = widest * 0.7072F + ui.px(16);
    metrics.max_cell = ui.px(46);
    metrics.label_pitch = ui.px(12.5F);
    metrics.key_pitch = ui.px(17);
    const bool has_card = room.w >= ui.px(kLeastWidthForCard);
    const Rect line{room.x, room.y + ui.px(28), room.w, ui.px(20)};
    const float top = has_card ? room.y + ui.px(30) : line.bottom();
    const float card_room = has_card ? ui.px(kReadoutWidth + 14) : widest * 0.4F;
    const Rect body{room.x, top, room.w - card_room, room.bottom() - top};
    const MapGeometry map(body, rows, cols, metrics);
    const std::optional<Readout> readout = readout_of(ui.state);
    if (!has_card && readout) draw_readout_line(ui, list, line, *readout);

    HeatmapTile tile;
    tile.min = min_of(map.map());
    tile.max = max_of(map.map());
    tile.slice = static_cast<int>(head.layer * ui.state.shown->n_heads() + head.head);
    ui.graphics.draw_heatmaps(list, {&tile, 1}, {ui.state.view.scale, ui.state.view.theme, true});
    draw_cell_numbers(ui, list, map);
    draw_crosshair(ui, list, map);
    const float size = std::clamp(map.cell(), ui.px(kLeastLabelSize), ui.px(kLabelSize));
    draw_row_labels(ui, list, map, size);
    draw_column_labels(ui, list, map, size);
    handle_pointer(ui, map,
                   area("map", {body.x, body.y, map.map().right() + widest - body.x, map.map().bottom() - body.y}));
    if (has_card && readout) {
        const float height = ui.px(kReadoutHeight);
        const float lit = map.row_rect(*ui.state.shown->query_place(readout->query)).y - ui.px(10);
        const float y = std::clamp(lit, map.map().y, std::max(map.map().y, rect.bottom() - height - ui.px(10)));
        draw_readout_card(ui, list, {map.map().right() + ui.px(14), y, ui.px(kReadoutWidth), height}, *readout);
    }
}

}  // namespace headscope
