// Page 1: a row is one budget, so one head holds one reading.
#include <algorithm>

#include "app/views/lesson_row_parts.h"

namespace headscope {

float draw_lesson_reading(const Ui& ui, const Rect& room) {
    const LessonNumbers* numbers = lesson_numbers_or_words(ui, room);
    if (numbers == nullptr) return room.y + ui.px(200);
    float y = draw_heading(ui, room, room.y, "A row of a map is one budget of 1",
                           "\"The man saw the astronomer with a telescope.\" can be read in two ways: the man uses the "
                           "telescope, or the astronomer has it. Softmax makes all scores of a row share 1, so what "
                           "goes to one link is taken from the others: one head holds one reading.");
    const Rivals rivals = rivals_of(ui, *numbers);
    const Palette& palette = ui.palette();
    const auto name = [&](AxisToken token) { return lesson_token_name(ui, *numbers, token); };
    const AxisToken query = query_token(numbers->row.query);
    const Words words[] = {{"Two links compete in this row: ", palette.text},
                           {name(query), palette.text, true},
                           {" → ", palette.dim},
                           {name(key_token(rivals.first)), palette.key, true},
                           {"  and  ", palette.text},
                           {name(query), palette.text, true},
                           {" → ", palette.dim},
                           {name(key_token(rivals.second)), palette.query, true}};
    draw_words(ui, {room.x, y}, words);
    y += ui.px(30);

    const float card = std::min(ui.px(300), room.w * 0.36F);
    const float top = y;
    const std::vector<float> pushed = pushed_weights(numbers->row, rivals.first, ui.state.lesson.push);
    RowTable table;
    table.has_products = false;
    table.has_scaled = true;
    table.has_mask = true;
    table.has_weights = true;
    table.scale_words = "score " + scale_words(*numbers->block);
    table.first_lit = rivals.first;
    table.second_lit = rivals.second;
    table.shown_weights = pushed;
    const Rect left{room.x, y, room.w - card - ui.px(24), room.h};
    const std::optional<Index> clicked = draw_row_table(ui, *numbers, numbers->row, table, left, y);
    if (clicked) {
        LessonState changed = ui.state.lesson;
        changed.rival = *clicked == rivals.first ? rivals.second : rivals.first;
        changed.pushed = clicked;
        changed.push = 0;
        change_lesson(ui, changed);
    }
    const float below = draw_push_card(ui, *numbers, rivals, {room.right() - card, top, card, 0});
    y = std::max(y, below) + ui.px(16);
    return draw_paragraph(ui, room, y,
                          "Every other weight shrinks by the same factor. A head can only lean one way in a row; to "
                          "keep both readings, the model needs another head (next page).");
}

}  // namespace headscope
