#include "core/model/model.h"

#include <algorithm>
#include <new>

#include "core/io/safetensors.h"
#include "core/io/shown.h"
#include "core/model/family.h"
#include "core/model/tensor_table.h"
#include "core/model/weight_loader.h"
#include "core/text/encoding_notes.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

bool is_present(const fs::path& path) {
    std::error_code ignored;
    return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

// Weights in forms that are not read, by the names they go by.
constexpr const char* kForeignWeights[] = {"pytorch_model.bin", "pytorch_model.bin.index.json",
                                           "tf_model.h5",       "flax_model.msgpack",
                                           "model.onnx",        "model.ckpt.index"};

// The weight file of a folder, or why there is none.
Result<fs::path> find_weight_file(const fs::path& folder) {
    const fs::path file = folder / "model.safetensors";
    if (is_present(file)) return file;
    const fs::path index = folder / "model.safetensors.index.json";
    if (is_present(index))
        return unsupported(shown_path(index) +
                           ": weights in several files are not supported, expected one model.safetensors");
    for (const char* foreign : kForeignWeights)
        if (is_present(folder / foreign))
            return unsupported(shown_path(folder / foreign) +
                               ": this format is not read, expected model.safetensors: convert the model, for example "
                               "with save_pretrained(..., safe_serialization=True)");
    return not_found(shown_path(file) + ": missing, expected the weights");
}

Status check_folder(const fs::path& folder) {
    std::error_code failed;
    const fs::file_status status = fs::status(folder, failed);
    if (status.type() == fs::file_type::not_found)
        return not_found(shown_path(folder) + ": no such folder, expected a model");
    if (status.type() != fs::file_type::directory) {
        if (folder.extension() == ".gguf")
            return unsupported(shown_path(folder) + ": GGUF files are not supported, expected a model folder");
        return invalid(shown_path(folder) + ": not a folder, expected a model folder");
    }
    const fs::directory_iterator entries(folder, failed);
    if (failed) return io_error(shown_path(folder) + ": cannot read: " + failed.message());
    if (entries == fs::directory_iterator())
        return not_found(shown_path(folder) + ": an empty folder, expected config.json and model.safetensors");
    if (!is_present(folder / "config.json"))
        return not_found(shown_path(folder / "config.json") + ": missing, expected the model's description");
    return {};
}

std::string name_of(const fs::path& folder) {
    std::error_code failed;
    fs::path full = fs::absolute(folder, failed).lexically_normal();
    if (!full.has_filename()) full = full.parent_path();
    return shown_text(full.filename().native());
}

// The tokenizer, if the folder has one. What does not fit the embedding is a warning, since the words that do may be
// all that is needed.
Status add_tokenizer(Model& model) {
    Result<LoadedTokenizer> loaded = load_tokenizer(model.folder);
    if (!loaded.has_value()) return loaded.error().kind == ErrorKind::kNotFound ? Status() : Status(loaded.error());
    model.tokenizer = loaded.value().tokenizer;
    for (std::string& warning : loaded.value().warnings) model.warnings.push_back(std::move(warning));
    const std::size_t pieces = model.tokenizer->vocabulary_size();
    const auto rows = static_cast<std::size_t>(model.config.vocab_size);
    if (pieces > rows)
        model.warnings.push_back(shown_path(model.folder) + ": the tokenizer knows " + std::to_string(pieces) +
                                 " pieces, the embedding has " + std::to_string(rows) +
                                 " rows: text with pieces beyond them is refused");
    return {};
}

Result<std::shared_ptr<const Model>> load_checked_folder(const fs::path& folder, const LoadOptions& options) {
    auto model = std::make_shared<Model>();
    model->folder = folder;
    model->name = name_of(folder);

    Result<ModelConfig> config = load_model_config(folder / "config.json");
    if (!config.has_value()) return config.error();
    model->config = std::move(config).value();
    model->warnings = model->config.warnings;
    const Family& family = *find_family(model->config.family);

    Result<fs::path> weight_file = find_weight_file(folder);
    if (!weight_file.has_value()) return weight_file.error();
    model->weight_file = std::move(weight_file).value();
    const Result<SafetensorsFile> file = open_safetensors(model->weight_file);
    if (!file.has_value()) return file.error();
    const ExpectedTensors expected = expected_tensors(model->config, family.names);
    Result<BoundTensors> bound = bind_tensors(file.value(), expected, family.names);
    if (!bound.has_value()) return bound.error();
    if (Status status = add_tokenizer(*model); !status.is_ok()) return status.error();

    Result<LoadedWeights> loaded = load_weights(file.value(), expected, bound.value(), options);
    if (!loaded.has_value()) return loaded.error();
    model->weights = std::move(loaded.value().weights);
    model->weight_bytes = loaded.value().bytes;
    for (const TensorInfo* tensor : bound.value().tensors) {
        std::int64_t count = 1;
        for (const std::int64_t extent : tensor->shape) count *= extent;
        model->parameters += count;
    }
    for (std::string& warning : bound.value().warnings) model->warnings.push_back(std::move(warning));
    for (std::string& warning : loaded.value().warnings) model->warnings.push_back(std::move(warning));
    model->unused_tensors = std::move(bound.value().unused);

    const Index rows = model->weights.position_embeddings.rows;
    if (rows != model->config.max_positions) {
        model->warnings.push_back(shown_path(folder / "config.json") + ": max_position_embeddings " +
                                  std::to_string(model->config.max_positions) + ", but the position table has " +
                                  std::to_string(rows) + " rows: the table counts");
        model->config.max_positions = rows;
    }
    return std::shared_ptr<const Model>(std::move(model));
}

}  // namespace

Result<std::shared_ptr<const Model>> load_model(const fs::path& folder, const LoadOptions& options) {
    if (Status status = check_folder(folder); !status.is_ok()) return status.error();
    try {
        return load_checked_folder(folder, options);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, shown_path(folder) + ": the weights do not fit in memory"};
    }
}

Status check_weight_file(const Model& model) {
    const auto& file = model.weights.word_embeddings.file;
    return file == nullptr ? Status() : file->check_unchanged();
}

Result<Encoding> encode_for_model(const Model& model, std::string_view text,
                                  const std::optional<std::string_view>& pair, EncodeOptions options) {
    const std::string name = shown_path(model.folder);
    if (model.tokenizer == nullptr)
        return invalid(name +
                       ": no tokenizer, expected one such as tokenizer.json, vocab.txt or a SentencePiece .model: text "
                       "cannot be cut, "
                       "only ids can be fed");
    if (Status status = check_weight_file(model); !status.is_ok()) return status.error();
    const auto limit = static_cast<std::size_t>(model.config.max_positions);
    if (!options.truncation) options.truncation = Truncation{limit};
    options.truncation->max_tokens = std::min(options.truncation->max_tokens, limit);

    Result<Encoding> encoded = model.tokenizer->encode(text, pair, options);
    if (!encoded.has_value()) return encoded.error();
    Encoding& encoding = encoded.value();
    // A template that holds a text twice.
    if (encoding.tokens.size() > limit) {
        std::erase_if(encoding.notes, [](const Note& note) { return note.kind == NoteKind::kTruncated; });
        encoding.notes.push_back(truncation_note(encoding.tokens.size(), limit));
        encoding.tokens.resize(limit);
    }
    if (encoding.tokens.empty()) return invalid("text: no token in it, expected at least one");
    for (Token& token : encoding.tokens) {
        if (token.id < 0 || token.id >= model.config.vocab_size)
            return invalid(name + ": token \"" + shown_text(token.piece) + "\": id " + std::to_string(token.id) +
                           ", expected one below the embedding's " + std::to_string(model.config.vocab_size) + " rows");
        if (model.config.type_vocab_size <= 1) token.type_id = 0;
        if (token.type_id < 0 || token.type_id >= std::max<Index>(model.config.type_vocab_size, 1))
            return invalid(name + ": token \"" + shown_text(token.piece) + "\": type id " +
                           std::to_string(token.type_id) + ", expected one below type_vocab_size " +
                           std::to_string(model.config.type_vocab_size));
    }
    return encoded;
}

}  // namespace headscope
