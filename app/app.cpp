#include "app/app.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>

#include "app/platform/imgui_shell.h"
#include "app/platform/screenshot.h"
#include "app/platform/window.h"
#include "app/state/actions.h"
#include "app/state/jobs.h"
#include "app/views/views.h"
#include "core/model/catalog.h"

namespace headscope {
namespace {

// ImGui needs a frame to see the pointer and one more to lay out what it opened.
constexpr int kFramesAfterEvent = 3;

class WindowClipboard final : public Clipboard {
  public:
    explicit WindowClipboard(Window& window) : window_(window) {}
    std::string get() override { return window_.clipboard(); }
    void set(const std::string& text) override { window_.set_clipboard(text); }

  private:
    Window& window_;
};

std::filesystem::path with_home(const std::filesystem::path& path) {
    const std::string text = path.string();
    const char* home = std::getenv("HOME");
    if (home == nullptr || (text != "~" && !text.starts_with("~/"))) return path;
    return std::filesystem::path(home) / text.substr(text.size() == 1 ? 1 : 2);
}

float text_factor(int steps) {
    return std::pow(1.1F, static_cast<float>(steps));
}

}  // namespace

struct App::Parts {
    Parts(std::unique_ptr<Window> window_, std::unique_ptr<ImguiShell> shell_, float content_scale)
        : window(std::move(window_)),
          shell(std::move(shell_)),
          fixed_content_scale(content_scale),
          clipboard(*window),
          labels(shell->graphics(), layouts),
          jobs([w = window.get()] { w->wake_up(); }) {}

    std::unique_ptr<Window> window;
    std::unique_ptr<ImguiShell> shell;
    float fixed_content_scale;  // 0: the monitor's
    WindowClipboard clipboard;
    TextLayoutEngine layouts;
    LabelCache labels;
    AppState state;
    UiState kept;
    Actions actions;
    std::vector<InputEvent> waiting_input;  // came after a command that has to wait for a frame
    const ShownTrace* uploaded = nullptr;
    ImVec2 pointer = {-1, -1};
    int frames_wanted = kFramesAfterEvent;
    long frames = 0;
    Jobs jobs;  // last: its threads end before anything they wake

    void accept_events() {
        for (JobEvent& event : jobs.take_events()) {
            if (auto* loaded = std::get_if<ModelLoaded>(&event)) {
                accept_model(state, loaded->path, std::move(loaded->model));
            } else if (auto* traced = std::get_if<TraceReady>(&event)) {
                accept_trace(state, std::move(traced->shown));
            } else if (auto* exported = std::get_if<Exported>(&event)) {
                accept_export(state, exported->path, exported->status);
            }
        }
        if (state.shown && state.shown.get() != uploaded) {
            shell->graphics().upload_maps(state.shown->pixels());
            uploaded = state.shown.get();
            if (!shell->graphics().upload_status().is_ok()) {
                state.message =
                    Message{MessageKind::kError, shell->graphics().upload_status().error().message, std::nullopt};
            }
        }
    }

    // Runs the keys that are commands and returns the rest, which is for the text box that has the focus. A command
    // never overtakes what was typed before it: it waits, with all that came after it, for the next frame.
    std::vector<InputEvent> run_shortcuts() {
        for (InputEvent& event : window->take_input()) waiting_input.push_back(std::move(event));
        std::vector<InputEvent> typed;
        auto event = waiting_input.begin();
        for (; event != waiting_input.end(); ++event) {
            const auto* press = std::get_if<KeyPress>(&*event);
            const Command* command = press != nullptr ? find_command(state, press->chord) : nullptr;
            if (command != nullptr) {
                if (!typed.empty()) break;
                run_command(state, command->id);
            } else if (state.focus != TextFocus::kNone) {
                typed.push_back(std::move(*event));
            }
        }
        waiting_input.erase(waiting_input.begin(), event);
        return typed;
    }

    void run_effects() {
        const Effects effects = std::exchange(state.effects, {});
        if (effects.quit) window->set_should_close(true);
        if (effects.clipboard) clipboard.set(*effects.clipboard);
        if (effects.load_model) {
            state.is_loading = true;
            jobs.load_model(*effects.load_model);
        }
        const ShownAs as{state.view.specials, state.view.map_set};
        // A run that is on its way was asked for to be shown in another way: it has to be asked for again.
        if (state.model && (effects.text_changed || (effects.shown_changed && state.is_computing))) {
            AnalysisRequest request{state.model, state.sentence.text()};
            request.as = as;
            request.specials_as_text = state.view.specials_as_text;
            request.target = state.target.text();
            if (state.has_pair && !state.pair.text().empty()) request.pair = state.pair.text();
            state.is_computing = true;
            jobs.analyse(std::move(request));
        } else if (effects.shown_changed && state.shown) {
            jobs.show_again(state.shown->trace(), as);
        }
        if (effects.export_to) {
            JsonExportOptions options;
            options.specials = state.shown->specials();
            jobs.export_json(state.shown->trace(), std::move(options), with_home(*effects.export_to));
        }
    }

    void frame() {
        accept_events();
        const std::vector<InputEvent> input = run_shortcuts();
        const float monitor = fixed_content_scale > 0 ? fixed_content_scale : window->content_scale();
        shell->set_scale(monitor * text_factor(state.view.text_size));
        const Palette& palette = palette_of(state.view.theme);
        shell->begin_frame();
        const ImGuiIO& io = ImGui::GetIO();
        labels.set_pixel_scale(io.DisplayFramebufferScale.x);
        if (io.MousePos.x != pointer.x || io.MousePos.y != pointer.y) state.pointer_rests = false;
        pointer = io.MousePos;
        kept.wants_frame = false;
        actions.clear();
        const Ui ui{state,
                    kept,
                    actions,
                    shell->graphics(),
                    labels,
                    layouts,
                    clipboard,
                    input,
                    {&palette, &shell->fonts(), shell->scale()}};
        draw_window(ui, io.DisplaySize.x, io.DisplaySize.y);
        if (!state.pointer_rests) state.hover = {};
        for (const Action& action : actions) apply(state, action);
        run_effects();
        shell->end_frame(palette.ground);
        ++frames;
        if (kept.wants_frame || !waiting_input.empty()) frames_wanted = std::max(frames_wanted, 1);
    }
};

App::App(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
App::~App() = default;

Result<std::unique_ptr<App>> App::create(const ViewOptions& options) {
    WindowOptions window_options;
    if (options.width > 0 && options.height > 0) {
        window_options.width = options.width;
        window_options.height = options.height;
        window_options.follow_monitor = false;
    }
    window_options.visible = options.screenshot.empty();
    auto window = Window::create(window_options);
    if (!window.has_value()) return window.error();
    auto shell = ImguiShell::create(*window.value());
    if (!shell.has_value()) return shell.error();
    const bool is_fixed = options.content_scale > 0 || !window_options.visible;
    const float scale = is_fixed ? static_cast<float>(options.content_scale > 0 ? options.content_scale : 1) : 0;
    std::unique_ptr<App> app(
        new App(std::make_unique<Parts>(std::move(window).value(), std::move(shell).value(), scale)));

    AppState& state = app->state();
    if (options.theme) state.view.theme = *options.theme;
    if (options.scale) state.view.scale = *options.scale;
    state.view.specials_as_text = options.specials_as_text;
    if (options.target) state.target.set_text(*options.target);
    state.target.move_to(0);
    state.view.map_set = options.maps.value_or(options.target ? MapSet::kCross : MapSet::kEncoder);
    state.models_at_hand = list_models();
    if (options.text) {
        set_texts(state, *options.text, options.pair);
    } else {
        greet(state);
    }
    const Result<std::filesystem::path> model = find_model(options.model);
    if (model.has_value()) {
        state.effects.load_model = model.value();
        state.is_loading = true;
    } else {
        state.message = Message{MessageKind::kError, model.error().message, std::nullopt};
    }
    app->parts_->run_effects();
    return app;
}

bool App::step(double max_wait) {
    Parts& parts = *parts_;
    const bool happened = parts.frames_wanted > 0 ? parts.window->poll_events() : parts.window->wait_events(max_wait);
    if (happened) parts.frames_wanted = kFramesAfterEvent;
    if (parts.frames_wanted > 0) {
        --parts.frames_wanted;
        parts.frame();
        if (parts.window->is_visible()) parts.shell->present();
    }
    return !parts.window->should_close();
}

void App::settle() {
    constexpr double kBriefly = 0.05;
    const auto runs = [&] {
        return state().is_loading || state().is_computing || state().is_exporting || parts_->jobs.is_busy();
    };
    while (runs() || parts_->frames_wanted > 0) step(kBriefly);
}

Status App::write_screenshot(const std::filesystem::path& path) {
    for (int i = 0; i < kFramesAfterEvent; ++i) parts_->frame();
    return write_png(parts_->shell->read_pixels(), path);
}

const AppState& App::state() const {
    return parts_->state;
}
AppState& App::state() {
    return parts_->state;
}
Window& App::window() {
    return *parts_->window;
}
long App::frames_drawn() const {
    return parts_->frames;
}

}  // namespace headscope
