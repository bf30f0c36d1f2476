#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/views/layout.h"
#include "tests/app/small_translation.h"
#include "tests/app/window_test.h"

namespace headscope {

// The whole window with a small text in it.
class Panels : public WindowTest {
  protected:
    WindowLayout layout() const {
        return lay_out_window(ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y, scale_);
    }
    void show(const std::vector<std::string>& words, SpecialsMode specials = SpecialsMode::kKeep) {
        state_.view.specials = specials;
        accept_trace(state_, make_small_shown(words, specials));
        state_.model = state_.shown->trace()->model;
        state_.sentence.set_text(state_.shown->trace()->encoding.text);
    }
    void show_translation(MapSet set) {
        state_.view.map_set = set;
        accept_trace(state_, make_shown_translation({"the", "man"}, {"der"}, {SpecialsMode::kKeep, set}));
        state_.model = state_.shown->trace()->model;
        state_.sentence.set_text("the man");
        state_.target.set_text("der");
    }
    // A point of the head grid, by fractions of its width and height.
    Point point_in_grid(float fraction_x, float fraction_y) const {
        const Rect grid = layout().grid;
        return {grid.x + grid.w * fraction_x, grid.y + grid.h * fraction_y};
    }

    // Where the middle of a head's tile is, found by pointing.
    Point find_head(HeadRef head) {
        for (float y = 0.1F; y < 0.98F; y += 0.02F) {
            for (float x = 0.02F; x < 0.98F; x += 0.02F) {
                point_at(point_in_grid(x, y));
                if (state_.hover.head == head) return point_in_grid(x + 0.01F, y + 0.01F);
            }
        }
        ADD_FAILURE() << "no head " << head.layer << ":" << head.head;
        return {};
    }
    // One frame a character.
    void type(std::u32string_view characters) {
        for (const char32_t character : characters) frame({CharacterTyped{character}});
    }
    void press(KeyChord chord) { frame({KeyPress{chord}}); }
};

}  // namespace headscope
