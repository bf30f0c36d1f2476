#include "core/model/model_files.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/io/gguf.h"
#include "core/io/shown.h"
#include "core/model/family.h"
#include "core/model/gguf_family.h"
#include "core/text/tokenizer_files.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

bool is_present(const fs::path& path) {
    std::error_code ignored;
    return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

std::string name_of(const fs::path& path) {
    std::error_code failed;
    fs::path full = fs::absolute(path, failed).lexically_normal();
    if (!full.has_filename()) full = full.parent_path();
    const bool is_file = full.extension() == ".gguf" && !fs::is_directory(full, failed);
    return shown_text((is_file ? full.stem() : full.filename()).native());
}

// Where the description lies: config.json, or a .gguf file.
Result<fs::path> find_description(const fs::path& path) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (path.extension() == ".gguf" && status.type() != fs::file_type::directory) return path;
    if (status.type() == fs::file_type::not_found)
        return not_found(shown_path(path) + ": no such folder, expected a model");
    if (status.type() != fs::file_type::directory)
        return invalid(shown_path(path) + ": not a folder, expected a model folder or a .gguf file");
    const fs::directory_iterator entries(path, failed);
    if (failed) return io_error(shown_path(path) + ": cannot read: " + failed.message());
    if (entries == fs::directory_iterator())
        return not_found(shown_path(path) + ": an empty folder, expected config.json and model.safetensors");
    if (is_present(path / "config.json")) return path / "config.json";
    const std::vector<fs::path> files = find_gguf_files(path);
    if (files.size() == 1) return files.front();
    if (files.size() > 1)
        return invalid(shown_path(path) + ": " + std::to_string(files.size()) +
                       " .gguf files and no config.json, expected one, or the file itself, such as " +
                       shown_path(files.front()));
    return not_found(shown_path(path / "config.json") + ": missing, expected the model's description");
}

// What does not fit the embedding is a warning, since the words that do may be all that is needed.
void take_tokenizer(ModelFiles& files, LoadedTokenizer loaded, const fs::path& where) {
    files.tokenizer = std::move(loaded.tokenizer);
    for (std::string& warning : loaded.warnings) files.warnings.push_back(std::move(warning));
    const std::size_t pieces = files.tokenizer->vocabulary_size();
    const auto rows = static_cast<std::size_t>(files.config.vocab_size);
    if (pieces > rows)
        files.warnings.push_back(shown_path(where) + ": the tokenizer knows " + std::to_string(pieces) +
                                 " pieces, the embedding has " + std::to_string(rows) +
                                 " rows: text with pieces beyond them is refused");
}

// What cuts the targets of an encoder–decoder: the tokenizer of the sources where the folder holds none for them.
Status add_target_tokenizer(ModelFiles& files) {
    Result<LoadedTokenizer> loaded = load_target_tokenizer(files.path);
    if (!loaded.has_value()) {
        if (loaded.error().kind != ErrorKind::kNotFound) return loaded.error();
        files.target_tokenizer = files.tokenizer;
        return {};
    }
    files.target_tokenizer = std::move(loaded.value().tokenizer);
    for (std::string& warning : loaded.value().warnings) files.warnings.push_back(std::move(warning));
    return {};
}

// Whether the file holds a head for another task, such as labels for a text, in place of one over the vocabulary.
bool has_other_head(const WeightFiles& files, const TensorNames& names) {
    constexpr std::array<std::string_view, 4> kOthers = {"classifier.", "score.", "classification_head.",
                                                         "qa_outputs."};
    return std::any_of(files.tensors.begin(), files.tensors.end(),
                       [&](const auto& named) { return begins_with_any(named.first, kOthers, names); });
}

Status bind(ModelFiles& files, const TensorNames& names) {
    files.expected = expected_tensors(files.config, names);
    Result<BoundTensors> bound = bind_tensors(files.weights, files.expected, names);
    if (!bound.has_value()) return bound.error();
    files.bound = std::move(bound).value();
    const Place matrix = files.expected.head.matrix;
    const bool has_matrix = matrix != kNoPlace && files.bound.tensors[matrix] != nullptr;
    // The word embeddings of such a file were not trained to tell words.
    if (!has_matrix && has_other_head(files.weights, names)) files.config.has_tied_head = false;
    return {};
}

// The rows of a position table count, whatever the description says.
void settle_positions(ModelFiles& files, StackConfig& config, Place table, const std::string& key) {
    if (table == kNoPlace || files.bound.tensors[table] == nullptr) return;
    const auto rows = static_cast<Index>(files.bound.tensors[table]->info.shape.front());
    const Index said = config.max_positions + config.position_offset;
    if (rows == said) return;
    files.warnings.push_back(shown_path(files.description) + ": " + key + " " + std::to_string(said) +
                             ", but the position table has " + std::to_string(rows) + " rows: the table counts");
    config.max_positions = rows - config.position_offset;
}

void settle_all_positions(ModelFiles& files, const TensorNames& names) {
    settle_positions(files, files.config, files.expected.stack.position_embeddings, names.stack.positions_key);
    if (files.config.decoder)
        settle_positions(files, *files.config.decoder, files.expected.decoder->position_embeddings,
                         names.decoder.positions_key);
}

Status open_folder(ModelFiles& files) {
    Result<ModelConfig> config = load_model_config(files.description);
    if (!config.has_value()) return config.error();
    files.config = std::move(config).value();
    files.warnings = files.config.warnings;
    Result<WeightFiles> weights = open_weight_files(files.path);
    if (!weights.has_value()) return weights.error();
    files.weights = std::move(weights).value();
    for (const std::string& warning : files.weights.warnings) files.warnings.push_back(warning);
    const TensorNames names = find_family(files.config.family)->names(files.config);
    if (Status status = bind(files, names); !status.is_ok()) return status;
    Result<LoadedTokenizer> loaded = load_tokenizer(files.path);
    if (loaded.has_value()) {
        take_tokenizer(files, std::move(loaded).value(), files.path);
        if (files.config.decoder)
            if (Status status = add_target_tokenizer(files); !status.is_ok()) return status;
    } else if (loaded.error().kind != ErrorKind::kNotFound) {
        return loaded.error();
    }
    settle_all_positions(files, names);
    return {};
}

Status open_gguf_model(ModelFiles& files) {
    const Result<GgufFile> file = open_gguf(files.description);
    if (!file.has_value()) return file.error();
    Result<GgufModel> model = describe_gguf_model(file.value());
    if (!model.has_value()) return model.error();
    files.config = std::move(model.value().config);
    files.weights = weight_files_of(file.value());
    if (Status status = bind(files, model.value().names); !status.is_ok()) return status;
    // It has gone into the ropes.
    if (!files.config.ropes.empty()) std::erase(files.bound.unused, "rope_freqs.weight");
    Result<LoadedTokenizer> loaded = tokenizer_from_gguf(file.value().metadata);
    if (!loaded.has_value()) return loaded.error();
    take_tokenizer(files, std::move(loaded).value(), files.description);
    settle_all_positions(files, model.value().names);
    return {};
}

std::set<const StoredTensor*> used_tensors(const BoundTensors& bound) {
    std::set<const StoredTensor*> used(bound.tensors.begin(), bound.tensors.end());
    used.erase(nullptr);
    return used;
}

}  // namespace

std::int64_t ModelFiles::parameters() const {
    std::int64_t total = 0;
    for (const StoredTensor* tensor : used_tensors(bound)) {
        std::int64_t count = 1;
        for (const std::int64_t extent : tensor->info.shape) count *= extent;
        total += count;
    }
    return total;
}

std::string ModelFiles::stored_as() const {
    std::map<std::string, int> counts;
    for (const StoredTensor* tensor : used_tensors(bound)) ++counts[tensor->info.dtype_name];
    std::vector<std::pair<std::string, int>> types(counts.begin(), counts.end());
    std::stable_sort(types.begin(), types.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::string text;
    for (const auto& [type, count] : types) text += (text.empty() ? "" : ", ") + type + " × " + std::to_string(count);
    return text;
}

Result<ModelFiles> open_model_files(const fs::path& path) {
    Result<fs::path> description = find_description(path);
    if (!description.has_value()) return description.error();
    ModelFiles files;
    files.path = path;
    files.name = name_of(path);
    files.description = std::move(description).value();
    const bool is_gguf = files.description.extension() == ".gguf";
    if (Status status = is_gguf ? open_gguf_model(files) : open_folder(files); !status.is_ok()) return status.error();
    for (std::string& warning : files.bound.warnings) files.warnings.push_back(std::move(warning));
    files.bound.warnings.clear();
    return files;
}

}  // namespace headscope
