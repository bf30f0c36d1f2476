// What happens in a frame of the window, in order.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

#include "app/app_parts.h"
#include "app/views/layout.h"

namespace headscope {
namespace {

float text_factor(int steps) {
    return std::pow(1.1F, static_cast<float>(steps));
}

// Whether the window system sends a character right behind this key.
bool types_character(const KeyChord& chord) {
    const bool is_printable = chord.key <= Key::k9 || chord.key >= Key::kPlus || chord.key == Key::kSpace;
    return is_printable && !chord.ctrl && !chord.alt;
}

}  // namespace

App::Parts::Parts(std::unique_ptr<Window> window_, std::unique_ptr<ImguiShell> shell_, float content_scale)
    : window(std::move(window_)),
      shell(std::move(shell_)),
      fixed_content_scale(content_scale),
      clipboard(*window),
      labels(shell->graphics(), layouts),
      jobs([w = window.get()] { w->wake_up(); }) {}

std::vector<InputEvent> App::Parts::run_shortcuts() {
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

void App::Parts::keep_settings() {
    if (settings_folder.empty()) return;
    state.settings.theme = state.view.presentation == Presentation::kOff ? state.view.theme : state.view.theme_behind;
    state.settings.text_size = state.view.text_size;
    state.settings.panels = state.view.panels;
    if (state.settings == saved_settings) return;
    saved_settings = state.settings;
    jobs.save_settings(saved_settings, settings_file(settings_folder));
}

float App::Parts::pixels_a_unit() const {
    if (state.view.presentation != Presentation::kOff) {
        const PixelSize size = window->framebuffer_size();
        return presentation_scale(static_cast<float>(size.width), static_cast<float>(size.height),
                                  state.view.presentation);
    }
    return fixed_content_scale > 0 ? fixed_content_scale : window->content_scale();
}

void App::Parts::frame() {
    accept_events();
    upload_maps();
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

}  // namespace headscope
