#include "app/state/path_choices.h"

#include <algorithm>
#include <system_error>

namespace headscope {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& typed) {
    std::error_code ignored;
    const fs::path absolute = fs::absolute(typed.empty() ? fs::path(".") : typed, ignored);
    if (fs::is_directory(absolute, ignored)) return absolute.lexically_normal();
    return absolute.parent_path();
}

std::vector<PathChoice> path_choices(const fs::path& typed, std::string_view extension, std::size_t limit) {
    const fs::path folder = folder_of(typed);
    std::error_code error;
    const fs::path file = fs::is_directory(typed, error) ? fs::path() : typed.filename();
    std::vector<PathChoice> folders;
    std::vector<PathChoice> files;
    fs::directory_iterator entries(folder, fs::directory_options::skip_permission_denied, error);
    while (!error && entries != fs::directory_iterator()) {
        const std::string name = entries->path().filename().string();
        std::error_code ignored;
        if (!name.empty() && name.front() != '.') {
            if (entries->is_directory(ignored)) {
                folders.push_back({name + "/", entries->path() / file, true});
            } else if (entries->path().extension() == extension) {
                files.push_back({name, entries->path(), false});
            }
        }
        entries.increment(error);
    }
    const auto by_name = [](const PathChoice& a, const PathChoice& b) { return a.name < b.name; };
    std::sort(folders.begin(), folders.end(), by_name);
    std::sort(files.begin(), files.end(), by_name);
    std::vector<PathChoice> choices;
    if (folder.has_relative_path()) choices.push_back({"..", folder.parent_path() / file, true});
    choices.insert(choices.end(), folders.begin(), folders.end());
    choices.insert(choices.end(), files.begin(), files.end());
    if (choices.size() > limit) choices.resize(limit);
    return choices;
}

}  // namespace headscope
