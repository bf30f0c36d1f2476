#include <algorithm>
#include <array>
#include <cmath>

#include "app/views/lesson_row_steps.h"

namespace headscope {
namespace {

constexpr float kTall = 128;

ConstMatrixView head_columns(const RowMajorMatrix& matrix, Index head, Index width) {
    return {matrix.data() + head * width, matrix.rows(), width, matrix.cols()};
}

ConstMatrixView row_view(ConstMatrixView matrix, Index row) {
    return {matrix.row(row), 1, matrix.cols, matrix.stride};
}

// Token names along the rows of a matrix; where they would overlap, only the lit one.
void draw_row_names(const Ui& ui, const LessonNumbers& numbers, const Rect& matrix, Index rows, bool is_query_axis,
                    float x, float width, Align align, std::optional<Index> lit, ImU32 lit_colour) {
    const float row = matrix.h / static_cast<float>(std::max<Index>(rows, 1));
    const bool fit = row >= ui.px(8.5F);
    for (Index i = 0; i < rows; ++i) {
        if (!fit && lit != i) continue;
        const float height = std::clamp(row, ui.px(8.5F), ui.px(13));
        const Rect at{x, matrix.y + row * (static_cast<float>(i) + 0.5F) - height / 2, width, height};
        draw_lesson_token(ui, numbers, is_query_axis ? query_token(i) : key_token(i), at,
                          lit == i ? lit_colour : ui.palette().dim, align);
    }
}

void draw_sign(const Ui& ui, const Rect& at, std::string_view sign) {
    draw_text_in(*ImGui::GetWindowDrawList(), ui.style.fonts->large, at, ui.palette().dim, sign, Align::kCentre);
}

}  // namespace

float draw_row_matrices(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y) {
    const AttentionBlock& block = *numbers.block;
    const AttentionShape& shape = block.shape;
    const Index d = shape.d_head;
    const Index head = numbers.row.head;
    const Index query = numbers.row.query;
    const Index kv_head = head / shape.group();
    const Palette& palette = ui.palette();
    const float tall = ui.px(kTall);
    const float names = ui.px(74);
    const float gap = ui.px(30);
    // X, W_q, q, K and V share what the names and signs leave.
    const float free = std::max(ui.px(400), room.w - 2 * names - 4 * gap);
    const float top = y + ui.px(kMatrixCaption);
    const std::string head_note = shape.group() > 1 ? "of key head " + std::to_string(kv_head) : "one row a key";

    const bool is_projecting = static_cast<RowStep>(ui.state.lesson.at.step) >= RowStep::kProject;
    float x = room.x + names;
    const Rect inputs{x, top, free * 0.13F, tall};
    draw_matrix(ui, {.id = "X",
                     .name = "X",
                     .values = view_of(block.numbers.input),
                     .stamp = numbers.serial,
                     .rect = inputs,
                     .lit_row = query});
    draw_row_names(ui, numbers, inputs, block.n_queries(), true, room.x, names - ui.px(8), Align::kRight, query,
                   palette.query);
    x = inputs.right() + gap;
    draw_sign(ui, {inputs.right(), top, gap, tall}, "×");
    const Rect weights{x, top, free * 0.15F, tall};
    draw_matrix(ui, {.id = "W_q",
                     .name = "W_q",
                     .values = view_of(numbers.slices->query),
                     .stamp = numbers.serial,
                     .rect = weights,
                     .name_colour = palette.query});
    x = weights.right() + gap;
    if (is_projecting) draw_sign(ui, {weights.right(), top, gap, tall}, "=");
    const ConstMatrixView q = row_view(head_columns(block.numbers.queries, head, d), query);
    const float q_width = free * 0.20F;
    const Rect q_rect{x, top + tall / 2 - ui.px(8), q_width, ui.px(16)};
    if (is_projecting)
        draw_matrix(ui, {.id = "q",
                         .name = "q",
                         .values = q,
                         .stamp = numbers.serial,
                         .rect = q_rect,
                         .name_colour = palette.query});
    x = q_rect.right() + gap;
    const Rivals rivals = rivals_of(ui, numbers);
    const Rect keys{x, top, free * 0.26F, tall};
    const Rect values{keys.right() + names + gap * 0.4F, top, free * 0.26F, tall};
    if (is_projecting) {
        draw_matrix(ui, {.id = "K",
                         .name = "K",
                         .values = head_columns(block.numbers.keys, kv_head, d),
                         .stamp = numbers.serial,
                         .rect = keys,
                         .name_colour = palette.key,
                         .note = head_note});
        draw_row_names(ui, numbers, keys, block.n_keys(), false, keys.right() + ui.px(8), names - ui.px(8),
                       Align::kLeft, rivals.first, palette.key);
        draw_matrix(ui, {.id = "V",
                         .name = "V",
                         .values = head_columns(block.numbers.values, kv_head, d),
                         .stamp = numbers.serial,
                         .rect = values,
                         .name_colour = palette.heads[2]});
    }
    draw_matrix_legend(ui, {room.right() - ui.px(120), top + tall + ui.px(8)}, ui.px(120));
    return top + tall + ui.px(40);
}

float draw_shapes_to_scale(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y) {
    const AttentionBlock& block = *numbers.block;
    const AttentionShape& shape = block.shape;
    const Palette& palette = ui.palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    struct Piece {
        const char* name;
        Index rows;
        Index columns;
        ImU32 colour;
    };
    const Index queries = block.n_queries();
    const Index keys = block.n_keys();
    const Index d = shape.d_head;
    const std::array<Piece, 9> pieces = {{{"X", queries, shape.d_model, palette.text},
                                          {"W_q, W_k, W_v each", shape.d_model, d, palette.query},
                                          {"Q", queries, d, palette.query},
                                          {"K", keys, d, palette.key},
                                          {"V", keys, d, palette.heads[2]},
                                          {"scores", queries, keys, palette.text},
                                          {"Z", queries, d, palette.heads[2]},
                                          {"concat", queries, shape.q_width(), palette.text},
                                          {"W_O", shape.q_width(), shape.d_model, palette.heads[3]}}};
    y = draw_paragraph(ui, room, y, "Every matrix of the walk to one scale", ui.style.fonts->bold, palette.text);
    float widest = 0;
    float highest = 0;
    for (const Piece& piece : pieces) {
        widest += static_cast<float>(piece.columns);
        highest = std::max(highest, static_cast<float>(piece.rows));
    }
    const float gap = ui.px(18);
    const float least = ui.px(64);  // room for a name below a narrow matrix
    const float scale = std::min({(room.w - 10 * gap - 6 * least) / widest, ui.px(200) / highest, ui.px(6)});
    const float floor_y = y + scale * highest;
    float x = room.x;
    for (const Piece& piece : pieces) {
        const float width = std::max(ui.px(2), static_cast<float>(piece.columns) * scale);
        const float height = std::max(ui.px(2), static_cast<float>(piece.rows) * scale);
        const Rect rect{x, y, width, height};
        list.AddRectFilled(min_of(rect), max_of(rect), with_alpha(piece.colour, 0.35F));
        list.AddRect(min_of(rect), max_of(rect), piece.colour);
        const float room_here = std::max(width, least);
        draw_text(list, ui.style.fonts->small, {x, floor_y + ui.px(6)}, palette.text, piece.name);
        draw_text(list, ui.style.fonts->small, {x, floor_y + ui.px(21)}, palette.dim,
                  shape_words(piece.rows, piece.columns));
        x += std::max(room_here, text_size(ui.style.fonts->small, piece.name).x) + gap;
    }
    y = floor_y + ui.px(44);
    return draw_paragraph(ui, room, y,
                          "Output " + shape_words(queries, shape.d_model) +
                              ": the shape of the input, so blocks stack and residuals add.");
}

}  // namespace headscope
