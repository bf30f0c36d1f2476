#include "app/app.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "app/platform/imgui_shell.h"
#include "app/platform/screenshot.h"
#include "app/platform/window.h"
#include "app/state/actions.h"
#include "app/state/jobs.h"
#include "app/state/path_choices.h"
#include "app/state/session.h"
#include "app/state/settings.h"
#include "app/views/layout.h"
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

float text_factor(int steps) {
    return std::pow(1.1F, static_cast<float>(steps));
}

// Whether the window system sends a character right behind this key.
bool types_character(const KeyChord& chord) {
    const bool is_printable = chord.key <= Key::k9 || chord.key >= Key::kPlus || chord.key == Key::kSpace;
    return is_printable && !chord.ctrl && !chord.alt;
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
    std::shared_ptr<const CombinedMap> uploaded_combined;
    ImVec2 pointer = {-1, -1};
    std::filesystem::path settings_folder;  // empty: nothing is remembered
    Settings saved_settings;
    int frames_wanted = kFramesAfterEvent;
    long frames = 0;
    Jobs jobs;  // last: its threads end before anything they wake

    void accept_events() {
        for (JobEvent& event : jobs.take_events()) {
            if (auto* loaded = std::get_if<ModelLoaded>(&event)) {
                accept_model(state, loaded->path, std::move(loaded->model));
            } else if (auto* traced = std::get_if<TraceReady>(&event)) {
                accept_trace(state, std::move(traced->shown));
            } else if (auto* combined = std::get_if<CombinedReady>(&event)) {
                accept_combined(state, std::move(combined->combined));
            } else if (auto* exported = std::get_if<Exported>(&event)) {
                accept_export(state, exported->path, exported->status);
            } else if (auto* lesson = std::get_if<LessonReady>(&event)) {
                accept_lesson(state, std::move(lesson->numbers));
            } else if (auto* beside = std::get_if<BesideReady>(&event)) {
                accept_beside(state, std::move(beside->numbers));
            } else if (auto* measured = std::get_if<HeadsMeasured>(&event)) {
                accept_measures(state, std::move(measured->measures));
            } else if (auto* found = std::get_if<FindingReady>(&event)) {
                accept_finding(state, found->kind, std::move(found->finding));
            } else if (auto* listed = std::get_if<ModelsListed>(&event)) {
                state.models_at_hand = std::move(listed->models);
            } else if (auto* inspected = std::get_if<PathInspected>(&event)) {
                accept_inspected(state, inspected->path, inspected->summary);
            } else if (auto* file = std::get_if<FileOpened>(&event)) {
                accept_opened(state, std::move(file->opened));
            } else if (auto* saved = std::get_if<SessionSaved>(&event)) {
                accept_saved_session(state, saved->path, saved->status);
            } else if (auto* settings = std::get_if<SettingsSaved>(&event)) {
                if (!settings->status.is_ok())
                    state.message = Message{MessageKind::kError, settings->status.error().message, std::nullopt};
            }
        }
        if (state.shown && state.shown.get() != uploaded) {
            shell->graphics().upload_maps(state.shown->pixels());
            uploaded = state.shown.get();
            tell_upload_problem();
        }
        if (state.combined && state.combined != uploaded_combined) {
            shell->graphics().upload_combined_map(state.combined->pixels());
            uploaded_combined = state.combined;
            tell_upload_problem();
        }
    }

    void tell_upload_problem() {
        const Status& status = shell->graphics().upload_status();
        if (!status.is_ok()) state.message = Message{MessageKind::kError, status.error().message, std::nullopt};
    }

    // Runs the keys that are commands and returns the rest, which is for what has the focus: a text box, a popup, a
    // panel. A command never overtakes what was typed before it: it waits, with all that came after it, for the next
    // frame.
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
                // The character of the same press is not for the box that the command may have opened.
                const auto next = std::next(event);
                const bool has_character = next != waiting_input.end() && std::holds_alternative<CharacterTyped>(*next);
                if (has_character && types_character(press->chord)) event = next;
            } else if (state.focus != TextFocus::kNone || state.popup != Popup::kNone || state.panel != Panel::kNone) {
                typed.push_back(std::move(*event));
            }
        }
        waiting_input.erase(waiting_input.begin(), event);
        return typed;
    }

    void run_effects() {
        const Effects effects = std::exchange(state.effects, {});
        if (effects.quit) window->set_should_close(true);
        if (effects.toggle_full_screen) window->set_full_screen(!window->is_full_screen());
        if (effects.clipboard) clipboard.set(*effects.clipboard);
        if (effects.cancel_load) jobs.cancel_load();
        if (effects.load_model) jobs.load_model(*effects.load_model);
        if (effects.list_models) jobs.list_models();
        if (effects.inspect) jobs.inspect_model(*effects.inspect);
        if (effects.open_file) jobs.open_file(*effects.open_file);
        if (effects.save_session_to) jobs.save_session(session_of(state), *effects.save_session_to);
        const ShownAs as = shown_as(state.view);
        // A run that is on its way was asked for to be shown in another way: it has to be asked for again.
        if (state.model && (effects.text_changed || (effects.shown_changed && state.is_computing))) {
            AnalysisRequest request{state.model, state.sentence.text()};
            request.as = as;
            request.specials_as_text = state.view.specials_as_text;
            request.ablation = ablation_of(state.view);
            request.target = state.target.text();
            if (state.has_pair && !state.pair.text().empty()) request.pair = state.pair.text();
            state.is_computing = true;
            jobs.analyse(std::move(request));
        } else if (effects.shown_changed && state.shown) {
            jobs.show_again(state.shown->trace(), as);
        }
        if (state.is_lesson_computing && (state.is_computing || !state.lesson.is_open)) {  // of no use any more
            jobs.cancel_lesson();
            forget_lesson_request(state);
        }
        if (std::optional<LessonRequest> lesson = next_lesson_request(state))
            jobs.make_lesson(std::move(*lesson), state.lesson_numbers);
        if (std::optional<BesideRequest> beside = next_beside_request(state)) jobs.compare(std::move(*beside));
        if (state.is_measuring && state.is_computing) {
            jobs.cancel_measure();
            forget_measure_request(state);
        }
        if (std::optional<MeasureRequest> heads = next_measure_request(state))
            jobs.measure(std::move(*heads), state.measures);
        const bool was_combining = state.combined_asked.has_value();
        if (std::optional<CombinedRequest> heads = next_combined_request(state)) {
            jobs.combine_heads(std::move(*heads));
        } else if (was_combining && !state.combined_asked) {
            jobs.cancel_combine();
        }
        keep_up_findings();
        keep_up_search(state);
        if (effects.export_to) {
            JsonExportOptions options;
            options.specials = state.shown->specials();
            jobs.export_json(state.shown->trace(), std::move(options), with_home(*effects.export_to));
        }
    }

    void keep_up_findings() {
        const FindingChanges changes = next_findings(state);
        for (const FindingKind kind : changes.cancelled) jobs.cancel_finding(kind);
        for (const FindingRequest& request : changes.wanted) jobs.find_out(request);
    }

    // Settings are written as soon as they change, whatever becomes of the program.
    void keep_settings() {
        if (settings_folder.empty()) return;
        state.settings.theme =
            state.view.presentation == Presentation::kOff ? state.view.theme : state.view.theme_behind;
        state.settings.text_size = state.view.text_size;
        state.settings.panels = state.view.panels;
        if (state.settings == saved_settings) return;
        saved_settings = state.settings;
        jobs.save_settings(saved_settings, settings_file(settings_folder));
    }

    // Before the person's text size.
    float pixels_a_unit() const {
        if (state.view.presentation != Presentation::kOff) {
            const PixelSize size = window->framebuffer_size();
            return presentation_scale(static_cast<float>(size.width), static_cast<float>(size.height),
                                      state.view.presentation);
        }
        return fixed_content_scale > 0 ? fixed_content_scale : window->content_scale();
    }

    void frame() {
        accept_events();
        if (state.is_loading) state.load_percent = jobs.load_percent();
        for (std::size_t kind = 0; kind < kFindingKinds; ++kind)
            state.findings.percent[kind] = jobs.finding_percent(static_cast<FindingKind>(kind));
        accept_drop(state, window->take_drops());
        const std::vector<InputEvent> input = run_shortcuts();
        shell->set_scale(pixels_a_unit() * text_factor(state.view.text_size));
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
        watch_first_steps(state);
        run_effects();
        keep_settings();
        shell->end_frame(palette.ground);
        ++frames;
        if (kept.wants_frame || !waiting_input.empty()) frames_wanted = std::max(frames_wanted, 1);
    }
};

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

// What the window opens with.
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

}  // namespace

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
