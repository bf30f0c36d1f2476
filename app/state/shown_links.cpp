#include "app/state/shown_links.h"

#include <algorithm>
#include <cmath>

namespace headscope {

bool has_links_filter(const ViewState& view) {
    return view.links_threshold > 0 || view.links_top_k > 0;
}

TokenLinks links_of_token(const ShownTrace& shown, HeadRef head, Index token, const ViewState& view) {
    TokenLinks found;
    for (const Index other : view.links_into ? shown.queries() : shown.keys()) {
        const DrawnLink link = view.links_into ? DrawnLink{other, token, shown.weight(head, other, token)}
                                               : DrawnLink{token, other, shown.weight(head, token, other)};
        if (!std::isfinite(link.weight) || !(shown.strength(link.weight) > 0)) continue;
        found.links.push_back(link);
    }
    std::stable_sort(found.links.begin(), found.links.end(), [&](const DrawnLink& a, const DrawnLink& b) {
        return shown.strength(a.weight) > shown.strength(b.weight);
    });
    std::size_t kept = found.links.size();
    if (view.links_top_k > 0) kept = std::min(kept, static_cast<std::size_t>(view.links_top_k));
    while (kept > 0 && shown.strength(found.links[kept - 1].weight) < view.links_threshold) --kept;
    for (std::size_t i = kept; i < found.links.size(); ++i)
        found.weight_left_out += static_cast<double>(shown.strength(found.links[i].weight));
    found.left_out = static_cast<Index>(found.links.size() - kept);
    found.links.resize(kept);
    std::reverse(found.links.begin(), found.links.end());
    return found;
}

DrawnLink strongest_into(const ShownTrace& shown, HeadRef head, Index key) {
    DrawnLink best{-1, key, 0};
    for (const Index query : shown.queries()) {
        if (shown.query_token(query).is_special) continue;
        const float weight = shown.weight(head, query, key);
        if (shown.strength(weight) > shown.strength(best.weight)) best = {query, key, weight};
    }
    return best;
}

std::vector<DrawnLink> strongest_links(const ShownTrace& shown, HeadRef head, const ViewState& view) {
    std::vector<DrawnLink> links;
    const auto keep = [&](const DrawnLink& link) {
        const float strength = shown.strength(link.weight);
        if (strength > 0 && strength >= view.links_threshold) links.push_back(link);
    };
    if (!view.links_into) {
        for (const Index query : shown.queries()) {
            const TopTarget top = shown.top_target(head, query);
            if (top.key >= 0) keep({query, top.key, top.weight});
        }
        return links;
    }
    for (const Index key : shown.keys()) keep(strongest_into(shown, head, key));
    return links;
}

bool links_go_into(const AppState& state) {
    return state.view.links_into || lit_key_alone(state);
}

std::optional<Index> links_focus(const AppState& state) {
    const std::optional<Index> query = lit_query(state);
    if (!links_go_into(state)) return query;
    const bool is_query = query && state.shown->is_square();
    const std::optional<Index> token = is_query ? query : lit_key(state);
    return token && state.shown->key_place(*token) ? token : std::nullopt;
}

}  // namespace headscope
