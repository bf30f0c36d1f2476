#pragma once

#include "app/views/lesson_row_parts.h"

namespace headscope {

// The matrices that a row is made of: X × W_q = q, K, V. Returns where they end.
float draw_row_matrices(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y);

// A step's title, what happens in it, and its numbers. Returns where it ends.
float draw_row_step(const Ui& ui, const LessonNumbers& numbers, RowStep step, const Rect& room);

// The steps behind softmax.
float draw_sum_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room);
float draw_concat_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room);
float draw_output_step(const Ui& ui, const LessonNumbers& numbers, const Rect& room);

// The matrices of the whole walk to one scale, a pixel a number where they fit. Returns where they end.
float draw_shapes_to_scale(const Ui& ui, const LessonNumbers& numbers, const Rect& room, float y);

}  // namespace headscope
