#include "core/model/model_summary.h"

#include <system_error>

#include "core/io/gguf.h"
#include "core/io/shown.h"
#include "core/io/shown_bytes.h"
#include "core/model/model_config.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

std::string name_of(const fs::path& path) {
    std::error_code ignored;
    fs::path full = fs::absolute(path, ignored).lexically_normal();
    if (!full.has_filename()) full = full.parent_path();
    return shown_text(full.filename().native());
}

// Of every safetensors file in a folder; 0 if there is none.
std::uint64_t bytes_of_weights(const fs::path& folder) {
    std::uint64_t bytes = 0;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
        std::error_code ignored;
        if (entry->path().extension() != ".safetensors") continue;
        if (const auto size = entry->file_size(ignored); !ignored) bytes += size;
    }
    return bytes;
}

Result<ModelSummary> summarise_folder(const fs::path& folder) {
    ModelSummary summary{.name = name_of(folder), .path = folder, .family = {}};
    std::error_code ignored;
    if (!fs::exists(folder / "config.json", ignored))
        return not_found(shown_path(folder) + ": no config.json in it, expected a model folder or a .gguf file");
    const Result<ModelConfig> config = load_model_config(folder / "config.json");
    if (!config.has_value()) return config.error();
    summary.family = config.value().family;
    summary.n_layers = config.value().n_layers;
    summary.n_heads = config.value().n_heads;
    if (config.value().decoder) summary.n_decoder_layers = config.value().decoder->n_layers;
    summary.bytes = bytes_of_weights(folder);
    if (summary.bytes == 0)
        return not_found(shown_path(folder) + ": no model.safetensors in it, expected the weights beside config.json");
    return summary;
}

Result<ModelSummary> summarise_gguf(const fs::path& path) {
    const Result<GgufFile> file = open_gguf(path);
    if (!file.has_value()) return file.error();
    const GgufMetadata& metadata = file.value().metadata;
    ModelSummary summary{.name = name_of(path), .path = path, .family = {}};
    const auto family = metadata.find_string("general.architecture");
    if (!family.has_value()) return family.error();
    if (!family.value())
        return invalid(shown_path(path) + ": general.architecture: missing, expected the kind of model");
    summary.family = *family.value();
    constexpr std::uint64_t kMost = 1'000'000;
    for (const auto& [key, fact] :
         {std::pair(".block_count", &summary.n_layers), std::pair(".attention.head_count", &summary.n_heads)}) {
        const auto value = metadata.find_integer(summary.family + key, kMost);
        if (!value.has_value()) return value.error();
        if (!value.value())
            return invalid(shown_path(path) + ": " + shown_text(summary.family) + key + ": missing, expected a number");
        *fact = static_cast<Index>(*value.value());
    }
    std::error_code ignored;
    const auto size = fs::file_size(path, ignored);
    summary.bytes = ignored ? 0 : size;
    return summary;
}

}  // namespace

Result<ModelSummary> summarise_model(const fs::path& path) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (status.type() == fs::file_type::not_found)
        return not_found(shown_path(path) + ": no such file or folder, expected a model");
    if (failed) return io_error(shown_path(path) + ": " + failed.message());
    if (status.type() == fs::file_type::directory) return summarise_folder(path);
    if (path.extension() == ".gguf") return summarise_gguf(path);
    return invalid(shown_path(path) + ": not a model, expected a folder with config.json or a .gguf file");
}

std::string summary_words(const ModelSummary& summary) {
    std::string words = std::to_string(summary.n_layers);
    if (summary.n_decoder_layers > 0) {
        words += " + " + std::to_string(summary.n_decoder_layers) + " layers × " + std::to_string(summary.n_heads);
    } else {
        words += " × " + std::to_string(summary.n_heads);
    }
    return words + " heads, " + shown_bytes(static_cast<double>(summary.bytes));
}

}  // namespace headscope
