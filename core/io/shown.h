#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace headscope {

// Text from a file made fit for a message: control characters, invisible direction marks and bytes that are not UTF-8
// become escapes such as \x1b or \u202e; what is longer than max_bytes is cut and marked with "…".
std::string shown_text(std::string_view text, std::size_t max_bytes = 200);

// A path for a message: as given, escaped as above, never cut.
std::string shown_path(const std::filesystem::path& path);

}  // namespace headscope
