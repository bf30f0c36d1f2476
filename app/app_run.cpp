// The verb `view`: the window as its options want it.
#include <cstdio>
#include <string>
#include <utility>

#include "app/app.h"
#include "app/app_head_options.h"
#include "app/platform/window.h"
#include "app/state/command_search.h"
#include "app/state/settings.h"
#include "core/model/catalog.h"

namespace headscope {
namespace {

int fail(const std::string& message) {
    std::fprintf(stderr, "headscope: %s\n", message.c_str());
    return 1;
}

// What they say about the large map.
Status apply_map_options(AppState& state, const ViewOptions& options) {
    const ShownTrace& shown = *state.shown;
    if (options.rectangle) {
        const auto queries = static_cast<Index>(shown.query_tokens().size());
        const auto keys = static_cast<Index>(shown.key_tokens().size());
        if (options.rectangle->last_query >= queries || options.rectangle->last_key >= keys)
            return invalid("--rectangle: no such cells, expected queries 0 to " + std::to_string(queries - 1) +
                           " and keys 0 to " + std::to_string(keys - 1));
        state.view.rectangle = options.rectangle;
    }
    if (options.compare) state.view.compare = *options.compare;
    if (options.map_zoom) state.view.map_zoom = *options.map_zoom;
    if (options.map_sums) state.view.map_sums = true;
    return {};
}

Status apply_grid_options(AppState& state, const ViewOptions& options) {
    const ShownTrace& shown = *state.shown;
    for (const HeadRef head : options.select) {
        if (head.layer >= shown.n_layers() || head.head >= shown.n_heads())
            return invalid("--select: head " + std::to_string(head.layer) + ":" + std::to_string(head.head) +
                           ", expected layers 0 to " + std::to_string(shown.n_layers() - 1) + " and heads 0 to " +
                           std::to_string(shown.n_heads() - 1));
    }
    if (options.lock_key && !shown.key_place(*options.lock_key))
        return invalid("--lock-key: token " + std::to_string(*options.lock_key) +
                       ", expected one of the keys that are drawn");
    ViewState& view = state.view;
    if (!options.select.empty()) {
        view.selected = options.select.front();
        view.linked.assign(options.select.begin() + 1, options.select.end());
    }
    if (options.combine) view.combined = options.combine;
    if (options.grid_mode) view.grid_mode = *options.grid_mode;
    if (options.order) {
        view.order = *options.order;
        view.order.like = view.selected;
    }
    if (!options.filter.empty()) state.filter.set_text(view.filter = options.filter);
    if (options.grid_zoom) view.grid_place.zoom = *options.grid_zoom;
    return {};
}

// Whether there is anything to do once there are maps.
bool asks_for_view(const ViewOptions& options) {
    const bool asks_for_grid =
        !options.select.empty() || options.grid_mode || options.order || !options.filter.empty() || options.grid_zoom;
    return asks_for_grid || options.hover || options.lock || options.lock_key || options.target || options.maps ||
           options.page || !options.run.empty() || options.rectangle || options.map_zoom || options.map_sums ||
           options.compare || has_head_options(options) || options.beside;
}

// What the options say about the view, once there are maps.
Status apply_view_options(AppState& state, const ViewOptions& options) {
    if (!state.shown) return {};
    if ((options.target || options.maps) && !has_map_set(*state.trace(), MapSet::kDecoder)) {
        return invalid(std::string(options.target ? "--target" : "--maps") + ": " + state.model->name +
                       " has one stack of layers, expected an encoder-decoder model");
    }
    const auto count = static_cast<Index>(state.shown->query_tokens().size());
    for (const auto& [name, token] : {std::pair{"--hover", options.hover}, std::pair{"--lock", options.lock}}) {
        if (token && (*token < 0 || *token >= count)) {
            return invalid(std::string(name) + ": token " + std::to_string(*token) + ", expected 0 to " +
                           std::to_string(count - 1));
        }
    }
    if (Status status = apply_grid_options(state, options); !status.is_ok()) return status;
    if (Status status = apply_map_options(state, options); !status.is_ok()) return status;
    if (Status status = apply_head_options(state, options); !status.is_ok()) return status;
    if (options.lock) state.view.locked_query = *options.lock;
    if (options.lock_key) state.view.locked_key = *options.lock_key;
    if (options.page) {
        open_lesson(state, options.page->page);
        state.lesson.at = *options.page;
    }
    if (options.beside) {
        toggle_beside(state);
        state.beside.text.set_text(*options.beside);
        state.beside.text.move_to(0);
        if (!options.beside_model.empty()) {
            const Result<std::filesystem::path> model = find_model(options.beside_model);
            if (!model.has_value()) return model.error();
            ask_for_model(state, model.value(), ModelSlot::kBeside);
        }
    }
    if (options.hover) {
        state.hover.query = *options.hover;
        state.pointer_rests = true;
    }
    return {};
}

// Runs the commands that the options name, each with the frames and jobs that it needs.
Status run_named_commands(App& app, const ViewOptions& options) {
    for (const std::string& name : options.run) {
        const Command& command = *search_commands(name, {}).front();
        const std::string_view reason = why_not(command, app.state());
        if (!reason.empty())
            return invalid("--run: " + std::string(command.label) + ": cannot run: " + std::string(reason));
        run_command(app.state(), command.id);
        app.window().wake_up();
        app.step(0);
        app.settle();
    }
    return {};
}

}  // namespace

int run_app(const ViewOptions& asked) {
    ViewOptions options = asked;
    if (options.screenshot.empty()) options.settings_folder = settings_folder();
    auto created = App::create(options);
    if (!created.has_value()) return fail(created.error().message);
    App& app = *created.value();
    if (!options.session.empty() && app.state().session_file.empty()) return fail(app.state().message->text);
    const bool is_screenshot = !options.screenshot.empty();
    if (is_screenshot || asks_for_view(options)) {
        app.settle();
        if (is_screenshot && !app.state().shown) {
            const std::string& problem = app.state().trace_problem;
            return fail(app.state().message ? app.state().message->text : problem);
        }
        const Status applied = apply_view_options(app.state(), options);
        if (!applied.is_ok()) return fail(applied.error().message);
        // What these show is asked for with the first frame that draws it.
        if (options.page || options.combine || options.order || has_head_options(options) || options.beside) {
            app.window().wake_up();
            app.step(0);
            app.settle();
        }
    }
    if (options.presents) {
        run_command(app.state(), CommandId::kPresent);
        app.window().wake_up();
    }
    const Status run = run_named_commands(app, options);
    if (!run.is_ok()) return fail(run.error().message);
    if (is_screenshot) {
        const Status written = app.write_screenshot(options.screenshot);
        return written.is_ok() ? 0 : fail(written.error().message);
    }
    while (app.step(-1)) {
    }
    // Where nothing can be kept, the next start begins anew: no reason to end in failure.
    const Status kept = app.keep_session();
    if (!kept.is_ok()) std::fprintf(stderr, "headscope: %s\n", kept.error().message.c_str());
    return 0;
}

}  // namespace headscope
