#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/state/key_chord.h"
#include "core/base/result.h"

namespace headscope {

struct WindowOptions {
    std::string title = "Headscope";
    int width = 1440;  // in units; pixels = units × the monitor's content scale where follow_monitor is set
    int height = 900;
    bool visible = true;
    bool follow_monitor = true;  // false: the size is in pixels and the content scale is 1
};

struct PixelSize {
    int width = 0;
    int height = 0;
    bool operator==(const PixelSize&) const = default;
};

// A window of the desktop with an OpenGL 3.3 core context, which is current on the thread that made it. All functions
// but wake_up belong to that thread.
class Window {
  public:
    // Fails with ErrorKind::kUnsupported where there is no display or no OpenGL 3.3; the message says which, and what
    // works without.
    static Result<std::unique_ptr<Window>> create(const WindowOptions& options);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    // Handles waiting events. True if any of them, or a wake_up, may call for a new frame.
    bool poll_events();
    // Sleeps until there is an event, a wake_up, or the time is over (negative: no limit). True as poll_events.
    bool wait_events(double seconds = -1);
    // Ends wait_events. Any thread.
    void wake_up() const;
    // Keys and characters since the last call, in order.
    std::vector<InputEvent> take_input();
    // Files and folders dropped on the window since the last call.
    std::vector<std::filesystem::path> take_drops();

    PixelSize framebuffer_size() const;
    // Pixels of the monitor that a unit of design takes, such as 1 or 2.
    float content_scale() const;
    bool is_visible() const;

    bool should_close() const;
    void set_should_close(bool close);
    void set_title(const std::string& title);
    bool is_full_screen() const;
    void set_full_screen(bool full_screen);
    std::string clipboard() const;  // UTF-8; empty if there is no text
    void set_clipboard(const std::string& text);
    void swap_buffers();

    // The GLFWwindow*, for ImGui's backend.
    void* handle() const;

  private:
    struct State;
    explicit Window(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace headscope
