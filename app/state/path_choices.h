#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace headscope {

// One line of a file chooser.
struct PathChoice {
    std::string name;            // "..", "folder/", "file.json"
    std::filesystem::path path;  // what the path box becomes
    bool is_folder = false;
};

// What can be chosen from a typed path: the parent folder, then the folders, then the files with `extension` in the
// folder that the path names or lies in; hidden ones left out, at most `limit`. Choosing a folder keeps
// the typed file name. An unreadable folder gives its parent only.
std::vector<PathChoice> path_choices(const std::filesystem::path& typed, std::string_view extension, std::size_t limit);

// A typed path carried on as far as there is one way to: to the end of the only name that begins so, or of what all
// such names begin with; a folder that is complete gets its '/'. "~" is the home folder. As typed if nothing fits.
std::string complete_path(const std::string& typed, std::string_view extension);

// A path with "~" at its beginning as the home folder.
std::filesystem::path with_home(const std::filesystem::path& path);

// The folder that a typed path names, or lies in.
std::filesystem::path folder_of(const std::filesystem::path& typed);

}  // namespace headscope
