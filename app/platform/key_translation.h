#pragma once

#include <optional>
#include <string_view>

#include "app/state/key_chord.h"

namespace headscope {

// A key of GLFW as a chord, or nothing for keys that the program has no use for. `name` is what the user's layout
// prints on the key (glfwGetKeyName; may be empty): letters and signs go by it, so that Ctrl+Z is where the user's Z
// is. Where the layout has no Latin letter there, and for digits that need shift, the key's place on a US keyboard
// counts. `mods` are GLFW's, with GLFW_MOD_NUM_LOCK.
std::optional<KeyChord> translate_key(int glfw_key, std::string_view name, int mods);

}  // namespace headscope
