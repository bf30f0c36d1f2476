#include "app/state/lit_cell.h"

#include "app/state/large_map.h"

namespace headscope {
namespace {

// Ties: the first.
std::optional<Index> top_source(const LargeMap& large, Index key) {
    std::optional<Index> top;
    float most = 0;
    for (const Index query : large.shown().queries()) {
        if (large.shown().query_token(query).is_special) continue;
        const float weight = large.shown().strength(large.weight(query, key));
        if (!(weight > most)) continue;
        top = query;
        most = weight;
    }
    return top;
}

}  // namespace

std::optional<LitCell> lit_cell(const AppState& state) {
    const std::optional<Index> key = lit_key(state);
    if (!key) return std::nullopt;
    std::optional<Index> query = lit_query(state);
    if (!query) query = top_source(large_map(state), *key);
    return query ? std::optional(LitCell{*query, *key}) : std::nullopt;
}

}  // namespace headscope
