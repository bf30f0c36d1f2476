// Page 5: H heads cost what one head costs, but for the scores.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/lesson_calculator.h"

namespace headscope {
namespace {

// The maps as squares: one a head, as large as the only one of a single head.
float draw_score_squares(const Ui& ui, const Rect& room, float y, Index heads) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    constexpr Index kMostDrawn = 64;
    const Index drawn = std::min(heads, kMostDrawn);
    const float size = ui.px(drawn > 32 ? 26.0F : 44.0F);
    const float gap = ui.px(6);
    const auto square = [&](float x, float top, ImU32 colour) {
        list.AddRectFilled({x, top}, {x + size, top + size}, with_alpha(colour, 0.35F));
        list.AddRect({x, top}, {x + size, top + size}, colour);
    };
    draw_text(list, ui.style.fonts->small, {room.x, y}, palette.dim, "one head: one T × T map");
    square(room.x, y + ui.px(20), palette.key);
    const float left = room.x + ui.px(170);
    draw_text(list, ui.style.fonts->small, {left, y}, palette.dim,
              std::to_string(heads) + (heads == 1 ? " head: one map" : " heads: a T × T map each"));
    const auto columns = std::max<Index>(1, static_cast<Index>((room.right() - left) / (size + gap)));
    for (Index head = 0; head < drawn; ++head)
        square(left + static_cast<float>(head % columns) * (size + gap),
               y + ui.px(20) + static_cast<float>(head / columns) * (size + gap), palette.query);
    const Index rows = (drawn + columns - 1) / columns;
    y += ui.px(20) + static_cast<float>(rows) * (size + gap) + ui.px(6);
    if (heads > kMostDrawn)
        y = draw_source(ui, {left, y, room.right() - left, 0}, y,
                        "the first " + std::to_string(kMostDrawn) + " of " + std::to_string(heads));
    return y;
}

std::string times(double many, double one) {
    const double ratio = many / one;
    if (std::abs(ratio - 1) < 1e-9) return "equal";
    return "× " + fixed(static_cast<float>(ratio), ratio == std::round(ratio) ? 0 : 2);
}

}  // namespace

float draw_lesson_cost(const Ui& ui, const Rect& room) {
    const LessonState& lesson = ui.state.lesson;
    const CostSizes& sizes = lesson.sizes;
    float y = draw_heading(ui, room, room.y, "Many heads cost what one head costs",
                           "H heads of width d_model ÷ H hold as many weights and take as many FLOPs as one head of "
                           "width d_model: 4 · d_model² weights with W_O. What grows is the memory for scores: H · T² "
                           "numbers in place of T².");
    y = draw_calculator(ui, room, y + ui.px(4), {});
    const AttentionCost many = attention_cost(sizes, lesson.n_tokens);
    const AttentionCost one = attention_cost(with_one_head(sizes), lesson.n_tokens);
    const std::string titles[] = {"one head of d_model",
                                  std::to_string(sizes.n_heads) + " heads of " + std::to_string(sizes.d_head), "",
                                  "all " + std::to_string(sizes.n_layers) + " blocks"};
    const auto layers = static_cast<double>(sizes.n_layers);
    const auto row = [&](const char* name, double single, double several, bool is_lit = false) {
        return TableRow{
            name,
            {count_words(single), count_words(several), times(several, single), count_words(several * layers)},
            is_lit};
    };
    const std::vector<TableRow> rows = {
        row("parameters (W_q, W_k, W_v, W_O)", one.parameters, many.parameters),
        row("FLOPs of these matrices", one.linear_flops, many.linear_flops),
        row("FLOPs of scores and sums", one.score_flops, many.score_flops),
        row("scores held, numbers", one.scores, many.scores, true),
        row("KV cache, numbers", one.cached, many.cached),
    };
    const float name_width = std::min(ui.px(250), room.w * 0.34F);
    y = draw_table(ui, room, y, titles, rows, name_width, std::min(ui.px(160), (room.w - name_width) / 4));
    if (sizes.n_heads * sizes.d_head != sizes.d_model || sizes.n_kv_heads != sizes.n_heads)
        y = draw_paragraph(
            ui, room, y,
            "These sizes differ from the plain case: " +
                std::string(sizes.n_heads * sizes.d_head != sizes.d_model
                                ? "the heads together are " + std::to_string(sizes.n_heads * sizes.d_head) +
                                      " wide, not d_model. "
                                : "") +
                (sizes.n_kv_heads != sizes.n_heads ? "Heads share keys and values." : ""));
    y = draw_score_squares(ui, room, y + ui.px(4), sizes.n_heads);
    y = draw_source(
        ui, room, y,
        "A block of attention without biases; a multiplication and an addition are two FLOPs. Programs that "
        "never write the scores down (such as FlashAttention) save that memory; one that shows them cannot.");
    return draw_sizes_source(ui, room, y, lesson.sizes_from);
}

}  // namespace headscope
