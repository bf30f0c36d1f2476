#include "app/state/model_entry.h"

#include "core/model/catalog.h"

namespace headscope {

ModelEntry model_entry(const std::filesystem::path& path) {
    const Result<ModelSummary> summary = summarise_model(path);
    const std::filesystem::path name = path.has_filename() ? path.filename() : path.parent_path().filename();
    if (!summary.has_value()) return {name.string(), path, summary.error().message, false};
    return {summary.value().name, path, summary_words(summary.value()), true};
}

std::vector<ModelEntry> list_model_entries() {
    std::vector<ModelEntry> entries;
    for (const CatalogEntry& entry : list_models()) entries.push_back(model_entry(entry.path));
    return entries;
}

}  // namespace headscope
