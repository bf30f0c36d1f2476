#pragma once

#include "app/views/lesson.h"

namespace headscope {

// Which columns of the table of one row are drawn; each one number a key.
struct RowTable {
    bool has_products = true;
    bool has_scaled = false;
    bool has_mask = false;
    bool has_exponentials = false;
    bool has_weights = false;
    std::string scale_words;         // over the scaled products, such as "÷ √32"
    std::optional<Index> first_lit;  // keys drawn in the query's and the key's colour
    std::optional<Index> second_lit;
    std::span<const float> shown_weights = {};  // in place of the steps' own
};
// A line a key, with a bar of the last column; a click on a key lights it (it returns that key). `y` moves below.
std::optional<Index> draw_row_table(const Ui& ui, const LessonNumbers& numbers, const RowSteps& steps,
                                    const RowTable& table, const Rect& room, float& y);

// The two keys that compete in a row: those that were chosen, else the strongest that are no special tokens.
struct Rivals {
    Index first = 0;
    Index second = 0;
};
Rivals rivals_of(const Ui& ui, const LessonNumbers& numbers);

// A card with a slider that adds to one score, and what becomes of both rivals. Returns its bottom.
float draw_push_card(const Ui& ui, const LessonNumbers& numbers, const Rivals& rivals, const Rect& card);

// "÷ √32" where that is the block's scale, else "× 0.0625".
std::string scale_words(const AttentionBlock& block);

}  // namespace headscope
