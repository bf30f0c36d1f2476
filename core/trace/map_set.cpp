#include "core/trace/map_set.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace headscope {

bool has_map_set(const AttentionTrace& trace, MapSet set) {
    switch (set) {
        case MapSet::kEncoder:
            return true;
        case MapSet::kDecoder:
            return trace.maps->decoder != nullptr;
        case MapSet::kCross:
            return trace.maps->cross != nullptr;
    }
    return false;
}

MapSetView get_map_set(const AttentionTrace& trace, MapSet set) {
    assert(has_map_set(trace, set));
    const std::vector<Token>& source = trace.encoding.tokens;
    const std::vector<Token>& target = trace.target.tokens;
    switch (set) {
        case MapSet::kEncoder:
            break;
        case MapSet::kDecoder:
            return {*trace.maps->decoder, target, target};
        case MapSet::kCross:
            return {*trace.maps->cross, target, source};
    }
    return {*trace.maps, source, source};
}

bool has_sinks(const AttentionTrace& trace, MapSet set, Index layer) {
    if (set != MapSet::kEncoder || trace.model == nullptr) return false;
    const Model& model = *trace.model;
    const auto place = static_cast<std::size_t>(layer);
    if (place >= model.config.layers.size()) return false;
    const auto weights = static_cast<std::size_t>(model.config.layers[place].weight_set);
    return weights < model.weights.layers.size() && !model.weights.layers[weights].sinks.empty();
}

float sink_weight(const AttentionTrace& trace, MapSet set, Index layer, Index head, Index query) {
    if (!has_sinks(trace, set, layer)) return 0;
    const ConstMatrixView map = get_map_set(trace, set).maps.head(layer, head);
    double sum = 0;
    for (Index key = 0; key < map.cols; ++key) sum += static_cast<double>(map(query, key));
    return static_cast<float>(std::clamp(1 - sum, 0.0, 1.0));
}

}  // namespace headscope
