// Page 6: what W_O does with the heads.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/lesson_row_parts.h"

namespace headscope {
namespace {

// W_O with a frame and a name for each head's rows.
float draw_output_bands(const Ui& ui, const LessonNumbers& numbers, const Rect& at) {
    const AttentionShape& shape = numbers.block->shape;
    const Rect rect{at.x + ui.px(64), at.y + ui.px(kMatrixCaption), at.w - ui.px(64), at.h};
    const auto hit = draw_matrix(ui, {.id = "W_O bands",
                                      .name = "W_O",
                                      .values = view_of(*numbers.output),
                                      .stamp = numbers.serial,
                                      .rect = rect,
                                      .name_colour = ui.palette().heads[3]});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float band = rect.h / static_cast<float>(shape.n_heads);
    const auto name_step = static_cast<Index>(std::ceil(ui.px(13) / band));
    for (Index head = 0; head < shape.n_heads; ++head) {
        const float y = rect.y + band * static_cast<float>(head);
        const bool is_lit = head == numbers.row.head;
        if (head > 0) list.AddLine({rect.x, y}, {rect.right(), y}, ui.palette().ground);
        if (head % name_step == 0 || is_lit)
            draw_text_in(list, ui.style.fonts->small, {at.x, y + band / 2 - ui.px(8), ui.px(56), ui.px(16)},
                         is_lit ? ui.palette().query : ui.palette().dim, "head " + std::to_string(head), Align::kRight);
    }
    const float y = rect.y + band * static_cast<float>(numbers.row.head);
    list.AddRect({rect.x - 2, y}, {rect.right() + 2, y + band}, ui.palette().query, 0, 0, ui.px(2));
    if (hit && hit->clicked) ui.ask(SelectHead{{ui.state.view.selected.layer, hit->row / shape.d_head}});
    return rect.bottom();
}

// How large each head's part is at this token, and what is left of it beside the others.
float draw_parts(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const HeadParts& parts = numbers.parts;
    const Palette& palette = ui.palette();
    const float largest = std::max(1e-9F, *std::max_element(parts.norms.begin(), parts.norms.end()));
    const float row = parts.norms.size() > 16 ? ui.px(19) : ui.px(23);
    const float bars = std::max(ui.px(80), room.w - ui.px(250));
    draw_text_in(list, ui.style.fonts->small, {room.x + ui.px(60), y, bars, ui.px(18)}, palette.dim,
                 "‖part‖ behind W_O", Align::kLeft);
    draw_text_in(list, ui.style.fonts->small, {room.right() - ui.px(124), y, ui.px(124), ui.px(18)}, palette.dim,
                 "left beside the others", Align::kRight);
    y += ui.px(20);
    for (std::size_t head = 0; head < parts.norms.size(); ++head, y += row) {
        const bool is_lit = static_cast<Index>(head) == numbers.row.head;
        ImGui::PushID(static_cast<int>(head));
        const AreaState pointer = area("part", {room.x, y, room.w, row});
        ImGui::PopID();
        if (pointer.clicked) ui.ask(SelectHead{{ui.state.view.selected.layer, static_cast<Index>(head)}});
        if (pointer.hovered) list.AddRectFilled({room.x, y}, {room.right(), y + row}, palette.raised);
        draw_text_in(list, ui.style.fonts->small, {room.x, y, ui.px(52), row}, is_lit ? palette.query : palette.dim,
                     "head " + std::to_string(head), Align::kRight);
        draw_bar(ui, {room.x + ui.px(60), y + ui.px(5), bars, row - ui.px(10)}, parts.norms[head] / largest,
                 is_lit ? palette.query : with_alpha(palette.dim, 0.6F));
        const float x = room.x + ui.px(68) + bars;
        draw_text_in(list, ui.style.fonts->normal, {x, y, ui.px(50), row}, palette.text, fixed(parts.norms[head], 2),
                     Align::kLeft);
        const float kept = parts.kept[head];
        const std::string words = kept < 0 ? "turned round" : fixed(kept * 100, 0) + " %";
        draw_text_in(list, ui.style.fonts->normal, {room.right() - ui.px(120), y, ui.px(120), row},
                     kept < 1 ? palette.text : palette.dim, words, Align::kRight);
    }
    return y + ui.px(6);
}

// The output of this token with W_O, or with the identity in its place.
float draw_output_row(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y) {
    const AttentionBlock& block = *numbers.block;
    const AttentionShape& shape = block.shape;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    y = draw_paragraph(ui, room, y, "The output of this token", ui.style.fonts->bold, ui.palette().text);
    if (shape.q_width() != shape.d_model)
        return draw_paragraph(ui, room, y,
                              "W_O cannot be left out of this model: the heads together are " +
                                  std::to_string(shape.q_width()) + " wide and the model is " +
                                  std::to_string(shape.d_model) + " wide.");
    const bool is_identity = ui.state.lesson.is_output_identity;
    constexpr Segment kChoices[] = {{"with W_O", "The output as the model makes it, without the bias."},
                                    {"W_O = identity", "The heads side by side, as they are."}};
    const int pressed = segments(ui.style, "identity", {room.x, y}, kChoices, is_identity ? 1 : 0);
    if (pressed >= 0) {
        LessonState changed = ui.state.lesson;
        changed.is_output_identity = pressed == 1;
        change_lesson(ui, changed);
    }
    y += ui.px(36) + ui.px(kMatrixCaption);
    const ConstMatrixView context = view_of(block.numbers.context);
    const ConstMatrixView shown = is_identity
                                      ? ConstMatrixView{context.row(numbers.row.query), 1, shape.d_model, shape.d_model}
                                      : ConstMatrixView{numbers.parts.sum.data(), 1, shape.d_model, shape.d_model};
    const Rect rect{room.x, y, room.w, ui.px(26)};
    draw_matrix(ui, {.id = is_identity ? "output identity" : "output",
                     .name = "output",
                     .values = shown,
                     .stamp = numbers.serial,
                     .rect = rect});
    const float width = rect.w / static_cast<float>(shape.n_heads);
    for (Index head = 0; is_identity && head < shape.n_heads; ++head)
        list.AddRect({rect.x + width * static_cast<float>(head), rect.y - 1},
                     {rect.x + width * static_cast<float>(head + 1), rect.bottom() + 1},
                     head == numbers.row.head ? ui.palette().query : ui.palette().line, 0, 0,
                     head == numbers.row.head ? ui.px(2) : 1);
    y = rect.bottom() + ui.px(10);
    return draw_paragraph(ui, room, y,
                          is_identity
                              ? "Number j comes from the head j ÷ " + std::to_string(shape.d_head) +
                                    " (rounded down) alone: whoever reads it hears one head."
                              : "Every number is a sum over all heads: W_O lets them speak about the same thing, "
                                "add up, or cancel.");
}

}  // namespace

float draw_lesson_output(const Ui& ui, const Rect& room) {
    const LessonNumbers* numbers = lesson_numbers_or_words(ui, room);
    if (numbers == nullptr) return room.y + ui.px(200);
    float y = draw_heading(ui, room, room.y, "W_O mixes what the heads found",
                           "The heads stand side by side in front of W_O. Each head meets its own rows of it, so the "
                           "output is a sum of one part a head. Without W_O each number of the output would come from "
                           "one head alone.");
    const float half = std::floor(room.w * 0.42F);
    const float top = y;
    const float tall =
        std::clamp(ui.px(23) * static_cast<float>(numbers->block->shape.n_heads), ui.px(200), ui.px(320));
    const float left_end = draw_output_bands(ui, *numbers, {room.x, top, half, tall});
    const Rect right{room.x + half + ui.px(36), top, room.w - half - ui.px(36), 0};
    const float right_end = draw_parts(ui, *numbers, right, top);
    y = std::max(left_end, right_end) + ui.px(8);
    y = draw_source(ui, room, y,
                    "Left beside the others: the share of a part along its own direction once all parts are added, "
                    "Σ parts · part ÷ ‖part‖². Below 100 % other heads cancel some of it, above they add to it.");
    if (numbers->norms.size() > 0) {
        y = draw_paragraph(ui, room, y + ui.px(4), "‖part‖ of every head at every token", ui.style.fonts->bold,
                           ui.palette().text);
        const Index queries = numbers->norms.rows();
        const float row = std::clamp(ui.px(220) / static_cast<float>(queries), ui.px(2), ui.px(20));
        const float names = ui.px(110);
        const float width = std::min(room.w - names, ui.px(560));
        const float cell = width / static_cast<float>(numbers->norms.cols());
        for (Index head = 0; cell >= ui.px(18) && head < numbers->norms.cols(); ++head)
            draw_text_in(*ImGui::GetWindowDrawList(), ui.style.fonts->small,
                         {room.x + names + cell * static_cast<float>(head), y, cell, ui.px(16)}, ui.palette().dim,
                         std::to_string(head), Align::kCentre);
        y += ui.px(18);
        const Rect rect{room.x + names, y, width, row * static_cast<float>(queries)};
        const auto hit = draw_matrix(ui, {.id = "norms",
                                          .name = "",
                                          .values = view_of(numbers->norms),
                                          .stamp = numbers->serial,
                                          .rect = rect,
                                          .lit_row = numbers->row.query});
        if (hit && hit->clicked) ui.ask(ToggleLock{hit->row});
        for (Index query = 0; row >= ui.px(9) && query < queries; ++query)
            draw_lesson_token(ui, *numbers, query_token(query),
                              {room.x, y + row * static_cast<float>(query), names - ui.px(10), row},
                              query == numbers->row.query ? ui.palette().query : ui.palette().dim, Align::kRight);
        y = rect.bottom() + ui.px(18);
    }
    return draw_output_row(ui, *numbers, room, y);
}

}  // namespace headscope
