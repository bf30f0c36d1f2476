#include "app/views/map_view.h"

namespace headscope {

LargeMapKey key_of(const AppState& state, const LargeMap& large) {
    LargeMapKey key{state.shown, {}, large.head()};
    if (large.combined() != nullptr) key.combined = state.combined;
    return key;
}

MapComparison compare_maps(const Ui& ui, const LargeMap& large) {
    MapComparison compared{ui.state.view.compare, std::nullopt, nullptr};
    if (compared.how == MapCompare::kOff) return compared;
    compared.head = compared_head(ui.state);
    if (compared.how != MapCompare::kDifference || !compared.head) return compared;
    MapDifferenceCache& kept = ui.kept.map_difference;
    const LargeMapKey key = key_of(ui.state, large);
    if (!(kept.key == key) || kept.minus != *compared.head) {
        kept.difference.emplace(large, LargeMap(large.shown(), *compared.head));
        ui.graphics.upload_difference(kept.difference->pixels(large.shown().range()));
        kept.key = key;
        kept.minus = *compared.head;
    }
    compared.difference = &*kept.difference;
    return compared;
}

}  // namespace headscope
