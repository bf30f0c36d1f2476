// The steps behind softmax: Σ w · v, the heads side by side, W_O.
#include <algorithm>
#include <cmath>

#include "app/views/lesson_row_steps.h"

namespace headscope {

float draw_sum_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room) {
    const AttentionBlock& block = *numbers.block;
    const Index d = block.shape.d_head;
    const Index kv = numbers.row.head / block.shape.group();
    float y = draw_heading(ui, room, room.y, "Step 7: the weighted sum of the values",
                           "z = Σ w · v: every token's value times its weight, added up to " + shape_words(1, d) +
                               ". Below, each row of V is drawn times its weight; z is their sum.");
    RowMajorMatrix weighted(block.n_keys(), d);
    for (Index key = 0; key < block.n_keys(); ++key)
        weighted.row(key) =
            numbers.row.weights[static_cast<std::size_t>(key)] * block.numbers.values.block(key, kv * d, 1, d);
    const float names = ui.px(120);
    const float row = std::clamp(ui.px(260) / static_cast<float>(block.n_keys()), ui.px(2), ui.px(20));
    const float width = std::min(ui.px(420), room.w - names - ui.px(90));
    y += ui.px(kMatrixCaption);
    const Rect rect{room.x + names, y, width, row * static_cast<float>(block.n_keys())};
    draw_matrix(ui, {.id = "w v",
                     .name = "w · v",
                     .values = view_of(weighted),
                     .stamp = numbers.serial,
                     .rect = rect,
                     .name_colour = ui.palette().heads[2]});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (Index key = 0; row >= ui.px(9) && key < block.n_keys(); ++key) {
        const float at = y + row * static_cast<float>(key);
        draw_lesson_token(ui, numbers, key_token(key), {room.x, at, names - ui.px(10), row}, ui.palette().dim,
                          Align::kRight);
        draw_text_in(list, ui.style.fonts->small, {rect.right() + ui.px(10), at, ui.px(70), row}, ui.palette().text,
                     fixed(numbers.row.weights[static_cast<std::size_t>(key)], 4), Align::kLeft);
    }
    y = rect.bottom() + ui.px(kMatrixCaption + 12);
    const ConstMatrixView z{numbers.row.mixed.data(), 1, d, d};
    draw_matrix(ui, {.id = "z",
                     .name = "z",
                     .values = z,
                     .stamp = numbers.serial,
                     .rect = {rect.x, y, width, ui.px(18)},
                     .name_colour = ui.palette().heads[2]});
    return y + ui.px(34);
}

float draw_concat_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room) {
    const AttentionBlock& block = *numbers.block;
    const AttentionShape& shape = block.shape;
    float y = draw_heading(ui, room, room.y, "Step 8: the heads side by side",
                           std::to_string(shape.n_heads) + " heads × " + std::to_string(shape.d_head) +
                               " numbers = " + shape_words(1, shape.q_width()) +
                               ". Nothing is mixed yet: each head still has its own stretch.");
    const ConstMatrixView context = view_of(block.numbers.context);
    const ConstMatrixView row{context.row(numbers.row.query), 1, context.cols, context.cols};
    y += ui.px(kMatrixCaption + 4);
    const Rect rect{room.x, y, room.w, ui.px(30)};
    draw_matrix(ui, {.id = "concat", .name = "concat", .values = row, .stamp = numbers.serial, .rect = rect});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = rect.w / static_cast<float>(shape.n_heads);
    for (Index head = 0; head < shape.n_heads; ++head) {
        const float x = rect.x + width * static_cast<float>(head);
        const bool is_lit = head == numbers.row.head;
        list.AddRect({x, rect.y - 1}, {x + width, rect.bottom() + 1}, is_lit ? ui.palette().query : ui.palette().line,
                     0, 0, is_lit ? ui.px(2) : 1);
        if (width >= ui.px(22) || is_lit)
            draw_text_in(list, ui.style.fonts->small,
                         {x - ui.px(10), rect.bottom() + ui.px(4), width + ui.px(20), ui.px(16)},
                         is_lit ? ui.palette().query : ui.palette().dim, std::to_string(head), Align::kCentre);
    }
    return rect.bottom() + ui.px(34);
}

float draw_output_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room) {
    const AttentionBlock& block = *numbers.block;
    const AttentionShape& shape = block.shape;
    float y =
        draw_heading(ui, room, room.y, "Step 9: W_O mixes the heads",
                     shape_words(1, shape.q_width()) + " times W_O " + shape_words(shape.q_width(), shape.d_model) +
                         " gives " + shape_words(1, shape.d_model) +
                         ". Each head meets its own rows of W_O, framed for this head, and adds its part to every "
                         "number of the output.");
    y += ui.px(kMatrixCaption + 4);
    const float tall = ui.px(200);
    const float wide = std::clamp(tall * static_cast<float>(shape.d_model) / static_cast<float>(shape.q_width()),
                                  ui.px(100), ui.px(260));
    const Rect rect{room.x, y, wide, tall};
    draw_matrix(ui, {.id = "W_O",
                     .name = "W_O",
                     .values = view_of(*numbers.output),
                     .stamp = numbers.serial,
                     .rect = rect,
                     .name_colour = ui.palette().heads[3]});
    const float band = tall / static_cast<float>(shape.n_heads);
    const float from = y + band * static_cast<float>(numbers.row.head);
    ImGui::GetWindowDrawList()->AddRect({rect.x - 2, from}, {rect.right() + 2, from + band}, ui.palette().query, 0, 0,
                                        ui.px(1.5F));
    const Rect right{rect.right() + ui.px(40), y, room.right() - rect.right() - ui.px(40), 0};
    const ConstMatrixView part{numbers.parts.parts.data() + numbers.row.head * shape.d_model, 1, shape.d_model,
                               shape.d_model};
    const ConstMatrixView sum{numbers.parts.sum.data(), 1, shape.d_model, shape.d_model};
    draw_matrix(ui, {.id = "part",
                     .name = "this head's part",
                     .values = part,
                     .stamp = numbers.serial,
                     .rect = {right.x, y, right.w, ui.px(26)},
                     .name_colour = ui.palette().query});
    draw_matrix(ui, {.id = "sum",
                     .name = "all heads' parts added",
                     .values = sum,
                     .stamp = numbers.serial,
                     .rect = {right.x, y + ui.px(70), right.w, ui.px(26)}});
    const auto head = static_cast<std::size_t>(numbers.row.head);
    draw_paragraph(ui, right, y + ui.px(112),
                   "‖part‖ = " + fixed(numbers.parts.norms[head], 2) +
                       ", ‖sum‖ = " + fixed(numbers.parts.sum.norm(), 2) +
                       ". The output has the shape of the input, so it is added to the stream and the next block can "
                       "read it.");
    return y + tall + ui.px(16);
}

}  // namespace headscope
