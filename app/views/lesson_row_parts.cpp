#include "app/views/lesson_row_parts.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/widgets/slider.h"

namespace headscope {
namespace {

constexpr float kColumn = 78;
constexpr float kRowHeight = 26;

bool is_special(const Ui& ui, const LessonNumbers& numbers, Index key) {
    return !numbers.request.random_sizes && ui.state.shown->key_token(key).is_special;
}

// The column that the bars follow: as a share of its largest, drawn from 0.
float bar_share(std::span<const float> column, std::size_t key) {
    float largest = 0;
    for (const float value : column) largest = std::max(largest, std::abs(value));
    return largest > 0 ? std::abs(column[key]) / largest : 0;
}

}  // namespace

std::string scale_words(const AttentionBlock& block) {
    const float plain = default_score_scale(block.shape.d_head);
    if (std::abs(block.scale - plain) < 1e-6F) return "÷ √" + std::to_string(block.shape.d_head);
    return "× " + fixed(block.scale, 4);
}

std::optional<Index> draw_row_table(const Ui& ui, const LessonNumbers& numbers, const RowSteps& steps,
                                    const RowTable& table, const Rect& room, float& y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* normal = ui.style.fonts->normal;
    const Palette& palette = ui.palette();
    struct Column {
        std::string title;
        std::span<const float> values;
        int digits;
        bool is_bold = false;
    };
    std::vector<Column> columns;
    if (table.has_products) columns.push_back({"q · k", steps.products, 2});
    if (table.has_scaled) columns.push_back({table.scale_words, steps.scaled, 3});
    if (table.has_mask && !steps.biases.empty()) columns.push_back({"+ bias", steps.biases, 3});
    if (table.has_mask && !steps.capped.empty()) columns.push_back({"capped", steps.capped, 3});
    if (table.has_exponentials)
        columns.push_back({steps.shift != 0 ? "e^(s − " + fixed(steps.shift, 1) + ")" : "e^s", steps.exponentials, 3});
    const std::span<const float> weights = table.shown_weights.empty() ? steps.weights : table.shown_weights;
    if (table.has_weights) columns.push_back({"weight", weights, 4, true});

    const float name_width = ui.px(110);
    const float column = ui.px(kColumn);
    const float numbers_width = name_width + column * static_cast<float>(columns.size());
    const float bars = room.x + numbers_width + ui.px(22);
    const float row = ui.px(kRowHeight);
    for (std::size_t c = 0; c < columns.size(); ++c)
        draw_text_in(list, ui.style.fonts->small,
                     {room.x + name_width + column * static_cast<float>(c), y, column, ui.px(18)}, palette.dim,
                     columns[c].title, Align::kRight);
    y += ui.px(20);
    std::optional<Index> pressed;
    const float clip_top = list.GetClipRectMin().y;
    const float clip_bottom = list.GetClipRectMax().y;
    for (std::size_t key = 0; key < steps.products.size(); ++key, y += row) {
        if (y + row < clip_top || y > clip_bottom) continue;
        const auto token = static_cast<Index>(key);
        const bool is_first = table.first_lit == token;
        const bool is_second = table.second_lit == token;
        const bool is_hidden = table.has_mask && steps.allowed[key] == 0;
        const ImU32 lit = is_first ? palette.key : (is_second ? palette.query : palette.text);
        const ImU32 colour = is_hidden ? palette.dim : lit;
        const Rect line{room.x, y, room.w, row};
        ImGui::PushID(static_cast<int>(key));
        const AreaState pointer = area("key", {line.x, line.y, numbers_width, row});
        ImGui::PopID();
        if (pointer.hovered) list.AddRectFilled(min_of(line), {line.x + numbers_width, line.bottom()}, palette.raised);
        if (pointer.clicked) pressed = token;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const Rect at{room.x + name_width + column * static_cast<float>(c), y, column, row};
            const bool is_gone = is_hidden && c + 1 == columns.size() && !table.has_exponentials;
            draw_text_in(list, columns[c].is_bold ? ui.style.fonts->bold : normal, at,
                         columns[c].is_bold ? palette.text : palette.dim,
                         is_gone ? "hidden" : fixed(columns[c].values[key], columns[c].digits), Align::kRight);
        }
        if (!columns.empty() && !is_hidden) {
            const std::span<const float> last = columns.back().values;
            const ImU32 bar = is_first ? palette.key : (is_second ? palette.query : with_alpha(palette.dim, 0.5F));
            const ImU32 negative = with_alpha(bar, 0.45F);
            draw_bar(ui,
                     {bars, y + row / 2 - ui.px(7), std::max(ui.px(60), std::min(ui.px(300), room.right() - bars)),
                      ui.px(14)},
                     bar_share(last, key), last[key] < 0 ? negative : bar);
        }
        draw_lesson_token(ui, numbers, key_token(token), {room.x, y, name_width - ui.px(10), row}, colour,
                          Align::kRight);
    }
    if (table.has_exponentials) {
        list.AddLine({room.x + name_width * 0.4F, y + ui.px(3)}, {room.x + numbers_width, y + ui.px(3)}, palette.line);
        const auto cell = [&](std::size_t c) {
            return Rect{room.x + name_width + column * static_cast<float>(c), y + ui.px(6), column, row};
        };
        draw_text_in(list, normal, {room.x, y + ui.px(6), name_width - ui.px(10), row}, palette.dim,
                     steps.sink > 0 ? "sum with sink" : "sum", Align::kRight);
        const std::size_t exponentials = columns.size() - (table.has_weights ? 2 : 1);
        float sum = 0;
        for (const float weight : weights) sum += weight;
        if (table.shown_weights.empty())
            draw_text_in(list, normal, cell(exponentials), palette.text, fixed(steps.sum, 3), Align::kRight);
        if (table.has_weights)
            draw_text_in(list, ui.style.fonts->bold, cell(columns.size() - 1), palette.text, fixed(sum, 4),
                         Align::kRight);
        y += row + ui.px(8);
        if (steps.sink > 0)
            y = draw_source(ui, {room.x + name_width, y, room.w - name_width, 0}, y,
                            "A sink, which is no token, takes " + fixed(steps.sink / steps.sum, 4) + " of this row.");
    }
    return pressed;
}

Rivals rivals_of(const Ui& ui, const LessonNumbers& numbers) {
    const std::vector<float>& weights = numbers.row.weights;
    const auto count = static_cast<Index>(weights.size());
    const auto strongest = [&](std::optional<Index> other) {
        Index best = -1;
        for (const bool specials_too : {false, true}) {
            for (Index key = 0; key < count; ++key) {
                if (key == other || (!specials_too && is_special(ui, numbers, key))) continue;
                if (best < 0 || weights[static_cast<std::size_t>(key)] > weights[static_cast<std::size_t>(best)])
                    best = key;
            }
            if (best >= 0) break;
        }
        return std::max<Index>(best, 0);
    };
    const LessonState& lesson = ui.state.lesson;
    const auto chosen = [&](std::optional<Index> key) { return key && *key < count; };
    Rivals rivals;
    rivals.first =
        chosen(lesson.pushed) ? *lesson.pushed : strongest(chosen(lesson.rival) ? lesson.rival : std::nullopt);
    rivals.second = chosen(lesson.rival) && lesson.rival != rivals.first ? *lesson.rival : strongest(rivals.first);
    return rivals;
}

float draw_push_card(const Ui& ui, const LessonNumbers& numbers, const Rivals& rivals, const Rect& card) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const LessonState& lesson = ui.state.lesson;
    const float height = ui.px(212);
    const Rect whole{card.x, card.y, card.w, height};
    draw_card(list, ui.style, whole);
    const Rect inner = whole.inset(ui.px(16), ui.px(14));
    float y = inner.y;
    draw_text(list, ui.style.fonts->bold, {inner.x, y}, ui.palette().text, "Try it: push one score");
    y += ui.px(26);
    const AxisToken query = query_token(numbers.row.query);
    const Palette& palette = ui.palette();
    const std::string first = lesson_token_name(ui, numbers, key_token(rivals.first));
    const std::string second = lesson_token_name(ui, numbers, key_token(rivals.second));
    const Words link[] = {
        {lesson_token_name(ui, numbers, query), palette.key, true}, {" · ", palette.key}, {first, palette.key, true}};
    draw_words(ui, {inner.x, y}, link);
    draw_text_in(list, ui.style.fonts->normal, {inner.x, y, inner.w, ui.px(18)}, ui.palette().text,
                 (lesson.push >= 0 ? "+" : "") + fixed(lesson.push, 2), Align::kRight);
    y += ui.px(24);
    const float pushed = slider(ui.style, "push", {inner.x, y, inner.w, ui.px(24)}, lesson.push, -4, 4);
    if (pushed != lesson.push) {
        LessonState changed = lesson;
        changed.push = std::round(pushed * 20) / 20;
        changed.pushed = rivals.first;
        changed.rival = rivals.second;
        change_lesson(ui, changed);
    }
    y += ui.px(32);
    const auto weight = [&](float amount, Index key) {
        return fixed(pushed_weights(numbers.row, rivals.first, amount)[static_cast<std::size_t>(key)], 3);
    };
    const auto pair = [&](float amount) {
        const Words words[] = {{first, palette.text, true},
                               {" " + weight(amount, rivals.first) + "    ", palette.text},
                               {second, palette.text, true},
                               {" " + weight(amount, rivals.second), palette.text}};
        draw_words(ui, {inner.x, y}, words);
        y += ui.px(24);
    };
    pair(lesson.push);
    draw_paragraph(ui, inner, y,
                   "Raise it by 1 and the first takes " + weight(1, rivals.first) + ", the second falls to " +
                       weight(1, rivals.second) + ". Click a token in the table to push that one.",
                   ui.style.fonts->small, palette.dim);
    return whole.bottom();
}

}  // namespace headscope
