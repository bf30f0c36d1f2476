#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/state/head_measures.h"

namespace headscope {

// Which heads a search line finds (see HeadQuery).
struct FilteredHeads {
    std::vector<bool> matches;  // by layer · n_heads + head; empty where every head matches
    Index count = 0;            // heads that match
    std::string problem;        // why the line is not understood or has no answer; then every head matches
    bool is_waiting = false;    // it asks for facts that are still computed; until then every head matches

    bool is_filtering() const { return !matches.empty(); }
};

// `measures`: of the shown maps, or null.
FilteredHeads filter_heads(std::string_view line, Index n_layers, Index n_heads, const HeadMeasures* measures);

}  // namespace headscope
