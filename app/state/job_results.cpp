// What is asked of jobs that open and write files, and what becomes of their results and of new maps.

#include <string>
#include <utility>
#include <variant>

#include "app/state/app_state.h"
#include "app/state/follow_ups.h"
#include "app/state/session.h"
#include "core/io/shown.h"

namespace headscope {

void ask_for_model(AppState& state, const std::filesystem::path& path, ModelSlot slot) {
    state.is_loading = true;
    state.beside.is_loading_model = slot == ModelSlot::kBeside;
    state.loading_path = path.has_filename() ? path : path.parent_path();
    state.load_percent = 0;
    state.effects.load_model = path;
    state.effects.cancel_load = false;
}

void cancel_loading(AppState& state) {
    if (!state.is_loading) return;
    state.is_loading = state.beside.is_loading_model = false;
    state.effects.load_model.reset();
    state.effects.cancel_load = true;
    // The texts of a session were for the model that does not come.
    const bool has_new_texts = std::exchange(state.wanted_view, std::nullopt).has_value();
    std::string text = "Opening " + shown_path(state.loading_path.filename()) + " was cancelled";
    text += state.model ? ": " + state.model->name + " stays open." : ". Ctrl+O opens a model.";
    state.message = Message{MessageKind::kInfo, std::move(text), std::nullopt};
    if (state.model && has_new_texts) ask_for_maps(state);
}

void accept_drop(AppState& state, const std::vector<std::filesystem::path>& paths) {
    if (paths.empty()) return;
    state.popup = Popup::kNone;
    state.effects.open_file = paths.front();
    if (paths.size() > 1) {
        state.message =
            Message{MessageKind::kInfo,
                    std::to_string(paths.size()) + " files were dropped: only the first one is opened.", std::nullopt};
    }
}

void accept_opened(AppState& state, Result<Openable> opened) {
    if (!opened.has_value()) {
        state.message = Message{MessageKind::kError, opened.error().message, std::nullopt};
    } else if (const auto* model = std::get_if<OpenableModel>(&opened.value())) {
        ask_for_model(state, model->path);
    } else if (const auto* text = std::get_if<OpenableText>(&opened.value())) {
        set_texts(state, text->text, std::nullopt);
    } else if (const auto* session = std::get_if<OpenableSession>(&opened.value())) {
        open_session(state, session->session);
        state.session_file = session->path;
    }
}

void accept_inspected(AppState& state, const std::filesystem::path& path, const Result<ModelSummary>& summary) {
    ModelEntry entry{path.filename().string(), path, {}, summary.has_value()};
    entry.words = summary.has_value() ? summary_words(summary.value()) : summary.error().message;
    state.inspected = std::move(entry);
}

void accept_saved_session(AppState& state, const std::filesystem::path& path, const Status& status) {
    if (!status.is_ok()) {
        state.message = Message{MessageKind::kError, status.error().message, std::nullopt};
        return;
    }
    state.session_file = path;
    state.message = Message{MessageKind::kInfo, "Session saved to " + path.string(), path.string()};
}

void accept_model(AppState& state, const std::filesystem::path& path, Result<std::shared_ptr<const Model>> loaded) {
    if (state.beside.is_loading_model) {
        accept_beside_model(state, std::move(loaded));
        return;
    }
    state.is_loading = false;
    if (!loaded.has_value()) {
        std::string text = loaded.error().message;
        text += state.model ? " — " + state.model->name + " stays open." : ".";
        text += " Ctrl+O opens another.";
        state.message = Message{MessageKind::kError, std::move(text), path.string()};
        if (state.wanted_view && state.model) ask_for_maps(state);  // a session's texts, for the model that stays
        return;
    }
    remember_model(state.settings, path);
    state.model = std::move(loaded).value();
    state.message.reset();
    if (!state.model->warnings.empty()) {
        state.message = Message{MessageKind::kInfo, state.model->warnings.front(), std::nullopt};
    }
    if (state.is_greeting) {
        greet(state);
    } else {
        ask_for_maps(state);
    }
    load_wanted_beside_model(state);
}

void accept_trace(AppState& state, Result<std::shared_ptr<const ShownTrace>> shown) {
    state.is_computing = false;
    if (!shown.has_value()) {
        state.trace_problem = shown.error().message;
        state.trace_next_step = shown.error().kind == ErrorKind::kTooLarge
                                    ? "Shorten the sentence, or open a smaller model with Ctrl+O."
                                    : "Change the sentence above.";
        return;
    }
    state.trace_problem.clear();
    state.shown = std::move(shown).value();
    // The view may have changed while this was computed; then it is not yet what was wanted.
    const ShownAs& as = state.shown->as();
    ShownAs wanted = shown_as(state.view);
    if (!has_map_set(*state.trace(), wanted.set)) wanted.set = as.set;
    // While a model is on its way, these are still the maps of the one before.
    const bool is_old = state.is_loading && !state.beside.is_loading_model;
    const bool is_wanted = !is_old && as == wanted;
    const MapSet set = state.view.map_set;
    state.view = fitted(state.wanted_view && is_wanted ? *state.wanted_view : state.view, *state.shown);
    fill_filter_box(state);
    if (is_wanted) {
        state.wanted_view.reset();
    } else {
        state.view.map_set = set;
        state.effects.shown_changed = !is_old;
    }
    state.hover = {};
    if (state.wanted_link) {
        const auto links = find_links(*state.trace(), state.wanted_link->from, state.wanted_link->to);
        if (links.has_value() && !links.value().empty()) state.view.selected = links.value().front().head;
        state.wanted_link.reset();
    }
}

void accept_export(AppState& state, const std::filesystem::path& path, const Status& status) {
    state.is_exporting = false;
    if (status.is_ok()) {
        state.message = Message{MessageKind::kInfo, "Maps written to " + path.string(), path.string()};
    } else {
        state.message =
            Message{MessageKind::kError, status.error().message + ". Ctrl+E tries another place.", std::nullopt};
    }
}

}  // namespace headscope
