#pragma once

struct GLFWwindow;

namespace headscope {

// Gives the window the program's icon in the sizes that title bars and task switchers use. Without effect where the
// desktop takes icons from .desktop files alone (Wayland).
void set_window_icon(GLFWwindow* window);

}  // namespace headscope
