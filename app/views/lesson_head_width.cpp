// Page 7: published widths of heads.
#include <algorithm>
#include <vector>

#include "app/views/lesson_calculator.h"
#include "core/model/published_sizes.h"

namespace headscope {

float draw_lesson_head_width(const Ui& ui, const Rect& room) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const LessonState& lesson = ui.state.lesson;
    float y =
        draw_heading(ui, room, room.y, "d_head is a choice",
                     "Most published models take 64 or 128. It need not be d_model ÷ H: where H · d_head is another "
                     "width, W_q leads to that width and W_O leads back. Click a line to see its shapes.");
    y = draw_source(
        ui, room, y,
        "Rule of thumb: too small leaves a head little room to tell keys apart, too large leaves few heads.");
    const std::span<const PublishedSizes> all = all_published_sizes();
    const float row = ui.px(24);
    const float bars = ui.px(120);
    const float column = ui.px(76);
    const float left = room.x + ui.px(118);
    const char* titles[] = {"d_model", "H", "key heads", "d_head", "H · d_head"};
    for (int c = 0; c < 5; ++c)
        draw_text_in(list, ui.style.fonts->small, {left + column * static_cast<float>(c), y, column, row}, palette.dim,
                     titles[c], Align::kRight);
    draw_text_in(list, ui.style.fonts->small, {left + column * 5 + ui.px(24), y, bars, row}, palette.dim, "d_head",
                 Align::kLeft);
    y += row;
    list.AddLine({room.x, y}, {room.right(), y}, palette.line);
    for (std::size_t i = 0; i < all.size(); ++i, y += row) {
        const CostSizes& sizes = all[i].sizes;
        const bool is_chosen = lesson.sizes_from == static_cast<int>(i);
        const Rect line{room.x, y, room.w, row};
        ImGui::PushID(static_cast<int>(i));
        const AreaState pointer = area("sizes", line);
        ImGui::PopID();
        if (is_chosen || pointer.hovered)
            list.AddRectFilled({line.x - ui.px(8), line.y}, max_of(line),
                               is_chosen ? with_alpha(palette.query, 0.10F) : palette.raised, ui.px(3));
        if (pointer.hovered) show_tip(ui.style, std::string("Source: ") + all[i].source);
        if (pointer.clicked) {
            LessonState changed = lesson;
            changed.sizes_from = static_cast<int>(i);
            changed.sizes = sizes;
            change_lesson(ui, changed);
        }
        draw_text_in(list, is_chosen ? ui.style.fonts->bold : ui.style.fonts->normal, {line.x, y, ui.px(128), row},
                     palette.text, all[i].name, Align::kLeft);
        const Index width = sizes.n_heads * sizes.d_head;
        const Index numbers[] = {sizes.d_model, sizes.n_heads, sizes.n_kv_heads, sizes.d_head, width};
        for (int c = 0; c < 5; ++c) {
            const bool is_other = c == 4 && width != sizes.d_model;
            draw_text_in(list, ui.style.fonts->normal, {left + column * static_cast<float>(c), y, column, row},
                         is_other ? palette.query : palette.text, std::to_string(numbers[c]), Align::kRight);
        }
        draw_bar(ui, {left + column * 5 + ui.px(24), y + ui.px(6), bars, row - ui.px(12)},
                 static_cast<float>(sizes.d_head) / 256, is_chosen ? palette.query : with_alpha(palette.dim, 0.6F));
        draw_text_in(
            list, ui.style.fonts->small,
            {left + column * 5 + bars + ui.px(36), y, room.right() - left - column * 5 - bars - ui.px(36), row},
            palette.dim, all[i].source, Align::kLeft);
    }
    y += ui.px(10);
    const CostSizes& s = lesson.sizes;
    const Index width = s.n_heads * s.d_head;
    const Index kv_width = s.n_kv_heads * s.d_head;
    const char* name = lesson.sizes_from >= 0 ? all[static_cast<std::size_t>(lesson.sizes_from)].name : "These sizes";
    y = draw_paragraph(ui, room, y,
                       std::string(name) + ": W_q " + shape_words(s.d_model, width) + ", W_k and W_v " +
                           shape_words(s.d_model, kv_width) + ", W_O " + shape_words(width, s.d_model) +
                           (width == s.d_model ? ". H · d_head is d_model."
                                               : ". H · d_head = " + std::to_string(width) +
                                                     " is not d_model = " + std::to_string(s.d_model) + "."),
                       ui.style.fonts->bold, palette.text);
    if (ui.state.model) {
        const StackConfig& own = ui.state.model->config;
        y = draw_paragraph(ui, room, y,
                           "The open model, " + ui.state.model->name + ": d_model " + std::to_string(own.d_model) +
                               ", H " + std::to_string(own.n_heads) + ", d_head " + std::to_string(own.d_head) + ".");
    }
    return y;
}

}  // namespace headscope
