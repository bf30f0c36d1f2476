// Page 11: the same sentence under a causal mask and without.
#include <algorithm>
#include <vector>

#include "app/views/lesson_row_parts.h"

namespace headscope {
namespace {

// One map with token names; the cells that the mask hides are hatched. Returns its bottom.
float draw_masked_map(const Ui& ui, const LessonNumbers& numbers, const RowMajorMatrix& map, const char* id,
                      const char* title, bool is_causal, const Rect& at) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const float names = ui.px(92);
    const Index n = map.rows();
    const float side = std::min(at.w - names, ui.px(300));
    draw_text(list, ui.style.fonts->bold, {at.x + names, at.y}, palette.text, title);
    const Rect rect{at.x + names, at.y + ui.px(26), std::floor(side), std::floor(side)};
    const auto hit = draw_matrix(ui, {.id = id,
                                      .name = "",
                                      .values = view_of(map),
                                      .stamp = numbers.serial,
                                      .rect = rect,
                                      .range = 1,
                                      .lit_row = numbers.row.query});
    if (hit && hit->clicked) ui.ask(ToggleLock{hit->row});
    const float cell = rect.w / static_cast<float>(n);
    for (Index row = 0; is_causal && row < n; ++row) {
        const float x = rect.x + cell * static_cast<float>(row + 1);
        const float y = rect.y + cell * static_cast<float>(row);
        if (x >= rect.right()) continue;
        list.AddRectFilled({x, y}, {rect.right(), y + cell}, with_alpha(palette.raised_active, 0.75F));
    }
    for (Index row = 0; cell >= ui.px(9) && row < n; ++row)
        draw_lesson_token(ui, numbers, query_token(row),
                          {at.x, rect.y + cell * static_cast<float>(row), names - ui.px(8), std::min(cell, ui.px(18))},
                          row == numbers.row.query ? palette.query : palette.dim, Align::kRight);
    return rect.bottom();
}

}  // namespace

float draw_lesson_causal(const Ui& ui, const Rect& room) {
    const LessonNumbers* numbers = lesson_numbers_or_words(ui, room);
    if (numbers == nullptr) return room.y + ui.px(200);
    const AttentionBlock& block = *numbers->block;
    const bool is_causal = block.mask.kind == MaskKind::kCausal;
    float y =
        draw_heading(ui, room, room.y, "A causal mask hides what comes later",
                     "A model that writes text must not look ahead: each token sees itself and what stands before "
                     "it. The hidden scores count as −∞; what they held is shared among the keys that are left, in "
                     "the same proportions.");
    if (!numbers->masks)
        return draw_paragraph(ui, room, y,
                              block.is_self ? "This text is too long to draw twice."
                                            : "These maps look from target to source tokens: no key comes later, and "
                                              "there is nothing to hide.");
    y = draw_paragraph(ui, room, y,
                       is_causal
                           ? "This model is causal. On the right its scores in this block without the mask; in the "
                             "model itself they never exist."
                           : "This model sees the whole sentence. On the left its scores in this block under a "
                             "causal mask; the block's input stays as it is.");
    const float half = std::floor((room.w - ui.px(24)) / 2);
    const Rect left{room.x, y + ui.px(4), half, 0};
    const Rect right{room.x + half + ui.px(24), y + ui.px(4), half, 0};
    const float end = draw_masked_map(ui, *numbers, numbers->masks->causal, "causal map",
                                      is_causal ? "causal, as the model is" : "under a causal mask", true, left);
    draw_masked_map(ui, *numbers, numbers->masks->open, "open map",
                    is_causal ? "without the mask" : "every key in sight, as the model is", false, right);
    y = end + ui.px(16);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const Index query = numbers->row.query;
    const auto row_of = [&](const RowMajorMatrix& map, Index key) { return map(query, key); };
    float seen = 0;
    for (Index key = 0; key <= query; ++key) seen += row_of(numbers->masks->open, key);
    const Words words[] = {{"The row of ", palette.text},
                           {lesson_token_name(ui, *numbers, query_token(query)), palette.query, true},
                           {": " + fixed(seen, 4) +
                                " of its weight lies on what it may see; divided by that it sums to 1 "
                                "again.",
                            palette.text}};
    draw_words(ui, {room.x, y}, words);
    y += ui.px(28);
    const float names = ui.px(110);
    const float column = ui.px(84);
    for (int c = 0; c < 3; ++c)
        draw_text_in(list, ui.style.fonts->small,
                     {room.x + names + column * static_cast<float>(c), y, column, ui.px(18)}, palette.dim,
                     c == 0 ? "open" : (c == 1 ? "÷ " + fixed(seen, 4) : "causal"), Align::kRight);
    y += ui.px(20);
    const float row = ui.px(22);
    const float clip_top = list.GetClipRectMin().y;
    const float clip_bottom = list.GetClipRectMax().y;
    for (Index key = 0; key < block.n_keys(); ++key, y += row) {
        if (y + row < clip_top || y > clip_bottom) continue;
        const bool is_hidden = key > query;
        const float open = row_of(numbers->masks->open, key);
        const float causal = row_of(numbers->masks->causal, key);
        const std::string cells[] = {fixed(open, 4), is_hidden ? "hidden" : fixed(seen > 0 ? open / seen : 0, 4),
                                     fixed(causal, 4)};
        for (int c = 0; c < 3; ++c)
            draw_text_in(list, c == 2 ? ui.style.fonts->bold : ui.style.fonts->normal,
                         {room.x + names + column * static_cast<float>(c), y, column, row},
                         is_hidden ? palette.dim : palette.text, cells[c], Align::kRight);
        draw_bar(ui, {room.x + names + 3 * column + ui.px(20), y + ui.px(5), ui.px(220), row - ui.px(10)}, causal,
                 is_hidden ? palette.line : palette.query);
        draw_lesson_token(ui, *numbers, key_token(key), {room.x, y, names - ui.px(10), row},
                          is_hidden ? palette.dim : palette.text, Align::kRight);
    }
    y += ui.px(10);
    return draw_paragraph(ui, room, y,
                          is_causal
                              ? "The last row sees everything: it is what the model's prediction of the next token "
                                "rests on."
                              : "In a causal model the last row sees everything, and the prediction of the next "
                                "token rests on it; the first row can only look at itself.");
}

}  // namespace headscope
