#include <algorithm>
#include <cstdlib>
#include <numbers>
#include <optional>

#include "app/state/glossary.h"
#include "app/views/map_view.h"

namespace headscope {
namespace {

constexpr float kLabelSize = 13;
constexpr float kLeastLabelSize = 11;
constexpr float kMaxLabel = 110;
constexpr float kSlant = std::numbers::pi_v<float> / 4;

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

// The size of letters that cells of this size ask for.
float label_size(const Ui& ui, const MapGeometry& at) {
    return std::clamp(at.cell(), ui.px(kLeastLabelSize), ui.px(kLabelSize));
}

void draw_row_labels(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    const float size = label_size(ui, at);
    const std::optional<Index> query = lit_query(ui.state);
    const std::optional<Index> lit = query ? large.shown().query_place(*query) : std::nullopt;
    const auto [begin, end] = at.seen_rows();
    for (Index row = begin; row < end; ++row) {
        if (!is_label_drawn(row, lit, at.row_label_step())) continue;
        const Rect cells = at.row_rect(row);
        const float middle = cells.y + cells.h / 2;
        if (middle < at.map().y || middle > at.map().bottom()) continue;
        const AxisToken token = query_token(drawing.query(row));
        const Label& label = token_text(ui, token, size, ui.px(kMaxLabel));
        ui.labels.draw(list, {at.map().x - ui.px(8) - label.size.x, middle - label.size.y / 2}, label,
                       label_colour(ui, token));
    }
}

void draw_column_labels(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    const float size = label_size(ui, at);
    const std::optional<Index> key = lit_key(ui.state);
    const std::optional<Index> lit = key ? large.shown().key_place(*key) : std::nullopt;
    const auto [begin, end] = at.seen_cols();
    for (Index col = begin; col < end; ++col) {
        if (!is_label_drawn(col, lit, at.key_label_step())) continue;
        const Rect cells = at.col_rect(col);
        const float middle = cells.x + cells.w / 2;
        if (middle < at.map().x || middle > at.map().right()) continue;
        const AxisToken token = key_token(drawing.key(col));
        const Label& label = token_text(ui, token, size, ui.px(kMaxLabel));
        ui.labels.draw_rotated(list, {middle, at.map().y - ui.px(5)}, label, {0, label.size.y * 0.6F}, -kSlant,
                               label_colour(ui, token));
    }
}

// Thin lines beside the labels join the pieces of one word, where cells are large enough to tell them apart.
void join_words(const MapDrawing& drawing, Axis axis) {
    const auto& [ui, list, large, at, difference] = drawing;
    if (at.cell() < ui.px(7)) return;
    const bool is_query = axis == Axis::kQuery;
    const ShownTrace& shown = large.shown();
    const std::vector<Index>& tokens = is_query ? shown.queries() : shown.keys();
    const auto word = [&](Index i) {
        const Index token = tokens[static_cast<std::size_t>(i)];
        return is_query ? shown.query_word(token) : shown.key_word(token);
    };
    const auto [begin, end] = is_query ? at.seen_rows() : at.seen_cols();
    const Rect& seen = at.map();
    const float inset = at.cell() * 0.22F;
    for (Index first = begin; first < end;) {
        Index last = first;
        while (last + 1 < end && word(last + 1) == word(first)) ++last;
        if (last > first) {
            const Rect cells = at.cells_rect(first, first, last, last);
            if (is_query) {
                const float top = std::max(cells.y + inset, seen.y);
                const float bottom = std::min(cells.bottom() - inset, seen.bottom());
                list.AddLine({seen.x - ui.px(4), top}, {seen.x - ui.px(4), bottom}, ui.palette().dim, ui.px(1.5F));
            } else {
                const float left = std::max(cells.x + inset, seen.x);
                const float right = std::min(cells.right() - inset, seen.right());
                list.AddLine({left, seen.y - ui.px(4)}, {right, seen.y - ui.px(4)}, ui.palette().dim, ui.px(1.5F));
            }
        }
        first = last + 1;
    }
}

}  // namespace

float widest_map_label(const Ui& ui, Axis axis) {
    float width = ui.px(44);
    const std::vector<Index>& tokens = axis == Axis::kQuery ? ui.state.shown->queries() : ui.state.shown->keys();
    // Beyond this many, labels are thinned anyway and the widest of all would not be worth the search.
    const std::size_t looked_at = std::min<std::size_t>(tokens.size(), 128);
    for (std::size_t i = 0; i < looked_at; ++i) {
        width = std::max(width, token_text(ui, {axis, tokens[i]}, ui.px(kLabelSize), ui.px(kMaxLabel)).size.x);
    }
    return width;
}

void draw_map_row_labels(const MapDrawing& drawing) {
    join_words(drawing, Axis::kQuery);
    draw_row_labels(drawing);
}

void draw_map_key_labels(const MapDrawing& drawing) {
    join_words(drawing, Axis::kKey);
    draw_column_labels(drawing);
}

void draw_map_corner(const MapDrawing& drawing) {
    const auto& [ui, list, large, at, difference] = drawing;
    const Rect corner{at.map().x - ui.px(60), at.map().y - ui.px(36), ui.px(52), ui.px(16)};
    ImFont* font = ui.style.fonts->small;
    draw_text_in(list, font, corner, ui.palette().dim, "key →", Align::kRight);
    draw_text_in(list, font, {corner.x, corner.bottom() + ui.px(1), corner.w, corner.h}, ui.palette().dim, "query ↓",
                 Align::kRight);
    const Point mouse = to_point(ImGui::GetIO().MousePos);
    const Rect both{corner.x, corner.y, corner.w, 2 * corner.h + ui.px(1)};
    if (both.contains(mouse) && ImGui::IsWindowHovered())
        show_tip(ui.style, mouse.y < corner.bottom() ? meaning_of("key") : meaning_of("query"));
}

}  // namespace headscope
