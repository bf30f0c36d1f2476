#include "core/trace/layer_masks.h"

#include <algorithm>

namespace headscope {
namespace {

std::vector<AttentionMask> masks_of(const StackConfig* config, const AttentionMaps& maps,
                                    const std::vector<unsigned char>& allowed_keys) {
    std::vector<AttentionMask> masks(static_cast<std::size_t>(maps.n_layers()));
    for (std::size_t i = 0; i < masks.size(); ++i) {
        masks[i].allowed_keys = allowed_keys;
        if (config == nullptr) continue;
        masks[i].kind = config->mask;
        if (i < config->layers.size()) masks[i].window = config->layers[i].window;
    }
    return masks;
}

}  // namespace

std::vector<AttentionMask> layer_masks(const AttentionTrace& trace) {
    return masks_of(trace.model != nullptr ? &trace.model->config : nullptr, *trace.maps, trace.attention_mask);
}

std::vector<AttentionMask> decoder_layer_masks(const AttentionTrace& trace) {
    return masks_of(&*trace.model->config.decoder, *trace.maps->decoder, {});
}

std::vector<AttentionMask> layer_masks(const AttentionTrace& trace, MapSet set) {
    if (set == MapSet::kDecoder) return decoder_layer_masks(trace);
    if (set == MapSet::kCross) return masks_of(nullptr, *trace.maps->cross, trace.attention_mask);
    return layer_masks(trace);
}

VisibleKeys::VisibleKeys(const AttentionMask& mask, Index query, Index n_keys) : end(n_keys) {
    const bool is_causal = mask.kind == MaskKind::kCausal;
    if (is_causal) end = query + 1;
    if (mask.window > 0) begin = std::max<Index>(0, is_causal ? query - mask.window + 1 : query - mask.window);
    if (mask.window > 0 && !is_causal) end = std::min(n_keys, query + mask.window + 1);
    count = end - begin;
    if (mask.allowed_keys.empty()) return;
    allowed = mask.allowed_keys.data();
    count = std::count_if(allowed + begin, allowed + end, [](unsigned char key) { return key != 0; });
    if (count > 0) return;
    begin = 0;
    end = count = n_keys;
    allowed = nullptr;
}

}  // namespace headscope
