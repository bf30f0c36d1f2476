#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "app/state/view_state.h"

namespace headscope {

// Heads chosen together: the one drawn large and those added to it (ViewState::selected and linked), any number of
// them.

// All of them, the one drawn large first, then in the order they were added.
std::vector<HeadRef> selected_heads(const ViewState& view);
// Those whose links are drawn, as many as there are colours for: the first of selected_heads. The number of a head
// here is the number of its colour.
std::vector<HeadRef> heads_with_links(const ViewState& view);
// The place of a head in selected_heads; none if it is not chosen.
std::optional<std::size_t> place_in_selection(const ViewState& view, HeadRef head);

// Draws one head large; the others stay chosen. What was combined is left.
void select_head(ViewState& view, HeadRef head);
// Adds a head or takes it away. The last one stays.
void toggle_head(ViewState& view, HeadRef head);
// Chooses these heads in place of the others (`adds` false) or besides them. The one drawn large stays the same if it
// is among them, else it is the first of them. No heads: nothing changes.
void select_heads(ViewState& view, std::span<const HeadRef> heads, bool adds);

}  // namespace headscope
