#include "app/state/app_state.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/state/session.h"
#include "app/state/switch_off.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

void ask_for_maps(AppState& state) {
    state.effects.text_changed = true;
    state.is_computing = state.model != nullptr;
}

// Whether the model has to be run again for a view.
bool has_other_weights(const ViewState& view, const ViewState& old) {
    Ablation off = ablation_of(view);
    if (off.is_empty()) off.by = old.off_by;
    const bool other_heads = off != ablation_of(old);
    return other_heads || view.specials_as_text != old.specials_as_text;
}

// The box always holds the view's filter.
void fill_filter_box(AppState& state) {
    if (state.filter.text() != state.view.filter) state.filter.set_text(state.view.filter);
}

}  // namespace

ViewState fitted(ViewState view, const ShownTrace& shown) {
    const auto exists = [&](HeadRef head) {
        return head.layer >= 0 && head.layer < shown.n_layers() && head.head >= 0 && head.head < shown.n_heads();
    };
    if (!exists(view.selected)) view.selected = {};
    if (!exists(view.order.like)) view.order.like = {};
    std::erase_if(view.linked, [&](HeadRef head) { return !exists(head); });
    if (view.linked.empty()) view.combined.reset();
    Ablation off = ablation_of_model(ablation_of(view), shown.trace()->model->config);
    view.off = std::move(off.heads);
    view.off_decoder = std::move(off.decoder_heads);
    view.off_cross = std::move(off.cross_heads);
    view.map_set = shown.set();
    if (view.locked_query && !shown.query_place(*view.locked_query)) {
        view.locked_query.reset();
        view.locked_key.reset();
    }
    if (view.locked_key && !shown.key_place(*view.locked_key)) view.locked_key.reset();
    const auto is_token = [](Index token, const std::vector<Token>& of) {
        return token >= 0 && token < static_cast<Index>(of.size());
    };
    if (view.rectangle && !(is_token(view.rectangle->last_query, shown.query_tokens()) &&
                            is_token(view.rectangle->last_key, shown.key_tokens())))
        view.rectangle.reset();
    return view;
}

bool belongs_to_popup(TextFocus focus) {
    switch (focus) {
        case TextFocus::kExportPath:
        case TextFocus::kModelPath:
        case TextFocus::kSessionPath:
        case TextFocus::kPaletteQuery:
        case TextFocus::kHelpQuery:
            return true;
        default:
            return false;
    }
}

TextFocus focus_of(Popup popup) {
    switch (popup) {
        case Popup::kModels:
            return TextFocus::kModelPath;
        case Popup::kExport:
            return TextFocus::kExportPath;
        case Popup::kSaveSession:
            return TextFocus::kSessionPath;
        case Popup::kPalette:
            return TextFocus::kPaletteQuery;
        case Popup::kHelp:
            return TextFocus::kHelpQuery;
        case Popup::kNone:
        case Popup::kExamples:
        case Popup::kHeadPlane:
        case Popup::kMenu:
        case Popup::kMapMenu:
            break;
    }
    return TextFocus::kNone;
}

ShownAs shown_as(const ViewState& view) {
    return {view.specials, view.map_set, view.words, view.block, view.range, view.values};
}

bool has_target(const AppState& state) {
    return state.model && state.model->config.decoder;
}

std::optional<Index> lit_query(const AppState& state) {
    const std::optional<Index> query = state.hover.query ? state.hover.query : state.view.locked_query;
    if (!query || !state.shown || !state.shown->query_place(*query)) return std::nullopt;
    return state.shown->query_of(*query);
}

std::optional<Index> lit_key(const AppState& state) {
    const bool pointed = state.hover.query || state.hover.key;
    const std::optional<Index> key = pointed ? state.hover.key : state.view.locked_key;
    if (key) {
        if (!state.shown || !state.shown->key_place(*key)) return std::nullopt;
        return state.shown->key_of(*key);
    }
    const std::optional<Index> query = lit_query(state);
    if (!query) return std::nullopt;
    const TopTarget top = large_map(state).top_target(*query);
    return top.key >= 0 ? std::optional<Index>(top.key) : std::nullopt;
}

std::optional<Index> lit_key_alone(const AppState& state) {
    return lit_query(state) ? std::nullopt : lit_key(state);
}

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

void set_texts(AppState& state, const std::string& sentence, const std::optional<std::string>& pair) {
    state.sentence.set_text(sentence);
    state.sentence.move_to(0);  // long texts are read from their beginning
    state.has_pair = pair.has_value();
    state.pair.set_text(pair.value_or(""));
    texts_were_edited(state);
}

void use_example(AppState& state, const Example& example) {
    set_texts(state, example.sentence, example.pair);
    if (!example.from.empty()) state.wanted_link = example;
}

void greet(AppState& state) {
    use_example(state, examples_for(state.model.get()).front());
    state.is_greeting = true;
}

void texts_were_edited(AppState& state) {
    state.is_greeting = false;
    state.wanted_link.reset();
    if (state.message && state.message->kind == MessageKind::kHint) state.message.reset();
    ask_for_maps(state);
}

void go_to_view(AppState& state, const ViewState& view) {
    state.wanted_view.reset();
    if (shown_as(view) != shown_as(state.view)) state.effects.shown_changed = true;
    if (has_other_weights(view, state.view)) ask_for_maps(state);
    state.view = view;
    fill_filter_box(state);
}

void restore_view(AppState& state, const ViewState& view) {
    const bool other_maps = shown_as(view) != shown_as(state.view) || has_other_weights(view, state.view);
    ViewState now = state.shown ? fitted(view, *state.shown) : view;
    now.map_set = view.map_set;
    go_to_view(state, now);
    if (other_maps) state.wanted_view = view;
}

void change_view(AppState& state, const ViewState& view) {
    if (view == state.view) return;
    state.history.record(state.view);
    go_to_view(state, view);
}

std::filesystem::path suggested_export_path(const AppState& state) {
    std::string name = state.model ? state.model->name : "headscope";
    name += "-attention.json";
    std::error_code ignored;
    const std::filesystem::path folder = std::filesystem::current_path(ignored);
    return folder / name;
}

std::filesystem::path suggested_session_path() {
    std::error_code ignored;
    return std::filesystem::current_path(ignored) / ("session" + std::string(kSessionExtension));
}

}  // namespace headscope
