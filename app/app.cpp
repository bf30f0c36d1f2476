#include "app/app.h"

#include <utility>

#include "app/app_parts.h"
#include "app/app_start.h"
#include "app/platform/screenshot.h"
#include "app/state/session.h"

namespace headscope {

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
    app->parts_->settings_folder = options.settings_folder;
    if (!options.settings_folder.empty()) {
        ReadSettings read = read_settings(settings_file(options.settings_folder));
        state.settings = app->parts_->saved_settings = std::move(read.settings);
        state.view.theme = state.settings.theme;
        state.view.text_size = state.settings.text_size;
        state.view.panels = state.settings.panels;
        state.first_steps.is_shown = !state.settings.has_seen_hint;
        if (read.problem) state.message = Message{MessageKind::kError, *read.problem, std::nullopt};
    }
    start(state, options);
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
        return state().is_loading || state().is_computing || state().is_exporting || state().is_lesson_computing ||
               state().beside.is_computing || state().is_measuring || is_finding_out(state()) || parts_->jobs.is_busy();
    };
    while (runs() || parts_->frames_wanted > 0) step(kBriefly);
}

Status App::write_screenshot(const std::filesystem::path& path) {
    for (int i = 0; i < kFramesAfterEvent; ++i) parts_->frame();
    return write_png(parts_->shell->read_pixels(), path);
}

Status App::keep_session() {
    if (parts_->settings_folder.empty() || !state().model) return {};
    return write_session(session_of(state()), last_session_file(parts_->settings_folder));
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
