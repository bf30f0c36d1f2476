#include "tests/gui/driven_program.h"

#include <cstdio>
#include <stdexcept>
#include <thread>

namespace headscope::test {
namespace {

using namespace std::chrono_literals;

// Long enough for a program under AddressSanitizer on a busy machine; nothing waits longer than it must.
constexpr auto kPatience = 60s;

std::string joined(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
    return line;
}

}  // namespace

VirtualDisplay::VirtualDisplay(int width, int height) {
    const std::string screen = std::to_string(width) + "x" + std::to_string(height) + "x24";
    server_ = std::make_unique<ChildProcess>(
        std::vector<std::string>{"Xvfb", "-displayfd", "3", "-screen", "0", screen, "-dpi", "96", "-nolisten", "tcp",
                                 "-noreset", "+extension", "GLX", "+extension", "RANDR"},
        std::map<std::string, std::string>{}, "", true);
    const std::optional<std::string> number = server_->read_line(kPatience);
    if (!number || number->empty()) throw std::runtime_error("Xvfb: gave no display");
    environment_ = {{"DISPLAY", ":" + *number},
                    {"LIBGL_ALWAYS_SOFTWARE", "1"},
                    {"GALLIUM_DRIVER", "llvmpipe"},
                    {"XDG_SESSION_TYPE", "x11"}};
}

DrivenProgram::DrivenProgram(const VirtualDisplay& display, std::vector<std::string> arguments,
                             const std::string& folder)
    : environment_(display.environment()) {
    environment_["XDG_CONFIG_HOME"] = folder + "/config";  // nothing of a person's own settings
    program_ = std::make_unique<ChildProcess>(std::move(arguments), environment_, folder);
    const std::string pid = std::to_string(program_->pid());
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (window_.empty()) {
        if (!program_->is_running()) {
            const std::optional<Ended> ended = program_->wait(0ms);
            throw std::runtime_error("the program ended without a window, status " + std::to_string(ended->status) +
                                     ": " + ended->errors);
        }
        if (std::chrono::steady_clock::now() > end) throw std::runtime_error("no window came up");
        const std::optional<Ended> found =
            run_program({"xdotool", "search", "--onlyvisible", "--pid", pid}, environment_, 10s);
        if (!found) throw std::runtime_error("xdotool search: hangs");
        if (found->status == 127) throw std::runtime_error("xdotool: not found");
        if (found->status == 0) window_ = found->output.substr(0, found->output.find('\n'));
        std::this_thread::sleep_for(20ms);
    }
    // There is no window manager to give the keyboard to a new window.
    xdotool({"windowfocus", "--sync", window_});
}

std::string DrivenProgram::xdotool(std::vector<std::string> arguments) {
    const std::string what = "xdotool " + joined(arguments);
    if (!program_->is_running()) {
        const std::optional<Ended> ended = program_->wait(0ms);
        throw std::runtime_error(what + ": the program has ended with status " + std::to_string(ended->status) + ": " +
                                 ended->errors);
    }
    arguments.insert(arguments.begin(), "xdotool");
    const std::optional<Ended> done = run_program(std::move(arguments), environment_, kPatience);
    if (!done) throw std::runtime_error(what + ": hangs");
    if (done->status != 0)
        throw std::runtime_error(what + ": status " + std::to_string(done->status) + ": " + done->errors);
    return done->output;
}

void DrivenProgram::type(const std::string& text) {
    xdotool({"type", "--delay", "12", "--", text});
}

void DrivenProgram::press(const std::string& chord) {
    xdotool({"key", "--delay", "12", chord});
}

void DrivenProgram::move_to(float x, float y) {
    xdotool(
        {"mousemove", "--window", window_, std::to_string(static_cast<int>(x)), std::to_string(static_cast<int>(y))});
}

void DrivenProgram::click(const std::string& modifier) {
    if (!modifier.empty()) xdotool({"keydown", modifier});
    xdotool({"click", "1"});
    if (!modifier.empty()) xdotool({"keyup", modifier});
}

void DrivenProgram::resize(int width, int height) {
    xdotool({"windowsize", "--sync", window_, std::to_string(width), std::to_string(height)});
}

DrivenProgram::Size DrivenProgram::size() {
    const std::string shell = xdotool({"getwindowgeometry", "--shell", window_});
    Size size;
    const std::size_t width = shell.find("WIDTH=");
    const std::size_t height = shell.find("HEIGHT=");
    if (width == std::string::npos || height == std::string::npos ||
        std::sscanf(shell.c_str() + width, "WIDTH=%d", &size.width) != 1 ||
        std::sscanf(shell.c_str() + height, "HEIGHT=%d", &size.height) != 1) {
        throw std::runtime_error("xdotool getwindowgeometry: said " + shell);
    }
    return size;
}

}  // namespace headscope::test
