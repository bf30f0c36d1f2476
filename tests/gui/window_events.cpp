#include "tests/gui/window_events.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace headscope::test {
namespace {

// The callback that is installed: setting another one returns it.
template <class Callback>
Callback installed(GLFWwindow* window, Callback (*set)(GLFWwindow*, Callback)) {
    const Callback callback = set(window, nullptr);
    set(window, callback);
    return callback;
}

}  // namespace

void WindowEvents::take_keyboard() {
    glfwFocusWindow(window_);
    for (int i = 0; i < 50 && glfwGetWindowAttrib(window_, GLFW_FOCUSED) == GLFW_FALSE; ++i)
        glfwWaitEventsTimeout(0.02);
}

void WindowEvents::hold_modifiers(int mods) {
    struct Modifier {
        int bit;
        int key;
    };
    constexpr Modifier kModifiers[] = {{GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL},
                                       {GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT},
                                       {GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT}};
    const auto callback = installed(window_, glfwSetKeyCallback);
    for (const Modifier& modifier : kModifiers) {
        if ((mods & modifier.bit) == (held_ & modifier.bit)) continue;
        const bool is_down = (mods & modifier.bit) != 0;
        callback(window_, modifier.key, glfwGetKeyScancode(modifier.key), is_down ? GLFW_PRESS : GLFW_RELEASE, mods);
    }
    held_ = mods;
}

void WindowEvents::press_key(int key, int mods) {
    hold_modifiers(mods);
    const auto callback = installed(window_, glfwSetKeyCallback);
    const int scancode = glfwGetKeyScancode(key);
    callback(window_, key, scancode, GLFW_PRESS, mods);
    callback(window_, key, scancode, GLFW_RELEASE, mods);
    hold_modifiers(0);
}

void WindowEvents::type(char32_t character) {
    installed(window_, glfwSetCharCallback)(window_, static_cast<unsigned>(character));
}

void WindowEvents::move_to(double x, double y) {
    glfwSetCursorPos(window_, x, y);
    installed(window_, glfwSetCursorPosCallback)(window_, x, y);
}

void WindowEvents::hold_button(int button, int mods) {
    hold_modifiers(mods);
    installed(window_, glfwSetMouseButtonCallback)(window_, button, GLFW_PRESS, mods);
}

void WindowEvents::release_button(int button, int mods) {
    installed(window_, glfwSetMouseButtonCallback)(window_, button, GLFW_RELEASE, mods);
    hold_modifiers(0);
}

void WindowEvents::turn_wheel(double steps, int mods) {
    hold_modifiers(mods);
    installed(window_, glfwSetScrollCallback)(window_, 0, steps);
    hold_modifiers(0);
}

void WindowEvents::drop(const std::vector<std::filesystem::path>& paths) {
    std::vector<const char*> names;
    for (const std::filesystem::path& path : paths) names.push_back(path.c_str());
    installed(window_, glfwSetDropCallback)(window_, static_cast<int>(names.size()), names.data());
}

void WindowEvents::resize(int width, int height) {
    glfwSetWindowSize(window_, width, height);
}

void WindowEvents::set_clipboard(const std::string& text) {
    glfwSetClipboardString(window_, text.c_str());
}

}  // namespace headscope::test
