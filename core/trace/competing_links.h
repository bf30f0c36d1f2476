#pragma once

#include <vector>

#include "core/nn/attention_maps.h"

namespace headscope {

// One cell of every map.
struct TokenLink {
    Index query = 0;
    Index key = 0;
    bool operator==(const TokenLink&) const = default;
};

// Two heads of one layer, of which the first holds one link and the second another.
struct CompetingHeads {
    Index layer = 0;
    Index first = 0;
    Index second = 0;
    float first_weight = 0;   // of the first link in the first head
    float second_weight = 0;  // of the second link in the second head

    // What a pair is worth: its weaker link.
    float held() const { return first_weight < second_weight ? first_weight : second_weight; }
};

// The best pair of different heads in each layer, the pair that holds most first; ties: the lower layer, the lower
// heads. Empty where layers have a single head. Both links must be cells of the maps.
std::vector<CompetingHeads> find_competing_heads(const AttentionMaps& maps, TokenLink first, TokenLink second);

}  // namespace headscope
