#include "app/state/app_state.h"

#include <system_error>

#include "app/state/follow_ups.h"
#include "app/state/session.h"

namespace headscope {

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

void ask_for_maps(AppState& state) {
    state.effects.text_changed = true;
    state.is_computing = state.model != nullptr;
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
