#pragma once

#include <vector>

#include "app/views/lesson.h"

namespace headscope {

// The parts of the lesson's page on heads that are switched off, one file each. Like the page they draw from `y` down
// in the width of `room` and return where they ended; what is pressed is asked for by actions.

// Asks for exactly these heads to be off in the lesson.
void switch_heads(const Ui& ui, std::vector<HeadRef> off);

// The buttons over the grid.
float draw_head_switches(const Ui& ui, const Rect& room, float y, Index layers, Index heads);
// Layers down, heads across; colour is how much a map changed; a cross where a head is off. A click switches. Without
// numbers (null) there are no colours.
float draw_switch_grid(const Ui& ui, const Rect& room, float y, Index layers, Index heads,
                       const AblationNumbers* numbers);
// Every head off on its own: those that change most and least, or the button that asks for that, with how far it is.
float draw_head_ranking(const Ui& ui, const Rect& room, float y);

}  // namespace headscope
