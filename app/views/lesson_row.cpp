// Page 3: one row of one head, from X to W_O, with the real numbers.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/lesson_row_steps.h"
#include "core/model/published_sizes.h"

namespace headscope {
namespace {

// The loaded model's own weights, or random ones of published sizes.
float draw_source_choice(const Ui& ui, const Rect& room, float y) {
    const LessonState& lesson = ui.state.lesson;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float height = ui.px(28);
    draw_text_in(list, ui.style.fonts->small, {room.x, y, ui.px(70), height}, ui.palette().dim, "weights of",
                 Align::kLeft);
    float x = room.x + ui.px(76);
    ButtonLook look;
    look.is_active = !lesson.random_sizes;
    look.tip = "The loaded model's own weights on this sentence.";
    const std::string name = ui.state.model ? ui.state.model->name : "the loaded model";
    const float width = button_width(ui.style, name, look);
    LessonState changed = lesson;
    if (button(ui.style, "own weights", {x, y, width, height}, name, look)) changed.random_sizes.reset();
    x += width + ui.px(8);
    const std::optional<int> pressed =
        choose_sizes(ui, "random sizes", {x, y, ui.px(210), height}, lesson.random_sizes.value_or(kOtherSizes),
                     "published sizes, random");
    if (pressed) changed.random_sizes = pressed;
    if (changed != lesson) change_lesson(ui, changed);
    return y + height + ui.px(14);
}

}  // namespace

float draw_lesson_row(const Ui& ui, const Rect& room) {
    float y = draw_source_choice(ui, room, room.y);
    const LessonNumbers* numbers = lesson_numbers_or_words(ui, {room.x, y, room.w, room.h});
    if (numbers == nullptr) return y + ui.px(200);
    y = draw_row_matrices(ui, *numbers, room, y);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({room.x, y}, {room.right(), y}, ui.palette().line);
    y += ui.px(14);
    const auto step = static_cast<RowStep>(ui.state.lesson.at.step);
    y = draw_row_step(ui, *numbers, step, {room.x, y, room.w, room.bottom() - y});
    if (step >= RowStep::kSoftmax) {
        y = draw_paragraph(ui, room, y + ui.px(8), "The same row in every head of this layer", ui.style.fonts->bold,
                           ui.palette().text);
        y = draw_source(ui, room, y - ui.px(4), "bar: how much each head adds to the output after W_O, ‖z W_O‖");
        y = draw_head_cards(ui, room, y, numbers->parts.norms, numbers->row.head);
    }
    return y;
}

}  // namespace headscope
