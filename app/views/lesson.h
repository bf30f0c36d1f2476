#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/state/lesson_numbers.h"
#include "app/views/ui.h"

namespace headscope {

// The lesson in place of the panels: a bar, the list of pages, the page, a line of facts.
void draw_lesson(const Ui& ui, float width, float height);

// One function a page. Each draws from the top of `room` down, as far as it needs, and returns where it ended; what
// does not fit is scrolled. Changes are asked for by actions.
float draw_lesson_reading(const Ui& ui, const Rect& room);
float draw_lesson_readings(const Ui& ui, const Rect& room);
float draw_lesson_row(const Ui& ui, const Rect& room);
float draw_lesson_two_ways(const Ui& ui, const Rect& room);
float draw_lesson_cost(const Ui& ui, const Rect& room);
float draw_lesson_output(const Ui& ui, const Rect& room);
float draw_lesson_head_width(const Ui& ui, const Rect& room);
float draw_lesson_width_or_depth(const Ui& ui, const Rect& room);
float draw_lesson_sharing(const Ui& ui, const Rect& room);
float draw_lesson_redundancy(const Ui& ui, const Rect& room);
float draw_lesson_causal(const Ui& ui, const Rect& room);

// The numbers to draw, where they are of the text and the block on screen; else null, and the page says why.
const LessonNumbers* lesson_numbers_or_words(const Ui& ui, const Rect& room);
// Why there are no maps, at `y`.
void draw_empty_page(const Ui& ui, const Rect& room, float y);
// Asks for another state of the lesson.
void change_lesson(const Ui& ui, const LessonState& lesson);

// Text that wraps at the right end of `room`; returns where the next line starts.
float draw_paragraph(const Ui& ui, const Rect& room, float y, std::string_view text);
float draw_paragraph(const Ui& ui, const Rect& room, float y, std::string_view text, ImFont* font, ImU32 colour);
// A title and a wrapped line below it.
float draw_heading(const Ui& ui, const Rect& room, float y, std::string_view title, std::string_view text);
// Quiet small words: where something comes from, or what is a rule of thumb.
float draw_source(const Ui& ui, const Rect& room, float y, std::string_view text);

// A token of the numbers' axes, one line, cut at the width of `rect`.
void draw_lesson_token(const Ui& ui, const LessonNumbers& numbers, AxisToken token, const Rect& rect, ImU32 colour,
                       Align align);
std::string lesson_token_name(const Ui& ui, const LessonNumbers& numbers, AxisToken token);

// A line of words and tokens, one behind the other; tokens may be of any script. Returns its width.
struct Words {
    std::string text;
    ImU32 colour;
    bool is_token = false;
};
float draw_words(const Ui& ui, ImVec2 at, std::span<const Words> words);

// A matrix as one texture in a frame, its name and shape above it and each value under the pointer.
struct MatrixDrawing {
    const char* id = "";
    std::string_view name;
    ConstMatrixView values;
    std::uint64_t stamp = 0;
    Rect rect;                   // of the picture; the name stands above it
    ImU32 name_colour = 0;       // 0: plain text
    float range = 0;             // 0: value_range
    std::string_view note = {};  // behind the shape
    std::optional<Index> lit_row = {};
};
struct MatrixCell {
    Index row;
    Index column;
    bool clicked;
};
std::optional<MatrixCell> draw_matrix(const Ui& ui, const MatrixDrawing& drawing);
constexpr float kMatrixCaption = 22;  // units above a matrix

// The colours of matrices, from −m to +m.
void draw_matrix_legend(const Ui& ui, ImVec2 position, float width);

// A horizontal bar of a share of `rect`; none for 0.
void draw_bar(const Ui& ui, const Rect& rect, float share, ImU32 colour);

// A row of small cards, a head each: its name, a number and a bar of it; `lit` is framed. A click asks for that head.
float draw_head_cards(const Ui& ui, const Rect& room, float y, std::span<const float> values, Index lit);

// A choice among published sizes as a list that opens, with those of the open model on top if `has_model`; none or what
// was pressed: an index, or kSizesOfModel. `chosen` may also be kOtherSizes.
std::optional<int> choose_sizes(const Ui& ui, const char* id, const Rect& rect, int chosen,
                                std::string_view other_words, bool has_model = false);

// "−  512  +": a number that buttons make smaller or larger, and that a click lets be typed. Returns the number asked
// for by a button.
Index draw_stepper(const Ui& ui, LessonSize size, const Rect& rect, const std::function<Index(Index, int)>& step);

// "0.345", "-1.20": fixed digits behind the point.
std::string fixed(float value, int digits);
// "2,097,152", or "1.23 G" from ten digits on.
std::string count_words(double value);
// "18.9 M" of any count, three digits.
std::string rounded_count(double value);
// "(11, 384)".
std::string shape_words(Index rows, Index columns);
std::string sizes_words(const CostSizes& sizes);

}  // namespace headscope
