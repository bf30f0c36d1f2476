#include "app/views/card_rows.h"

#include <algorithm>

#include "app/widgets/grid_geometry.h"

namespace headscope {
namespace {

constexpr float kColumnGap = 28;

}  // namespace

void CardColumn::caption(std::string_view words, std::string_view tip) {
    const Rect row = next(ui.px(20));
    draw_text_in(list, ui.style.fonts->small, row, ui.palette().dim, words, Align::kLeft);
    tip_on_words(ui, row, words, tip);
}

void CardColumn::note(std::string_view words) {
    TextStyle style;
    style.size = ui.px(12);
    style.ellipsis = Ellipsis::kEnd;
    style.max_width = width;
    const Rect row = next(ui.px(17));
    const Label& label = ui.labels.get(words, style);
    ui.labels.draw(list, {row.x, row.y + (row.h - label.size.y) / 2}, label, ui.palette().dim);
}

void CardColumn::paragraph(std::string_view words) {
    ImFont* font = ui.style.fonts->small;
    const char* const begin = words.data();
    const char* const end = begin + words.size();
    const float height = font->CalcTextSizeA(font->FontSize, 1e9F, width, begin, end).y;
    list.AddText(font, font->FontSize, {x, y}, ui.palette().dim, begin, end, width);
    y += height + ui.px(4);
}

CardColumn first_column(const Ui& ui, ImDrawList& list, ImVec2 top, float width, float share) {
    const bool is_alone = share >= 1 || width < ui.px(420);
    return {ui, list, top.x, is_alone ? width : (width - ui.px(kColumnGap)) * share, top.y};
}

CardColumn second_column(const CardColumn& first, ImVec2 top, float width) {
    const Ui& ui = first.ui;
    if (first.width >= width) return {ui, first.list, top.x, width, first.y + ui.px(8)};
    const float x = top.x + first.width + ui.px(kColumnGap);
    return {ui, first.list, x, top.x + width - x, top.y};
}

void draw_share_bar(const Ui& ui, ImDrawList& list, const Rect& bar, float share, ImU32 colour) {
    const float rounding = std::min(ui.px(2), bar.h / 2);
    list.AddRectFilled(min_of(bar), max_of(bar), ui.palette().raised, rounding);
    const float filled = bar.w * std::clamp(share, 0.0F, 1.0F);
    if (filled >= 1) list.AddRectFilled(min_of(bar), {bar.x + filled, bar.bottom()}, colour, rounding);
}

void draw_progress(CardColumn& column, std::string_view what, int percent) {
    const Ui& ui = column.ui;
    const std::string words = std::string(what) + " " + std::to_string(percent) + " %";
    draw_text_in(column.list, ui.style.fonts->small, column.next(ui.px(18)), ui.palette().dim, words, Align::kLeft);
    const Rect row = column.next(ui.px(8));
    draw_share_bar(ui, column.list, {row.x, row.y + ui.px(2), row.w, ui.px(3)}, static_cast<float>(percent) / 100,
                   ui.palette().key);
}

std::string head_label(HeadRef head) {
    return std::to_string(head.layer) + "·" + std::to_string(head.head);
}

bool draw_head_row(CardColumn& column, HeadRef head, std::string_view words, const char* tip) {
    const Ui& ui = column.ui;
    const ShownTrace& shown = *ui.state.shown;
    const Rect row = column.next(ui.px(30));
    ImGui::PushID(static_cast<int>(head.layer * shown.n_heads() + head.head));
    const KeyState key = keyboard_on(ui.style, "head", row);
    const AreaState pointer = area("head", row);
    ImGui::PopID();
    if (pointer.hovered) {
        column.list.AddRectFilled(min_of(row), max_of(row), ui.palette().raised, ui.px(4));
        Hover hover;
        hover.head = head;
        ui.ask(PointAt{hover});
        if (tip != nullptr) show_tip(ui.style, tip);
    }
    const Rect thumb =
        map_in_thumb({row.x + ui.px(2), row.y + ui.px(2), ui.px(26), ui.px(26)},
                     static_cast<Index>(shown.queries().size()), static_cast<Index>(shown.keys().size()));
    HeatmapTile tile;
    tile.min = min_of(thumb);
    tile.max = max_of(thumb);
    tile.slice = shown.slice(head);
    ui.graphics.draw_heatmaps(column.list, {&tile, 1}, heatmap_style(ui.state, false));
    const float left = row.x + ui.px(36);
    const std::string name = head_label(head);
    draw_text_in(column.list, ui.style.fonts->normal, {left, row.y, row.w, row.h}, ui.palette().text, name,
                 Align::kLeft);
    const float skip = ui.px(42);
    draw_text_in(column.list, ui.style.fonts->small, {left + skip, row.y, row.right() - left - skip - ui.px(4), row.h},
                 ui.palette().dim, words, Align::kLeft);
    if (key.is_on) draw_focus_ring(column.list, ui.style, row);
    return pointer.clicked || key.is_pressed;
}

}  // namespace headscope
