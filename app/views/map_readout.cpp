#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/state/lit_cell.h"
#include "app/state/map_reading.h"
#include "app/views/map_view.h"

namespace headscope {
namespace {

constexpr float kReadoutHeight = 124;

struct Readout {
    Index query;
    Index key;
    std::string weight;
    std::string in_row;
    std::string in_column;   // empty where the cell is masked
    std::string other;       // the compared head's weight; empty: none
    std::string difference;  // with its sign
};

std::string signed_weight(float value) {
    return (value < 0 ? "−" : "+") + precise_weight(std::abs(value));
}

// "0.3450 → 0.2101": with all heads, and without those that are off.
std::string change_words(const ShownTrace& shown, HeadRef head, Index query, Index key) {
    const float without = shown.weight_without(head, query, key);
    const float with = std::max(0.0F, without - shown.weight(head, query, key));
    return precise_weight(with) + " → " + precise_weight(without);
}

std::optional<Readout> readout_of(const AppState& state, const LargeMap& large, const MapComparison& compared) {
    const std::optional<LitCell> cell = lit_cell(state);
    if (!cell) return std::nullopt;
    const Index query = cell->query;
    const Index key = cell->key;
    if (large.is_masked(query, key)) return Readout{query, key, "masked", "may not look there", "", "", ""};
    std::string in_row = "rank " + std::to_string(large.rank(query, key)) + " of " +
                         std::to_string(large.shown().keys().size()) + " in row";
    const float sink = large.sink_weight(query);
    if (sink > 0) in_row += ", sink " + short_weight(sink);
    const ColumnRank in_column = rank_in_column(large, query, key);
    Readout readout{query,
                    key,
                    precise_value(large.shown(), large.weight(query, key)),
                    in_row,
                    "rank " + std::to_string(in_column.rank) + " of " + std::to_string(in_column.of) + " in column",
                    "",
                    ""};
    if (large.shown().is_change() && large.head())
        readout.in_column = change_words(large.shown(), *large.head(), query, key);
    if (!compared.head) return readout;
    const float other = large.shown().weight(*compared.head, query, key);
    readout.other = precise_weight(other);
    readout.difference = signed_weight(large.weight(query, key) - other);
    return readout;
}

void make_copyable(const Ui& ui, const Rect& rect) {
    if (area("value", rect).clicked) ui.ask(RunCommand{CommandId::kCopyValue});
    tip_if_hovered(ui.style,
                   "Click to copy the exact weight (Ctrl+C). In its row: how strong among all that the query looks at. "
                   "In its column: how strong among all that look at the key.");
}

}  // namespace

void draw_map_readout_card(const MapDrawing& drawing, const MapComparison& compared, const Rect& panel, float x) {
    const auto& [ui, list, large, at, difference] = drawing;
    const std::optional<Readout> readout = readout_of(ui.state, large, compared);
    if (!readout) return;
    const float height = ui.px(kReadoutHeight);
    const float lit = at.row_rect(*large.shown().query_place(readout->query)).y - ui.px(10);
    const float lowest = std::max(at.map().y, panel.bottom() - height - ui.px(10));
    const Rect card{x, std::clamp(lit, at.map().y, lowest), ui.px(kReadoutWidth), height};
    draw_card(list, ui.style, card);
    const Rect inner = card.inset(ui.px(12), ui.px(10));
    const Label& from = token_text(ui, query_token(readout->query), ui.px(14), inner.w - ui.px(20));
    const float from_width = from.size.x;
    ui.labels.draw(list, min_of(inner), from, ui.palette().query);
    draw_text(list, ui.style.fonts->normal, {inner.x + from_width + ui.px(5), inner.y}, ui.palette().dim, "→");
    ui.labels.draw(list, {inner.x, inner.y + ui.px(20)}, token_text(ui, key_token(readout->key), ui.px(14), inner.w),
                   ui.palette().key);
    const bool is_difference = difference != nullptr && !readout->difference.empty();
    draw_text(list, ui.style.fonts->large, {inner.x, inner.y + ui.px(41)}, ui.palette().text,
              is_difference ? readout->difference : readout->weight);
    ImFont* small = ui.style.fonts->small;
    const float first = inner.y + ui.px(68);
    if (is_difference) {
        draw_text(list, small, {inner.x, first}, ui.palette().heads[0], readout->weight);
        draw_text(list, small, {inner.x, first + ui.px(18)}, ui.palette().heads[1],
                  "− " + readout->other + "  (" + map_name(large.shown(), *compared.head) + ")");
    } else {
        draw_text(list, small, {inner.x, first}, ui.palette().dim, readout->in_row);
        draw_text(list, small, {inner.x, first + ui.px(18)}, ui.palette().dim, readout->in_column);
    }
    make_copyable(ui, card);
}

void draw_map_readout_line(const Ui& ui, const Rect& row, const LargeMap& large, const MapComparison& compared) {
    const std::optional<Readout> readout = readout_of(ui.state, large, compared);
    if (!readout) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float most = ui.px(90);
    float x = row.x;
    const auto add_token = [&](AxisToken token, ImU32 colour) {
        const Label& label = token_text(ui, token, ui.px(13), most);
        const float width = label.size.x;
        ui.labels.draw(list, {x, row.y + (row.h - label.size.y) / 2}, label, colour);
        x += width + ui.px(6);
    };
    const auto add_words = [&](ImFont* font, ImU32 colour, std::string_view words) {
        draw_text_in(list, font, {x, row.y, std::max(0.0F, row.right() - x), row.h}, colour, words, Align::kLeft);
        x += text_size(font, words).x + ui.px(6);
    };
    add_token(query_token(readout->query), ui.palette().query);
    add_words(ui.style.fonts->normal, ui.palette().dim, "→");
    add_token(key_token(readout->key), ui.palette().key);
    add_words(ui.style.fonts->bold, ui.palette().text, readout->weight);
    if (!readout->difference.empty()) {
        add_words(ui.style.fonts->bold, ui.palette().heads[1], readout->other);
        add_words(ui.style.fonts->small, ui.palette().dim, "difference " + readout->difference);
        make_copyable(ui, row);
        return;
    }
    add_words(ui.style.fonts->small, ui.palette().dim, readout->in_row);
    if (!readout->in_column.empty() && x + ui.px(110) < row.right())
        add_words(ui.style.fonts->small, ui.palette().dim, "· " + readout->in_column);
    make_copyable(ui, row);
}

}  // namespace headscope
