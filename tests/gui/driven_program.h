#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/gui/child_process.h"

namespace headscope::test {

// An X server without a screen, on a display of its own.
class VirtualDisplay {
  public:
    // Throws std::runtime_error where there is no Xvfb or it does not start.
    VirtualDisplay(int width, int height);
    // What a program needs in its environment to draw here, in software.
    const std::map<std::string, std::string>& environment() const { return environment_; }

  private:
    std::unique_ptr<ChildProcess> server_;
    std::map<std::string, std::string> environment_;
};

// A program with one window, used the way a person uses it: through xdotool's keys and pointer. Every call throws
// std::runtime_error when xdotool fails or the program has ended. Positions are pixels of the window.
class DrivenProgram {
  public:
    // Runs in `folder`.
    DrivenProgram(const VirtualDisplay& display, std::vector<std::string> arguments, const std::string& folder);

    void type(const std::string& text);
    // A chord as xdotool writes it, such as "ctrl+e", "Escape", "Right".
    void press(const std::string& chord);
    void move_to(float x, float y);
    void click(const std::string& modifier = "");
    void resize(int width, int height);

    struct Size {
        int width = 0;
        int height = 0;
    };
    Size size();
    bool is_running() { return program_->is_running(); }
    // None if it had to be killed.
    std::optional<Ended> wait_for_end(std::chrono::milliseconds limit) { return program_->wait(limit); }

  private:
    std::string xdotool(std::vector<std::string> arguments);

    std::map<std::string, std::string> environment_;
    std::unique_ptr<ChildProcess> program_;
    std::string window_;
};

}  // namespace headscope::test
