#include "app/views/lesson_row_steps.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace headscope {
namespace {

std::string count_of_keys(Index n) {
    return n == 1 ? "one score" : std::to_string(n) + " scores";
}

float draw_input_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room) {
    const AttentionBlock& block = *numbers.block;
    const AttentionShape& shape = block.shape;
    std::string text =
        "X holds " + std::to_string(shape.d_model) + " numbers for each of " + std::to_string(block.n_queries()) +
        " tokens: " +
        (numbers.request.random_sizes ? "here drawn at random."
                                      : (numbers.request.layer == 0 ? "what the embedding makes of words and positions."
                                                                    : "what the layers below made of them."));
    if (block.is_input_normalised) text += " This model normalises them in front of the block; X is behind that norm.";
    if (!block.is_self)
        text += " Queries are made of these target tokens; keys and values of the " + std::to_string(block.n_keys()) +
                " source tokens.";
    const float y = draw_heading(ui, room, room.y, "Step 1: the block reads a row of numbers a token", text);
    return draw_shapes_to_scale(ui, numbers, room, y + ui.px(6));
}

float draw_project_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room) {
    const AttentionBlock& block = *numbers.block;
    const AttentionShape& shape = block.shape;
    const std::string width = std::to_string(shape.d_head);
    std::string text = "q = x W_q: " + shape_words(1, shape.d_model) + " times " +
                       shape_words(shape.d_model, shape.d_head) + " gives " + shape_words(1, shape.d_head) +
                       ": what this token looks for. W_k makes of every token what it offers, W_v what it hands over.";
    if (block.has_biases()) text += " A bias is added to each.";
    if (block.query_norm != nullptr) text += " This model then normalises each head's q and k.";
    if (block.turns_positions())
        text +=
            " Then q and k are turned by angles that grow with their position (rotary embedding): q and K are drawn "
            "behind that turn.";
    if (shape.group() > 1)
        text += " Heads share keys and values: " + std::to_string(shape.n_heads) + " query heads over " +
                std::to_string(shape.n_kv_heads) + " key heads, so this head reads key head " +
                std::to_string(numbers.row.head / shape.group()) + ".";
    float y = draw_heading(ui, room, room.y, "Step 2: three small projections, " + width + " numbers each", text);
    y += ui.px(kMatrixCaption) + ui.px(4);
    const float tall = ui.px(150);
    const float gap = ui.px(26);
    const float each = std::min(ui.px(170), (room.w - 2 * gap) / 3);
    const Palette& palette = ui.palette();
    const HeadSlices& slices = *numbers.slices;
    draw_matrix(ui, {.id = "step W_q",
                     .name = "W_q",
                     .values = view_of(slices.query),
                     .stamp = numbers.serial,
                     .rect = {room.x, y, each, tall},
                     .name_colour = palette.query});
    draw_matrix(ui, {.id = "step W_k",
                     .name = "W_k",
                     .values = view_of(slices.key),
                     .stamp = numbers.serial,
                     .rect = {room.x + each + gap, y, each, tall},
                     .name_colour = palette.key});
    draw_matrix(ui, {.id = "step W_v",
                     .name = "W_v",
                     .values = view_of(slices.value),
                     .stamp = numbers.serial,
                     .rect = {room.x + 2 * (each + gap), y, each, tall},
                     .name_colour = palette.heads[2]});
    return y + tall + ui.px(16);
}

struct TableStep {
    std::string title;
    std::string text;
    RowTable table;
};

TableStep table_step(const LessonNumbers& numbers, const RowSteps& steps, RowStep step, RowMode mode) {
    const AttentionBlock& block = *numbers.block;
    const bool is_wide = mode == RowMode::kOneWideHead;
    const Index width = is_wide ? block.shape.q_width() : block.shape.d_head;
    const std::string root = is_wide ? "÷ √" + std::to_string(width) : scale_words(block);
    TableStep made;
    made.table.scale_words = root;
    made.table.has_scaled = step >= RowStep::kScale;
    made.table.has_mask = step >= RowStep::kMask;
    made.table.has_exponentials = made.table.has_weights = step >= RowStep::kSoftmax;
    const std::string keys = count_of_keys(block.n_keys());
    switch (step) {
        case RowStep::kScores:
            made.title = "Step 3: q meets every key, " + keys;
            made.text = "q · k multiplies " + std::to_string(width) +
                        " pairs of numbers and adds them up: large where what is looked for fits what is offered.";
            break;
        case RowStep::kScale:
            made.title = "Step 4: " + root +
                         (!root.starts_with("÷") ? "" : " = " + fixed(std::sqrt(static_cast<float>(width)), 2));
            made.text =
                "A sum of d_head products grows with d_head; dividing by its root keeps scores in a range where "
                "softmax still tells keys apart.";
            if (!is_wide && std::abs(block.scale - default_score_scale(block.shape.d_head)) > 1e-6F)
                made.text = block.scale == 1 ? "This model does not divide: its weights were trained to do without."
                                             : "This model has a factor of its own in place of 1 ÷ √d_head.";
            break;
        case RowStep::kMask: {
            const auto hidden = std::count(steps.allowed.begin(), steps.allowed.end(), 0);
            made.title = "Step 5: the mask";
            made.text = hidden == 0 ? "Nothing is hidden from this token: it may look at every key."
                                    : std::to_string(hidden) + (hidden == 1 ? " key is" : " keys are") +
                                          " hidden from this token: such a score counts as −∞ and gets the weight 0.";
            if (!is_wide && !steps.biases.empty())
                made.text += " This model adds a learned bias that depends on the distance alone.";
            if (!is_wide && !steps.capped.empty())
                made.text += " This model caps scores: c · tanh(score ÷ c), c = " + fixed(block.soft_cap, 0) + ".";
            break;
        }
        default:
            made.title = "Step 6: softmax turns " + keys + " into one budget of 1";
            made.text =
                "e^score, divided by the sum of the row. What one key gets, no other can have: that is why one "
                "head holds one reading.";
            if (is_wide)
                made.text = "One head with the same projections: q · k = Σ over all heads of q_h · k_h, ÷ √" +
                            std::to_string(width) +
                            ". Every reading that the heads hold apart lands in this one row and shares its budget.";
            break;
    }
    return made;
}

// The row of every head of the layer, a head a line.
float draw_all_heads(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y) {
    const AttentionBlock& block = *numbers.block;
    const Index heads = block.shape.n_heads;
    RowMajorMatrix rows(heads, block.n_keys());
    for (Index head = 0; head < heads; ++head) {
        const RowSteps steps = row_steps(block, head, numbers.row.query);
        std::copy(steps.weights.begin(), steps.weights.end(), rows.row(head).data());
    }
    const float left = ui.px(70);
    const float cell = std::clamp((room.w - left) / static_cast<float>(block.n_keys()), ui.px(3), ui.px(64));
    const float row = std::clamp(ui.px(320) / static_cast<float>(heads), ui.px(12), ui.px(24));
    const Rect names{room.x + left, y, cell * static_cast<float>(block.n_keys()), ui.px(18)};
    if (cell >= ui.px(26)) {
        for (Index key = 0; key < block.n_keys(); ++key)
            draw_lesson_token(ui, numbers, key_token(key),
                              {names.x + cell * static_cast<float>(key), y, cell - ui.px(3), names.h}, ui.palette().dim,
                              Align::kCentre);
        y += names.h + ui.px(4);
    }
    const Rect rect{names.x, y, names.w, row * static_cast<float>(heads)};
    const auto cell_hit = draw_matrix(ui, {.id = "all heads",
                                           .name = "",
                                           .values = view_of(rows),
                                           .stamp = numbers.serial,
                                           .rect = rect,
                                           .range = 1,
                                           .lit_row = numbers.row.head});
    if (cell_hit && cell_hit->clicked) ui.ask(SelectHead{{ui.state.view.selected.layer, cell_hit->row}});
    for (Index head = 0; head < heads; ++head)
        draw_text_in(*ImGui::GetWindowDrawList(), ui.style.fonts->small,
                     {room.x, y + row * static_cast<float>(head), left - ui.px(10), row},
                     head == numbers.row.head ? ui.palette().query : ui.palette().dim, "head " + std::to_string(head),
                     Align::kRight);
    return rect.bottom() + ui.px(12);
}

float draw_table_step(const Ui& ui, const LessonNumbers& numbers, RowStep step, const Rect& room) {
    const RowMode mode = ui.state.lesson.mode;
    const bool is_wide = mode == RowMode::kOneWideHead;
    const RowSteps& steps = is_wide ? numbers.wide : numbers.row;
    TableStep made = table_step(numbers, steps, step, mode);
    float y = draw_heading(ui, room, room.y, made.title, made.text);
    if (mode == RowMode::kAllHeads && step >= RowStep::kSoftmax) {
        y = draw_paragraph(ui, room, y, "Weights of this row, a head a line; each line sums to 1.");
        return draw_all_heads(ui, numbers, room, y);
    }
    const Rivals rivals = rivals_of(ui, numbers);
    made.table.first_lit = rivals.first;
    made.table.second_lit = rivals.second;
    const bool has_card = step == RowStep::kSoftmax && !is_wide;
    const float card = has_card ? std::min(ui.px(280), room.w * 0.32F) : 0;
    const float top = y;
    const Rect left{room.x, y, room.w - card - (has_card ? ui.px(20) : 0), room.h};
    const std::optional<Index> clicked = draw_row_table(ui, numbers, steps, made.table, left, y);
    if (clicked) {
        LessonState changed = ui.state.lesson;
        changed.rival = *clicked == rivals.first ? rivals.second : rivals.first;
        changed.pushed = clicked;
        change_lesson(ui, changed);
    }
    if (has_card) y = std::max(y, draw_push_card(ui, numbers, rivals, {room.right() - card, top, card, 0}));
    return y + ui.px(8);
}

}  // namespace

float draw_row_step(const Ui& ui, const LessonNumbers& numbers, RowStep step, const Rect& room) {
    switch (step) {
        case RowStep::kInput:
            return draw_input_step(ui, numbers, room);
        case RowStep::kProject:
            return draw_project_step(ui, numbers, room);
        case RowStep::kScores:
        case RowStep::kScale:
        case RowStep::kMask:
        case RowStep::kSoftmax:
            return draw_table_step(ui, numbers, step, room);
        case RowStep::kSum:
            return draw_sum_step(ui, numbers, room);
        case RowStep::kConcat:
            return draw_concat_step(ui, numbers, room);
        case RowStep::kOutput:
            return draw_output_step(ui, numbers, room);
    }
    return room.y;
}

}  // namespace headscope
