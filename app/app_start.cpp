#include "app/app_start.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "app/state/session.h"
#include "core/model/catalog.h"

namespace headscope {
namespace {

// The session that the options ask for, or that the last window was closed with; none: start anew.
std::optional<Session> first_session(AppState& state, const ViewOptions& options) {
    const bool is_asked_for = !options.session.empty();
    const bool is_plain = options.model.empty() && !options.text && !options.target;
    if (!is_asked_for && (!is_plain || options.settings_folder.empty() || !state.settings.restores_session))
        return std::nullopt;
    const std::filesystem::path file =
        is_asked_for ? std::filesystem::path(options.session) : last_session_file(options.settings_folder);
    std::error_code ignored;
    if (!is_asked_for && !std::filesystem::exists(file, ignored)) return std::nullopt;
    Result<Session> session = read_session(file);
    if (!session.has_value()) {
        state.message = Message{MessageKind::kError, session.error().message, std::nullopt};
        return std::nullopt;
    }
    if (is_asked_for) state.session_file = file;
    return std::move(session).value();
}

// What the options say about how maps are shown and links drawn.
void apply_reading_options(ViewState& view, const ViewOptions& options) {
    if (options.scale) view.scale = *options.scale;
    if (options.words) view.words = true;
    if (options.block) view.block = *options.block;
    if (options.range) view.range = *options.range;
    if (options.links) view.links_layout = *options.links;
    if (options.links_into) view.links_into = true;
    if (options.links_threshold) view.links_threshold = *options.links_threshold;
    if (options.links_top_k) view.links_top_k = *options.links_top_k;
}

}  // namespace

void start(AppState& state, const ViewOptions& options) {
    state.view.specials_as_text = options.specials_as_text;
    if (options.target) state.target.set_text(*options.target);
    state.target.move_to(0);
    state.view.map_set = options.maps.value_or(options.target ? MapSet::kCross : MapSet::kEncoder);
    if (options.theme) state.view.theme = *options.theme;
    if (const std::optional<Session> session = first_session(state, options)) {
        open_session(state, *session);
    } else if (options.text) {
        set_texts(state, *options.text, options.pair);
    } else {
        greet(state);
    }
    apply_reading_options(state.view, options);
    if (state.wanted_view) apply_reading_options(*state.wanted_view, options);
    if (state.is_loading) return;
    const Result<std::filesystem::path> model = find_model(options.model);
    if (model.has_value()) {
        ask_for_model(state, model.value());
    } else {
        state.message = Message{MessageKind::kError, model.error().message, std::nullopt};
    }
}

}  // namespace headscope
