// Page 10: heads switched off, and what changes.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "app/views/lesson_redundancy_parts.h"
#include "app/views/views.h"

namespace headscope {
namespace {

float draw_hidden_changes(const Ui& ui, const Rect& room, float y, const AblationNumbers& numbers) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    double cosine = 0;
    double relative = 0;
    for (const VectorChange& change : numbers.changes) {
        cosine += change.cosine / static_cast<double>(numbers.changes.size());
        relative += change.relative / static_cast<double>(numbers.changes.size());
    }
    y = draw_paragraph(ui, room, y,
                       "Last hidden state: cosine " + fixed(static_cast<float>(cosine), 4) + ", change " +
                           fixed(static_cast<float>(relative * 100), 1) + " % of its norm, mean over tokens",
                       ui.style.fonts->bold, palette.text);
    const ShownTrace& shown = *ui.state.shown;
    const bool has_names = shown.query_tokens().size() == numbers.changes.size();
    const float row = ui.px(19);
    const float names = ui.px(100);
    const std::size_t count = std::min<std::size_t>(numbers.changes.size(), 24);
    for (std::size_t i = 0; i < count; ++i, y += row) {
        const VectorChange& change = numbers.changes[i];
        draw_bar(ui, {room.x + names, y + ui.px(5), std::max(ui.px(60), room.w - names - ui.px(130)), row - ui.px(9)},
                 static_cast<float>(change.relative), palette.key);
        draw_text_in(
            list, ui.style.fonts->small, {room.right() - ui.px(124), y, ui.px(124), row}, palette.dim,
            fixed(static_cast<float>(change.norm), 2) + "   cos " + fixed(static_cast<float>(change.cosine), 3),
            Align::kRight);
        if (has_names)
            draw_token_in(ui, list, query_token(static_cast<Index>(i)), {room.x, y, names - ui.px(8), row}, ui.px(13),
                          palette.text, Align::kRight);
    }
    if (count < numbers.changes.size())
        y = draw_source(ui, room, y + ui.px(2),
                        "and " + std::to_string(numbers.changes.size() - count) + " more tokens");
    return y + ui.px(8);
}

float draw_predictions(const Ui& ui, const Rect& room, float y, const AblationNumbers& numbers) {
    if (numbers.before.empty())
        return draw_source(ui, room, y,
                           "These weights have no head for predictions, or the text holds no mask to fill.");
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const Palette& palette = ui.palette();
    const float half = room.w / 2;
    const PredictedToken* both[] = {&numbers.before.front(), &numbers.after.front()};
    draw_text(list, ui.style.fonts->small, {room.x, y}, palette.dim, "predicted with all heads");
    draw_text(list, ui.style.fonts->small, {room.x + half, y}, palette.dim, "without");
    y += ui.px(18);
    const float row = ui.px(20);
    for (std::size_t side = 0; side < 2; ++side) {
        float line = y;
        for (const Prediction& one : both[side]->top) {
            const float x = room.x + half * static_cast<float>(side);
            const Words words[] = {{fixed(static_cast<float>(one.probability), 3) + "  ", palette.dim},
                                   {one.display, palette.text, true}};
            draw_words(ui, {x, line}, words);
            line += row;
        }
    }
    return y + row * static_cast<float>(std::max(both[0]->top.size(), both[1]->top.size())) + ui.px(8);
}

}  // namespace

float draw_lesson_redundancy(const Ui& ui, const Rect& room) {
    float y = draw_heading(ui, room, room.y, "Many heads can be removed with little loss",
                           "Click heads to switch them off; everything behind them is computed again. Colours show how "
                           "much each map changes: layers below stay, layers above move.");
    const AppState& state = ui.state;
    if (!state.shown || state.shown->is_empty() || !state.model || state.model->weights.layers.empty()) {
        draw_empty_page(ui, room, y);
        return y + ui.px(200);
    }
    const Index layers = state.model->config.n_layers;
    const Index heads = state.model->config.n_heads;
    const AblationNumbers* numbers = state.lesson_numbers ? state.lesson_numbers->ablation.get() : nullptr;
    if (numbers != nullptr && numbers->request.trace != state.shown->trace()) numbers = nullptr;
    y = draw_head_switches(ui, room, y, layers, heads);
    const float half = std::floor(room.w * 0.46F);
    const float left = draw_switch_grid(ui, {room.x, y, half, 0}, y, layers, heads, numbers);
    const Rect column{room.x + half + ui.px(30), y, room.w - half - ui.px(30), 0};
    float right = y;
    if (numbers == nullptr) {
        right = draw_paragraph(ui, column, y, state.lesson_problem.empty() ? "Computing…" : state.lesson_problem);
    } else {
        right = draw_hidden_changes(ui, column, y, *numbers);
        right = draw_predictions(ui, column, right, *numbers);
    }
    y = std::max(left, right) + ui.px(4);
    y = draw_head_ranking(ui, room, y);
    y = draw_paragraph(
        ui, room, y,
        "Role labels such as \"previous token\" describe what a head does on this sentence. They help to "
        "read, and may not hold for another text.",
        ui.style.fonts->normal, ui.palette().text);
    return draw_source(
        ui, room, y,
        "Published: of 48 encoder heads of a translation model, 38 could be pruned for 0.15 BLEU (Voita et "
        "al. 2019); most single heads can be removed without a visible loss (Michel et al. 2019).");
}

}  // namespace headscope
