#include "app/platform/window.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "app/platform/key_translation.h"
#include "app/platform/window_icon.h"

namespace headscope {
namespace {

constexpr const char* kStillWorks = "; the terminal verbs, such as `headscope export`, work without a window";

// The newest message of GLFW, which reports errors through a callback. All calls come from the window's thread.
std::string& last_glfw_error() {
    static std::string message;
    return message;
}

void keep_error(int, const char* description) {
    last_glfw_error() = description;
}

std::string take_glfw_error() {
    std::string message = std::exchange(last_glfw_error(), {});
    return message.empty() ? "no reason given" : message;
}

// GLFW is started with the first window and stopped with the last.
int n_users = 0;

Status start_glfw() {
    if (n_users == 0) {
        glfwSetErrorCallback(keep_error);
        if (glfwInit() == GLFW_FALSE) {
            return unsupported("window: no display (" + take_glfw_error() + "), expected one to open a window on" +
                               kStillWorks);
        }
    }
    ++n_users;
    return {};
}

void stop_glfw() {
    if (--n_users == 0) glfwTerminate();
}

struct Placement {
    int x = 0, y = 0, width = 0, height = 0;
};

// The monitor that shows most of the window.
GLFWmonitor* monitor_under(GLFWwindow* window) {
    Placement place;
    glfwGetWindowPos(window, &place.x, &place.y);
    glfwGetWindowSize(window, &place.width, &place.height);
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    GLFWmonitor* best = glfwGetPrimaryMonitor();
    long best_area = 0;
    for (int i = 0; i < count; ++i) {
        int x = 0, y = 0;
        glfwGetMonitorPos(monitors[i], &x, &y);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode == nullptr) continue;
        const long w = std::min(place.x + place.width, x + mode->width) - std::max(place.x, x);
        const long h = std::min(place.y + place.height, y + mode->height) - std::max(place.y, y);
        if (w > 0 && h > 0 && w * h > best_area) {
            best_area = w * h;
            best = monitors[i];
        }
    }
    return best;
}

}  // namespace

struct Window::State {
    ~State() {
        if (window != nullptr) glfwDestroyWindow(window);
        stop_glfw();
    }

    GLFWwindow* window = nullptr;
    WindowOptions options;
    std::vector<InputEvent> input;
    std::vector<std::filesystem::path> drops;
    bool something_happened = false;
    mutable std::atomic<bool> woken = false;
    Placement before_full_screen;

    static State& of(GLFWwindow* window) { return *static_cast<State*>(glfwGetWindowUserPointer(window)); }

    void install_callbacks();
};

// ImGui's backend takes some of these callbacks over later, and calls ours from its own.
void Window::State::install_callbacks() {
    glfwSetWindowUserPointer(window, this);
    glfwSetInputMode(window, GLFW_LOCK_KEY_MODS, GLFW_TRUE);
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
        State& state = of(w);
        state.something_happened = true;
        if (action == GLFW_RELEASE) return;
        const char* name = glfwGetKeyName(key, scancode);
        if (const auto chord = translate_key(key, name == nullptr ? "" : name, mods)) {
            state.input.push_back(KeyPress{*chord, action == GLFW_REPEAT});
        }
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned int character) {
        State& state = of(w);
        state.something_happened = true;
        state.input.push_back(CharacterTyped{static_cast<char32_t>(character)});
    });
    glfwSetDropCallback(window, [](GLFWwindow* w, int count, const char** paths) {
        State& state = of(w);
        state.something_happened = true;
        state.drops.insert(state.drops.end(), paths, paths + count);
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double, double) { of(w).something_happened = true; });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int) { of(w).something_happened = true; });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int, int) { of(w).something_happened = true; });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { of(w).something_happened = true; });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int) { of(w).something_happened = true; });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { of(w).something_happened = true; });
    glfwSetWindowCloseCallback(window, [](GLFWwindow* w) { of(w).something_happened = true; });
    glfwSetWindowIconifyCallback(window, [](GLFWwindow* w, int) { of(w).something_happened = true; });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { of(w).something_happened = true; });
    glfwSetWindowContentScaleCallback(window, [](GLFWwindow* w, float, float) { of(w).something_happened = true; });
}

Result<std::unique_ptr<Window>> Window::create(const WindowOptions& options) {
    if (Status started = start_glfw(); !started.is_ok()) return started.error();
    auto state = std::make_unique<State>();  // stops GLFW again if anything below fails
    state->options = options;

    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_VISIBLE, options.visible ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, options.follow_monitor ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "headscope");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "headscope");
    state->window = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
    if (state->window == nullptr) {
        return unsupported("window: no OpenGL 3.3 (" + take_glfw_error() + "), expected a driver that offers it" +
                           kStillWorks);
    }
    set_window_icon(state->window);
    take_glfw_error();
    glfwMakeContextCurrent(state->window);
    if (gladLoadGL(glfwGetProcAddress) == 0 || GLAD_GL_VERSION_3_3 == 0) {
        return unsupported(
            std::string("window: OpenGL functions of version 3.3 are missing, expected a driver that has them") +
            kStillWorks);
    }
    glfwSwapInterval(1);
    state->install_callbacks();
    return std::unique_ptr<Window>(new Window(std::move(state)));
}

Window::Window(std::unique_ptr<State> state) : state_(std::move(state)) {}
Window::~Window() = default;

bool Window::poll_events() {
    glfwPollEvents();
    const bool woken = state_->woken.exchange(false);
    return std::exchange(state_->something_happened, false) || woken;
}

bool Window::wait_events(double seconds) {
    // A wake_up that came before the wait has left an event behind as well, so that nothing is slept through.
    if (seconds < 0) {
        glfwWaitEvents();
    } else if (seconds > 0) {
        glfwWaitEventsTimeout(seconds);
    }
    return poll_events();
}

void Window::wake_up() const {
    state_->woken = true;
    glfwPostEmptyEvent();
}

std::vector<InputEvent> Window::take_input() {
    return std::exchange(state_->input, {});
}

std::vector<std::filesystem::path> Window::take_drops() {
    return std::exchange(state_->drops, {});
}

PixelSize Window::framebuffer_size() const {
    PixelSize size;
    glfwGetFramebufferSize(state_->window, &size.width, &size.height);
    return size;
}

float Window::content_scale() const {
    if (!state_->options.follow_monitor) return 1;
    float x = 1, y = 1;
    glfwGetWindowContentScale(state_->window, &x, &y);
    return x > 0 ? x : 1;
}

bool Window::is_visible() const {
    return glfwGetWindowAttrib(state_->window, GLFW_VISIBLE) == GLFW_TRUE;
}

bool Window::should_close() const {
    return glfwWindowShouldClose(state_->window) == GLFW_TRUE;
}
void Window::set_should_close(bool close) {
    glfwSetWindowShouldClose(state_->window, close ? GLFW_TRUE : GLFW_FALSE);
}
void Window::set_title(const std::string& title) {
    glfwSetWindowTitle(state_->window, title.c_str());
}
bool Window::is_full_screen() const {
    return glfwGetWindowMonitor(state_->window) != nullptr;
}

void Window::set_full_screen(bool full_screen) {
    if (full_screen == is_full_screen()) return;
    Placement& place = state_->before_full_screen;
    if (!full_screen) {
        glfwSetWindowMonitor(state_->window, nullptr, place.x, place.y, place.width, place.height, GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor* monitor = monitor_under(state_->window);
    const GLFWvidmode* mode = monitor == nullptr ? nullptr : glfwGetVideoMode(monitor);
    if (mode == nullptr) return;
    glfwGetWindowPos(state_->window, &place.x, &place.y);
    glfwGetWindowSize(state_->window, &place.width, &place.height);
    glfwSetWindowMonitor(state_->window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

std::string Window::clipboard() const {
    const char* text = glfwGetClipboardString(state_->window);
    return text == nullptr ? "" : text;
}

void Window::set_clipboard(const std::string& text) {
    glfwSetClipboardString(state_->window, text.c_str());
}
void Window::swap_buffers() {
    glfwSwapBuffers(state_->window);
}
void* Window::handle() const {
    return state_->window;
}

}  // namespace headscope
