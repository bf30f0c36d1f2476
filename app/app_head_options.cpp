#include "app/app_head_options.h"

#include "app/state/switch_off.h"
#include "core/trace/ablation.h"

namespace headscope {

bool has_head_options(const ViewOptions& options) {
    return options.head_plane || options.values || options.side || !options.off.is_empty() || options.off_by;
}

Status apply_head_options(AppState& state, const ViewOptions& options) {
    const ModelConfig& config = state.trace()->model->config;
    if (const std::string missing = find_missing_heads(options.off, config); !missing.empty())
        return invalid("--off: " + missing);
    ViewState view = state.view;
    if (!options.off.is_empty()) {
        for (const MapSet set : {MapSet::kEncoder, MapSet::kDecoder, MapSet::kCross})
            off_of(view, set) = heads_off(options.off, set);
    }
    if (options.off_by) view.off_by = *options.off_by;
    if (options.values) view.values = *options.values;
    if (options.side) view.side = *options.side;
    go_to_view(state, view);
    if (options.find) {
        state.link_search.from.set_text(options.find->from);
        state.link_search.to.set_text(options.find->to);
        state.link_search.rival.set_text(options.find->rival);
    }
    if (options.head_plane) state.popup = Popup::kHeadPlane;
    if (options.ranks) ask_for_ranking(state);
    return {};
}

}  // namespace headscope
