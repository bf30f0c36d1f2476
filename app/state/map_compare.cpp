#include "app/state/map_compare.h"

#include <algorithm>
#include <cmath>

#include "app/state/app_state.h"
#include "core/trace/difference_pixels.h"

namespace headscope {

std::optional<HeadRef> compared_head(const AppState& state) {
    const ViewState& view = state.view;
    if (!view.combined && !view.linked.empty()) return view.linked.front();
    const std::optional<HeadRef> pointed = state.hover.head;
    if (!pointed || (!view.combined && *pointed == view.selected)) return std::nullopt;
    return pointed;
}

MapDifference::MapDifference(const LargeMap& map, const LargeMap& minus)
    : rows_(static_cast<Index>(map.shown().queries().size())), cols_(static_cast<Index>(map.shown().keys().size())) {
    values_.reserve(static_cast<std::size_t>(rows_ * cols_));
    const bool may_be_masked = map.shown().has_masked_cells();
    if (may_be_masked) masked_.reserve(values_.capacity());
    for (const Index query : map.shown().queries()) {
        for (const Index key : map.shown().keys()) {
            const float value = map.weight(query, key) - minus.weight(query, key);
            values_.push_back(value);
            if (std::isfinite(value)) largest_ = std::max(largest_, std::abs(value));
            if (may_be_masked) masked_.push_back(map.is_masked(query, key) && minus.is_masked(query, key) ? 1 : 0);
        }
    }
}

MapPixels MapDifference::pixels(WeightRange range) const {
    return build_difference_pixels(values_, masked_, static_cast<int>(rows_), static_cast<int>(cols_),
                                   1 / limit(range));
}

}  // namespace headscope
