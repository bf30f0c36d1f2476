#include "app/state/session.h"

#include <system_error>

#include "app/state/app_state.h"
#include "core/io/shown.h"
#include "core/model/catalog.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

// Where a session's model lies now.
Result<fs::path> find_session_model(const std::string& name, const fs::path& path) {
    std::error_code ignored;
    if (!path.empty() && fs::exists(path, ignored)) return path;
    for (const CatalogEntry& entry : list_models()) {
        if (entry.name == name) return entry.path;
    }
    return not_found(shown_path(path) + ": the session's model is not there any more: open it with Ctrl+O");
}

// Its model comes behind the first one.
void open_beside(AppState& state, const Session::Beside& session) {
    BesideState& beside = state.beside;
    beside.is_open = session.is_open;
    beside.text.set_text(session.text);
    beside.text.move_to(0);
    beside.wanted_model.clear();
    if (session.model_name.empty()) {
        beside.model.reset();
        return;
    }
    const Result<fs::path> model = find_session_model(session.model_name, session.model);
    if (!model.has_value()) {
        state.message = Message{MessageKind::kError, model.error().message, std::nullopt};
        return;
    }
    beside.wanted_model = model.value();
    if (!state.is_loading) load_wanted_beside_model(state);
}

}  // namespace

Session session_of(const AppState& state) {
    Session session;
    if (state.model) {
        std::error_code ignored;
        session.model_name = state.model->name;
        session.model = fs::absolute(state.model->path, ignored).lexically_normal();
    }
    session.sentence = state.sentence.text();
    if (state.has_pair) session.pair = state.pair.text();
    session.target = state.target.text();
    session.view = state.wanted_view.value_or(state.view);
    const BesideState& beside = state.beside;
    if (!beside.is_open && beside.text.text().empty()) return session;
    session.beside = Session::Beside{beside.is_open, beside.text.text(), {}, {}};
    if (beside.model) {
        std::error_code ignored;
        session.beside->model_name = beside.model->name;
        session.beside->model = fs::absolute(beside.model->path, ignored).lexically_normal();
    }
    return session;
}

void open_session(AppState& state, const Session& session) {
    const ViewState view = with_looks_of(session.view, state.view);
    const bool was_computing = state.is_computing;
    set_texts(state, session.sentence, session.pair);
    state.target.set_text(session.target);
    state.target.move_to(0);
    const Result<fs::path> model = find_session_model(session.model_name, session.model);
    std::error_code ignored;
    const bool is_open = model.has_value() && state.model && fs::equivalent(model.value(), state.model->path, ignored);
    if (!model.has_value()) {
        state.message = Message{MessageKind::kError, model.error().message, std::nullopt};
    } else if (!is_open) {
        // The model to come reads them.
        state.effects.text_changed = false;
        state.is_computing = was_computing;
        ask_for_model(state, model.value());
    }
    state.view.specials_as_text = view.specials_as_text;
    restore_view(state, view);
    state.wanted_view = view;
    state.history = {};
    open_beside(state, session.beside.value_or(Session::Beside()));
}

}  // namespace headscope
