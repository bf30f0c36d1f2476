#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct GLFWwindow;

namespace headscope::test {

// The window system's side of a window of this process: calls what GLFW calls when somebody uses it. Keys and buttons
// are GLFW's numbers, positions pixels of the window. What is done here is seen by the next poll of its events.
class WindowEvents {
  public:
    explicit WindowEvents(void* handle) : window_(static_cast<GLFWwindow*>(handle)) {}

    void take_keyboard();  // as a click into its frame would, where there is no window manager
    void press_key(int key, int mods);
    void type(char32_t character);
    void move_to(double x, double y);
    // A button that is down has to be held down in every frame: Dear ImGui 1.86 asks the real mouse otherwise.
    void hold_button(int button, int mods);
    void release_button(int button, int mods);
    void turn_wheel(double steps, int mods);
    void drop(const std::vector<std::filesystem::path>& paths);
    void resize(int width, int height);
    void set_clipboard(const std::string& text);

  private:
    void hold_modifiers(int mods);

    GLFWwindow* window_;
    int held_ = 0;
};

}  // namespace headscope::test
