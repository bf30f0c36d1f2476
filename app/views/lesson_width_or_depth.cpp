// Page 8: two published models of about one size, one wide and one deep.
#include <algorithm>
#include <cmath>
#include <vector>

#include "app/views/lesson_calculator.h"
#include "core/model/published_sizes.h"

namespace headscope {
namespace {

// Blocks one on another, as wide as the model.
void draw_stack(const Rect& rect, const CostSizes& sizes, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float width = rect.w * std::min(1.0F, static_cast<float>(sizes.d_model) / 4096.0F);
    // Whole pixels, so that all bars look alike.
    const float step = std::max(2.0F, std::floor(rect.h / 48));
    for (Index i = 0; i < sizes.n_layers; ++i) {
        const float bottom = std::floor(rect.bottom()) - step * static_cast<float>(i);
        list.AddRectFilled({rect.x, bottom - std::max(1.0F, std::floor(step * 0.7F))}, {rect.x + width, bottom},
                           colour);
    }
}

std::string ratio_words(double left, double right) {
    return "× " + fixed(static_cast<float>(right / left), 2);
}

}  // namespace

float draw_lesson_width_or_depth(const Ui& ui, const Rect& room) {
    const std::span<const PublishedSizes> all = all_published_sizes();
    const LessonState& lesson = ui.state.lesson;
    const Palette& palette = ui.palette();
    float y = draw_heading(ui, room, room.y, "Wider or deeper?",
                           "The same number of weights can be put into more blocks or into wider ones. Blocks run one "
                           "after another; what is in a block runs side by side. The number of heads does not set the "
                           "width.");
    const float name_width = std::min(ui.px(280), room.w * 0.34F);
    const float column = std::min(ui.px(190), (room.w - name_width) / 3);
    LessonState changed = lesson;
    const float button_height = ui.px(30);
    const std::optional<int> left = choose_sizes(
        ui, "left", {room.x + name_width + ui.px(10), y, column - ui.px(14), button_height}, lesson.left_sizes, "");
    const std::optional<int> right =
        choose_sizes(ui, "right", {room.x + name_width + column + ui.px(10), y, column - ui.px(14), button_height},
                     lesson.right_sizes, "");
    if (left) changed.left_sizes = *left;
    if (right) changed.right_sizes = *right;
    if (changed != lesson) change_lesson(ui, changed);
    y += button_height + ui.px(4);

    const PublishedSizes& first = all[static_cast<std::size_t>(lesson.left_sizes)];
    const PublishedSizes& second = all[static_cast<std::size_t>(lesson.right_sizes)];
    const CostSizes& a = first.sizes;
    const CostSizes& b = second.sizes;
    const AttentionCost attention_a = attention_cost(a, 1);
    const AttentionCost attention_b = attention_cost(b, 1);
    const FeedForwardCost forward_a = feed_forward_cost(a);
    const FeedForwardCost forward_b = feed_forward_cost(b);
    const auto row = [&](const char* name, double l, double r, bool is_lit = false) {
        return TableRow{name, {rounded_count(l), rounded_count(r), ratio_words(l, r)}, is_lit};
    };
    const auto whole = [&](const char* name, Index l, Index r) {
        return TableRow{
            name, {std::to_string(l), std::to_string(r), ratio_words(static_cast<double>(l), static_cast<double>(r))}};
    };
    const double layers_a = static_cast<double>(a.n_layers);
    const double layers_b = static_cast<double>(b.n_layers);
    const double met_a = attention_a.parameters + forward_a.parameters_a_token;
    const double met_b = attention_b.parameters + forward_b.parameters_a_token;
    const std::vector<TableRow> rows = {
        whole("blocks = sequential steps", a.n_layers, b.n_layers),
        whole("d_model", a.d_model, b.d_model),
        whole("query heads", a.n_heads, b.n_heads),
        row("parameters a block", attention_a.parameters + forward_a.parameters,
            attention_b.parameters + forward_b.parameters),
        row("parameters in all blocks", layers_a * (attention_a.parameters + forward_a.parameters),
            layers_b * (attention_b.parameters + forward_b.parameters)),
        row("work a step: FLOPs of a token", 2 * met_a, 2 * met_b, true),
        row("work of all steps", 2 * met_a * layers_a, 2 * met_b * layers_b),
        row("KV cache a token, numbers", attention_a.cached_a_token * layers_a, attention_b.cached_a_token * layers_b),
    };
    const std::string titles[] = {first.name, second.name, "right to left"};
    y = draw_table(ui, room, y, titles, rows, name_width, column);

    const float tall = ui.px(144);
    draw_stack({room.x + name_width + ui.px(20), y, column - ui.px(40), tall}, a, palette.key);
    draw_stack({room.x + name_width + column + ui.px(20), y, column - ui.px(40), tall}, b, palette.query);
    draw_source(ui, {room.x, y, name_width - ui.px(20), 0}, y, "One bar a block, as long as d_model.");
    y += tall + ui.px(14);

    const WidthAgainstDepth published = width_against_depth();
    y = draw_paragraph(
        ui, room, y,
        "Rule of thumb: deeper is more flexible and harder to train; wider runs in parallel better and is "
        "faster to serve, but takes more memory.",
        ui.style.fonts->normal, palette.text);
    y = draw_paragraph(ui, room, y,
                       "Published comparison at one size (9B): deeper " + fixed(static_cast<float>(published.deep), 1) +
                           " against wider " + fixed(static_cast<float>(published.wide), 1) +
                           ", mean of four benchmarks. Source: " + published.source + ".",
                       ui.style.fonts->normal, palette.text);
    y = draw_source(ui, room, y, std::string(first.name) + ": " + first.source);
    return draw_source(ui, room, y - ui.px(4), std::string(second.name) + ": " + second.source);
}

}  // namespace headscope
