#include "core/trace/competing_links.h"

#include <algorithm>
#include <utility>

namespace headscope {

std::vector<CompetingHeads> find_competing_heads(const AttentionMaps& maps, TokenLink first, TokenLink second) {
    std::vector<CompetingHeads> pairs;
    if (maps.n_heads() < 2) return pairs;
    for (Index layer = 0; layer < maps.n_layers(); ++layer) {
        CompetingHeads best;
        bool has_best = false;
        for (Index a = 0; a < maps.n_heads(); ++a) {
            for (Index b = 0; b < maps.n_heads(); ++b) {
                if (a == b) continue;
                const CompetingHeads pair{layer, a, b, maps.head(layer, a)(first.query, first.key),
                                          maps.head(layer, b)(second.query, second.key)};
                // Of pairs with the same weaker link, the one whose other link is stronger.
                const auto rank = [](const CompetingHeads& p) {
                    return std::pair(p.held(), p.first_weight + p.second_weight);
                };
                if (!has_best || rank(pair) > rank(best)) best = pair;
                has_best = true;
            }
        }
        pairs.push_back(best);
    }
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const CompetingHeads& a, const CompetingHeads& b) { return a.held() > b.held(); });
    return pairs;
}

}  // namespace headscope
