#pragma once

#include <string_view>

#include "app/views/ui.h"

namespace headscope {

// A column of a card that is filled from its top.
struct CardColumn {
    const Ui& ui;
    ImDrawList& list;
    float x;
    float width;
    float y;

    // The next row of that many pixels.
    Rect next(float height) {
        const Rect row{x, y, width, height};
        y += height;
        return row;
    }
    void space(float height) { y += height; }
    // Quiet words over what follows, with a sentence on them under the pointer.
    void caption(std::string_view words, std::string_view tip = {});
    // A line of quiet words, cut with an ellipsis.
    void note(std::string_view words);
    // Quiet words over as many lines as they need.
    void paragraph(std::string_view words);
};

// The columns of a card that is `width` wide and has room from `top` down: the first takes `share` of it and the second
// the rest; where that is too narrow for two, both take all of it, one below the other. The second is asked for when
// the first is full.
CardColumn first_column(const Ui& ui, ImDrawList& list, ImVec2 top, float width, float share);
CardColumn second_column(const CardColumn& first, ImVec2 top, float width);

// A thin bar filled from the left by a share in [0, 1].
void draw_share_bar(const Ui& ui, ImDrawList& list, const Rect& bar, float share, ImU32 colour);
// A bar with a sentence and a per cent, for what is still computed.
void draw_progress(CardColumn& column, std::string_view what, int percent);

// "Layer 0 · Head 10" short: "0·10".
std::string head_label(HeadRef head);
// A small picture of a head's map with its label and quiet words behind it; true when pressed.
bool draw_head_row(CardColumn& column, HeadRef head, std::string_view words, const char* tip);

}  // namespace headscope
