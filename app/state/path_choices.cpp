#include "app/state/path_choices.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/utf8.h"

namespace headscope {

namespace fs = std::filesystem;

fs::path with_home(const fs::path& path) {
    const std::string text = path.string();
    const char* home = std::getenv("HOME");
    if (home == nullptr || (text != "~" && !text.starts_with("~/"))) return path;
    return fs::path(home) / text.substr(text.size() == 1 ? 1 : 2);
}

std::string complete_path(const std::string& typed, std::string_view extension) {
    const fs::path path = with_home(typed);
    std::error_code error;
    if (!typed.empty() && typed.back() != '/' && fs::is_directory(path, error)) return path.string() + "/";
    const std::string begin = path.filename().string();
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    std::optional<std::string> common;
    fs::directory_iterator entries(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
        std::string name = entries->path().filename().string();
        if (!name.starts_with(begin) || (begin.empty() && name.front() == '.')) continue;
        std::error_code ignored;
        const bool is_folder = entries->is_directory(ignored);
        if (!is_folder && entries->path().extension() != extension) continue;
        if (is_folder) name += '/';
        if (common) {
            const auto [end, _] = std::mismatch(common->begin(), common->end(), name.begin(), name.end());
            common->erase(end, common->end());
        } else {
            common = std::move(name);
        }
    }
    if (!common || common->size() <= begin.size()) return typed;
    // Never half a character.
    while (common->size() > begin.size() && !is_valid_utf8(*common)) common->pop_back();
    return path.has_parent_path() ? (path.parent_path() / *common).string() : *common;
}

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
