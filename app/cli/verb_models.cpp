#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"
#include "core/model/catalog.h"

namespace headscope {

int run_models(Arguments arguments) {
    CLI::App app("Lists the models at hand and where each was found.", "headscope models");
    app.footer("Example:\n  headscope models");
    bool as_json = false;
    app.add_flag("--json", as_json, "One JSON array of {name, path, default}");
    if (const auto status = arguments.parse(app)) return *status;

    const std::vector<CatalogEntry> models = list_models();
    std::string text;
    if (as_json) {
        for (const CatalogEntry& entry : models) {
            text += text.empty() ? "[{\"name\": " : ",\n {\"name\": ";
            append_json_string(text, entry.name);
            text += ", \"path\": ";
            append_json_string(text, entry.path.string());
            text += std::string(", \"default\": ") + (entry.name == kDefaultModel ? "true" : "false") + "}";
        }
        return print((text.empty() ? "[" : text) + "]\n");
    }
    std::size_t width = 0;
    for (const CatalogEntry& entry : models) width = std::max(width, shown_text(entry.name).size());
    for (const CatalogEntry& entry : models) {
        std::string name = shown_text(entry.name);
        name.resize(std::max(width, name.size()), ' ');
        text += name + "  " + shown_path(entry.path) + (entry.name == kDefaultModel ? "  (default)" : "") + "\n";
    }
    if (!models.empty()) return print(text);
    std::string places;
    for (const auto& folder : model_search_folders()) places += (places.empty() ? "" : ", ") + shown_path(folder);
    return report(not_found("models: none found in " + (places.empty() ? std::string("any known folder") : places) +
                            ", expected .gguf files or folders with a config.json"));
}

}  // namespace headscope
