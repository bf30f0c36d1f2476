#pragma once

#include <imgui.h>

#include <string_view>
#include <vector>

namespace headscope {

// A text as lines that are no wider than `width`, broken at spaces and line ends alone, so that "0.201" stays whole
// (Dear ImGui also breaks behind points and commas). A word that is wider has a line of its own. Parts of `text`.
std::vector<std::string_view> lines_broken_at_spaces(const ImFont& font, std::string_view text, float width);

}  // namespace headscope
