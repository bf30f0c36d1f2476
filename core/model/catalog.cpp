#include "core/model/catalog.h"

#include <algorithm>
#include <sstream>

#include "core/base/environment.h"
#include "core/io/file.h"
#include "core/io/gguf.h"
#include "core/io/shown.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

// The name of a model in a search folder; empty if the entry is none.
std::string name_of_model(const fs::path& entry) {
    std::error_code ignored;
    if (!fs::is_directory(entry, ignored)) return entry.extension() == ".gguf" ? entry.stem().string() : "";
    const bool is_model = fs::exists(entry / "config.json", ignored) || find_gguf_files(entry).size() == 1;
    return is_model ? entry.filename().string() : "";
}

}  // namespace

std::vector<fs::path> model_search_folders() {
    std::vector<fs::path> candidates;
    if (const fs::path program = find_executable_path(); !program.empty()) {
        const fs::path folder = program.parent_path();
        candidates.push_back(folder / "weights");
        candidates.push_back(folder.parent_path() / "weights");
    }
    candidates.emplace_back(fs::path(HEADSCOPE_SOURCE_DIR) / "weights");
    if (const fs::path program = find_executable_path(); !program.empty())
        candidates.push_back(program.parent_path().parent_path() / "share" / "headscope" / "weights");
    std::istringstream more(environment("HEADSCOPE_MODELS"));
    for (std::string folder; std::getline(more, folder, ':');)
        if (!folder.empty()) candidates.emplace_back(folder);
    std::string data = environment("XDG_DATA_HOME");
    if (data.empty() && !environment("HOME").empty()) data = environment("HOME") + "/.local/share";
    if (!data.empty()) candidates.push_back(fs::path(data) / "headscope" / "models");

    std::vector<fs::path> folders;
    for (const fs::path& candidate : candidates) {
        std::error_code failed;
        const fs::path folder = fs::canonical(candidate, failed);
        if (!failed && fs::is_directory(folder, failed) &&
            std::find(folders.begin(), folders.end(), folder) == folders.end())
            folders.push_back(folder);
    }
    return folders;
}

std::vector<CatalogEntry> list_models() {
    std::vector<CatalogEntry> models;
    for (const fs::path& folder : model_search_folders()) {
        std::vector<CatalogEntry> here;
        std::error_code failed;
        for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
            if (const std::string name = name_of_model(entry->path()); !name.empty())
                here.push_back({name, entry->path()});
        }
        std::sort(here.begin(), here.end(),
                  [](const CatalogEntry& a, const CatalogEntry& b) { return a.name < b.name; });
        for (CatalogEntry& entry : here) {
            const bool is_known = std::any_of(models.begin(), models.end(),
                                              [&](const CatalogEntry& other) { return other.name == entry.name; });
            if (!is_known) models.push_back(std::move(entry));
        }
    }
    return models;
}

Result<fs::path> find_model(const std::string& model) {
    const std::string name = model.empty() ? kDefaultModel : model;
    std::error_code failed;
    if (!model.empty() && fs::exists(model, failed)) return fs::path(model);
    const std::vector<CatalogEntry> models = list_models();
    for (const CatalogEntry& entry : models)
        if (entry.name == name) return entry.path;
    std::string known;
    for (const CatalogEntry& entry : models) known += (known.empty() ? "" : ", ") + shown_text(entry.name);
    return not_found(shown_text(name) + ": no such folder or model, expected a model folder, a .gguf file or one of: " +
                     (known.empty() ? "none found" : known));
}

}  // namespace headscope
