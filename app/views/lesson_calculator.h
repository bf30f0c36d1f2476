#pragma once

#include "app/views/lesson.h"

namespace headscope {

// Published sizes to start from, and steppers for each size; changes are asked for. Returns where it ends.
struct CalculatorParts {
    bool has_kv_heads = true;
    bool has_layers = true;
    bool has_tokens = true;
};
float draw_calculator(const Ui& ui, const Rect& room, float y, const CalculatorParts& parts);

// A table: titles over columns, then rows of a name and numbers; `lit` rows stand out.
struct TableRow {
    std::string name;
    std::vector<std::string> cells;
    bool is_lit = false;
};
float draw_table(const Ui& ui, const Rect& room, float y, std::span<const std::string> titles,
                 std::span<const TableRow> rows, float name_width, float column_width);

// Where the sizes stand, for those that are published; else nothing is drawn.
float draw_sizes_source(const Ui& ui, const Rect& room, float y, int published);

}  // namespace headscope
