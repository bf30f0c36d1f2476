#include "core/nn/map_memory.h"

#include <algorithm>

#include "core/nn/attention_maps.h"

namespace headscope {

double MapSetSize::bytes() const {
    return static_cast<double>(layers) * static_cast<double>(heads) * static_cast<double>(queries) *
           static_cast<double>(AttentionMaps::row_stride_for(keys)) * sizeof(float);
}

std::vector<MapSetSize> map_set_sizes(const ModelConfig& config, Index source, Index target) {
    std::vector<MapSetSize> sizes{{config.n_layers, config.n_heads, source, source}};
    if (config.decoder) {
        sizes.push_back({config.decoder->n_layers, config.decoder->n_heads, target, target});
        sizes.push_back({config.decoder->n_layers, config.decoder->n_heads, target, source});
    }
    return sizes;
}

double map_bytes(const ModelConfig& config, Index source, Index target) {
    double bytes = 0;
    for (const MapSetSize& size : map_set_sizes(config, source, target)) bytes += size.bytes();
    return bytes;
}

Index tokens_that_fit(const ModelConfig& config, double bytes) {
    Index most = Index{1} << 31;
    if (config.max_positions > 0) most = std::min(most, config.max_positions);
    if (config.decoder && config.decoder->max_positions > 0) most = std::min(most, config.decoder->max_positions);
    Index least = 0;
    while (least < most) {
        const Index middle = least + (most - least + 1) / 2;
        if (map_bytes(config, middle, middle) <= bytes) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    return least;
}

}  // namespace headscope
