#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/app.h"
#include "app/platform/imgui_shell.h"
#include "app/platform/window.h"
#include "app/state/actions.h"
#include "app/state/jobs.h"
#include "app/state/settings.h"
#include "app/views/views.h"

namespace headscope {

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

// All that the window consists of, and the steps of a frame. `frame` runs them in order.
struct App::Parts {
    // `content_scale`: device pixels in a unit; 0: the monitor's.
    Parts(std::unique_ptr<Window> window_, std::unique_ptr<ImguiShell> shell_, float content_scale);

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

    void frame();

    // Takes over what jobs have delivered (app_jobs.cpp).
    void accept_events();
    // Brings the maps that are shown to the graphics card, unless they are there (app_jobs.cpp).
    void upload_maps();
    // Says it in the window if the graphics card has refused maps.
    void tell_upload_problem();
    // Does what the state asks for, and starts and cancels the jobs that it needs now (app_jobs.cpp).
    void run_effects();
    void keep_up_findings();

    // Runs the keys that are commands and returns the rest, which is for what has the focus: a text box, a popup, a
    // panel. A command never overtakes what was typed before it: it waits, with all that came after it, for the next
    // frame.
    std::vector<InputEvent> run_shortcuts();
    // Settings are written as soon as they change, whatever becomes of the program.
    void keep_settings();
    // Before the person's text size.
    float pixels_a_unit() const;
};

}  // namespace headscope
