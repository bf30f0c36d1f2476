#pragma once

#include <memory>

#include "app/cli/view_options.h"
#include "app/state/app_state.h"
#include "core/base/result.h"

namespace headscope {

class Window;

// The window with everything in it. Owns the parts and orders what happens in a frame; draws nothing itself.
class App {
  public:
    // Opens the window. ErrorKind::kUnsupported without a display or OpenGL 3.3.
    static Result<std::unique_ptr<App>> create(const ViewOptions& options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    // Sleeps until something happens, at most `max_wait` seconds (negative: without limit), and draws a frame if
    // anything may look different. False once the window is to be closed.
    bool step(double max_wait);
    // Steps until the newest text's maps are on screen (or cannot be) and nothing runs any more.
    void settle();
    // Writes what the window shows as a PNG.
    Status write_screenshot(const std::filesystem::path& path);

    // Writes what the next start returns to; nothing where nothing is remembered, or no model is open.
    Status keep_session();

    const AppState& state() const;
    AppState& state();
    Window& window();
    // How many frames have been drawn so far.
    long frames_drawn() const;

  private:
    struct Parts;
    explicit App(std::unique_ptr<Parts> parts);
    std::unique_ptr<Parts> parts_;
};

// The verb `view`: opens the window until it is closed, or writes a screenshot. Returns the exit status.
int run_app(const ViewOptions& options);

}  // namespace headscope
