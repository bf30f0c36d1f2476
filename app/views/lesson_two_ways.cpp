// Page 4: a loop over heads and one fused projection give the same numbers; what one head of d_model gives instead.
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/views/lesson_row_parts.h"

namespace headscope {
namespace {

std::string power_words(float value) {
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.1e", static_cast<double>(value));
    return text.data();
}

std::string milliseconds(double value) {
    return fixed(static_cast<float>(value), value < 1 ? 3 : 2) + " ms";
}

ImU32 head_colour(const Ui& ui, Index head) {
    return ui.palette().heads[static_cast<std::size_t>(head) % ui.palette().heads.size()];
}

// A block of numbers with its heads' stretches, a colour a head.
void draw_split_block(const Ui& ui, const Rect& rect, Index heads, bool is_split_down) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto n = static_cast<float>(heads);
    for (Index head = 0; head < heads; ++head) {
        const auto i = static_cast<float>(head);
        const Rect part = is_split_down ? Rect{rect.x, rect.y + rect.h * i / n, rect.w, rect.h / n}
                                        : Rect{rect.x + rect.w * i / n, rect.y, rect.w / n, rect.h};
        list.AddRectFilled(min_of(part), max_of(part), with_alpha(head_colour(ui, head), 0.55F));
        list.AddRect(min_of(part), max_of(part), ui.palette().ground);
    }
    list.AddRect(min_of(rect), max_of(rect), ui.palette().line);
}

// (T, H · d_head) → (T, H, d_head) → (H, T, d_head) and back.
float draw_reshape(const Ui& ui, const AttentionBlock& block, const Rect& room, float y) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const AttentionShape& shape = block.shape;
    const std::string tokens = std::to_string(block.n_queries());
    const std::string heads = std::to_string(shape.n_heads);
    const std::string width = std::to_string(shape.d_head);
    const float gap = ui.px(96);
    const float each = std::min(ui.px(170), (room.w - 2 * gap) / 3);
    const float tall = ui.px(64);
    struct Stage {
        std::string shape;
        const char* words;
    };
    const std::array<Stage, 3> stages = {{{"(" + tokens + ", " + std::to_string(shape.q_width()) + ")", "one product"},
                                          {"(" + tokens + ", " + heads + ", " + width + ")", "the same memory"},
                                          {"(" + heads + ", " + tokens + ", " + width + ")", "a head a slice"}}};
    float x = room.x;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool is_last = i == 2;
        const Rect rect{x, y + ui.px(18), each, tall};
        draw_split_block(ui, is_last ? Rect{x, y + ui.px(6), each * 0.5F, ui.px(88)} : rect, shape.n_heads, is_last);
        draw_text(list, ui.style.fonts->bold, {x, y + ui.px(100)}, ui.palette().text, stages[i].shape);
        draw_text(list, ui.style.fonts->small, {x, y + ui.px(120)}, ui.palette().dim, stages[i].words);
        if (!is_last) {
            const Rect arrow{x + each, y + ui.px(26), gap, ui.px(22)};
            draw_text_in(list, ui.style.fonts->large, arrow, ui.palette().dim, "↔", Align::kCentre);
            draw_text_in(list, ui.style.fonts->small, {arrow.x, arrow.bottom(), gap, ui.px(18)}, ui.palette().dim,
                         i == 0 ? "reshape" : "transpose", Align::kCentre);
        }
        x += each + gap;
    }
    return y + ui.px(146);
}

float draw_measured(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y) {
    if (!numbers.ways) return draw_paragraph(ui, room, y, "Timing both ways…");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const TwoWays& ways = *numbers.ways;
    const double slower = std::max(ways.loop_milliseconds, ways.fused_milliseconds);
    const auto line = [&](const char* name, double time, const std::string& words, ImU32 colour) {
        const float row = ui.px(28);
        draw_text_in(list, ui.style.fonts->normal, {room.x, y, ui.px(190), row}, ui.palette().text, name, Align::kLeft);
        const Rect bar{room.x + ui.px(200), y + ui.px(6), std::min(ui.px(300), room.w - ui.px(420)), ui.px(16)};
        draw_bar(ui, bar, static_cast<float>(time / slower), colour);
        draw_text_in(list, ui.style.fonts->bold, {bar.right() + ui.px(14), y, ui.px(90), row}, ui.palette().text,
                     milliseconds(time), Align::kLeft);
        draw_text_in(list, ui.style.fonts->small, {bar.right() + ui.px(104), y, ui.px(200), row}, ui.palette().dim,
                     words, Align::kLeft);
        y += row;
    };
    line("literal loop over heads", ways.loop_milliseconds, "one thread", ui.palette().query);
    line("one fused projection", ways.fused_milliseconds,
         ways.threads == 1 ? "one thread" : std::to_string(ways.threads) + " threads", ui.palette().key);
    y += ui.px(6);
    return draw_paragraph(ui, room, y,
                          "Largest difference on this sentence: " + power_words(ways.map_difference) +
                              " in any weight of any map, " + power_words(ways.output_difference) +
                              " in the output. The same numbers, up to the rounding of float32.",
                          ui.style.fonts->normal, ui.palette().text);
}

// This row under each head that holds one of the rivals best, and under one wide head.
float draw_collision(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y) {
    const AttentionBlock& block = *numbers.block;
    const Palette& palette = ui.palette();
    const Rivals rivals = rivals_of(ui, numbers);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    y = draw_paragraph(ui, room, y, "One head of d_model instead", ui.style.fonts->bold, palette.text);
    y = draw_paragraph(ui, room, y,
                       "The same projections read as a single head: softmax(q · k ÷ √" +
                           std::to_string(block.shape.q_width()) + ") = softmax(Σ over heads of q_h · k_h ÷ √" +
                           std::to_string(block.shape.q_width()) +
                           "). The heads' scores are added before the one softmax, so their readings collide in one "
                           "row.");
    std::vector<std::pair<std::string, std::vector<float>>> rows;
    const auto best_for = [&](Index key) {
        Index best = 0;
        float weight = -1;
        for (Index head = 0; head < block.shape.n_heads; ++head) {
            const float w = row_steps(block, head, numbers.row.query).weights[static_cast<std::size_t>(key)];
            if (w > weight) {
                weight = w;
                best = head;
            }
        }
        return best;
    };
    const Index first = best_for(rivals.first);
    const Index second = best_for(rivals.second);
    rows.emplace_back("head " + std::to_string(first), row_steps(block, first, numbers.row.query).weights);
    if (second != first)
        rows.emplace_back("head " + std::to_string(second), row_steps(block, second, numbers.row.query).weights);
    rows.emplace_back("one head", numbers.wide.weights);
    const float left = ui.px(84);
    const float cell = (room.w - left) / static_cast<float>(block.n_keys());
    const float tall = ui.px(84);
    for (const auto& [name, weights] : rows) {
        draw_text_in(list, ui.style.fonts->small, {room.x, y, left - ui.px(10), tall}, palette.dim, name,
                     Align::kRight);
        for (std::size_t key = 0; key < weights.size(); ++key) {
            const float x = room.x + left + cell * static_cast<float>(key);
            const auto token = static_cast<Index>(key);
            const ImU32 colour = token == rivals.first
                                     ? palette.key
                                     : (token == rivals.second ? palette.query : with_alpha(palette.dim, 0.5F));
            const float height = std::max(1.0F, tall * 0.74F * weights[key]);
            list.AddRectFilled({x + cell * 0.15F, y + tall - height}, {x + cell * 0.85F, y + tall}, colour);
            if (cell >= ui.px(34) && weights[key] >= 0.05F)
                draw_text_in(list, ui.style.fonts->small, {x, y + tall - height - ui.px(14), cell, ui.px(14)},
                             palette.text, short_weight(weights[key]), Align::kCentre);
        }
        list.AddLine({room.x + left, y + tall}, {room.right(), y + tall}, palette.line);
        y += tall + ui.px(10);
    }
    for (Index key = 0; cell >= ui.px(26) && key < block.n_keys(); ++key)
        draw_lesson_token(ui, numbers, key_token(key),
                          {room.x + left + cell * static_cast<float>(key), y - ui.px(4), cell - ui.px(3), ui.px(16)},
                          key == rivals.first ? palette.key : (key == rivals.second ? palette.query : palette.dim),
                          Align::kCentre);
    return y + ui.px(22);
}

}  // namespace

float draw_lesson_two_ways(const Ui& ui, const Rect& room) {
    const LessonNumbers* numbers = lesson_numbers_or_words(ui, room);
    if (numbers == nullptr) return room.y + ui.px(200);
    float y =
        draw_heading(ui, room, room.y, "A loop over heads, or one product for all",
                     "The textbook loops: each head has its own W_q, W_k, W_v. Programs put the heads' columns side "
                     "by side, make one product a role, and cut the result into heads. The heads do not look at "
                     "one another, so they run side by side and add no depth.");
    y = draw_reshape(ui, *numbers->block, room, y + ui.px(4));
    y = draw_measured(ui, *numbers, room, y + ui.px(6));
    return draw_collision(ui, *numbers, room, y + ui.px(10));
}

}  // namespace headscope
