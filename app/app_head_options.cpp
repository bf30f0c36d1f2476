#include "app/app_head_options.h"

namespace headscope {

bool has_head_options(const ViewOptions& options) {
    return options.head_plane || options.values || options.side || !options.off.empty() || options.off_by;
}

Status check_head(const std::string& option, HeadRef head, Index n_layers, Index n_heads) {
    if (head.layer < n_layers && head.head < n_heads) return {};
    return invalid(option + ": head " + std::to_string(head.layer) + ":" + std::to_string(head.head) +
                   ", expected layers 0 to " + std::to_string(n_layers - 1) + " and heads 0 to " +
                   std::to_string(n_heads - 1));
}

Status apply_head_options(AppState& state, const ViewOptions& options) {
    const ModelConfig& config = state.trace()->model->config;
    for (const HeadRef head : options.off) {
        Status exists = check_head("--off", head, config.n_layers, config.n_heads);
        if (!exists.is_ok()) return exists;
    }
    ViewState view = state.view;
    if (!options.off.empty()) view.off = options.off;
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
