#pragma once

#include <optional>

#include "app/state/shown_trace.h"

namespace headscope {

// Where the second of two texts begins among what is drawn, as a place: none where only one of them is drawn.
struct BlockEdges {
    std::optional<Index> row;
    std::optional<Index> col;
};
BlockEdges block_edges(const ShownTrace& shown);

}  // namespace headscope
