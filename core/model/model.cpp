#include "core/model/model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <set>

#include "core/io/shown.h"
#include "core/model/family.h"
#include "core/model/tensor_table.h"
#include "core/model/weight_files.h"
#include "core/model/weight_loader.h"
#include "core/text/encoding_notes.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

bool is_present(const fs::path& path) {
    std::error_code ignored;
    return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
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
    if (model.config.decoder) {
        Result<LoadedTokenizer> target = load_target_tokenizer(model.folder);
        if (target.has_value()) {
            model.target_tokenizer = target.value().tokenizer;
            for (std::string& warning : target.value().warnings) model.warnings.push_back(std::move(warning));
        } else if (target.error().kind == ErrorKind::kNotFound) {
            model.target_tokenizer = model.tokenizer;
        } else {
            return target.error();
        }
    }
    const std::size_t pieces = model.tokenizer->vocabulary_size();
    const auto rows = static_cast<std::size_t>(model.config.vocab_size);
    if (pieces > rows)
        model.warnings.push_back(shown_path(model.folder) + ": the tokenizer knows " + std::to_string(pieces) +
                                 " pieces, the embedding has " + std::to_string(rows) +
                                 " rows: text with pieces beyond them is refused");
    return {};
}

// Sines in the first half of each row, cosines in the second (Marian's order; Vaswani et al. 2017, section 3.5).
EmbeddingTable sinusoids(Index positions, Index width) {
    std::vector<float> values(static_cast<std::size_t>(positions * width));
    const Index sines = (width + 1) / 2;
    for (Index position = 0; position < positions; ++position) {
        for (Index c = 0; c < width; ++c) {
            const Index pair = c < sines ? c : c - sines;
            const double angle = static_cast<double>(position) /
                                 std::pow(10000.0, 2 * static_cast<double>(pair) / static_cast<double>(width));
            values[static_cast<std::size_t>(position * width + c)] =
                static_cast<float>(c < sines ? std::sin(angle) : std::cos(angle));
        }
    }
    return EmbeddingTable::own(std::move(values), positions, width);
}

// The rows of a position table count, whatever the config says; a table that is computed has as many as that says.
void settle_positions(Model& model, StackConfig& config, StackWeights& weights) {
    if (config.has_sinusoids && weights.position_embeddings.rows == 0)
        weights.position_embeddings = sinusoids(config.max_positions, config.d_embedding);
    const Index rows = weights.position_embeddings.rows;
    const Index said = config.max_positions + config.position_offset;
    if (rows == 0 || rows == said) return;
    model.warnings.push_back(shown_path(model.folder / "config.json") + ": max_position_embeddings " +
                             std::to_string(said) + ", but the position table has " + std::to_string(rows) +
                             " rows: the table counts");
    config.max_positions = rows - config.position_offset;
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

    const Result<WeightFiles> files = open_weight_files(folder);
    if (!files.has_value()) return files.error();
    model->weight_file = files.value().path;
    for (const std::string& warning : files.value().warnings) model->warnings.push_back(warning);
    const TensorNames names = family.names(model->config);
    const ExpectedTensors expected = expected_tensors(model->config, names);
    Result<BoundTensors> bound = bind_tensors(files.value(), expected, names);
    if (!bound.has_value()) return bound.error();
    if (Status status = add_tokenizer(*model); !status.is_ok()) return status.error();

    Result<LoadedWeights> loaded = load_weights(expected, bound.value(), model->config.has_tied_head, options);
    if (!loaded.has_value()) return loaded.error();
    model->weights = std::move(loaded.value().weights);
    model->weight_bytes = loaded.value().bytes;
    const std::set<const StoredTensor*> used(bound.value().tensors.begin(), bound.value().tensors.end());
    for (const StoredTensor* tensor : used) {
        if (tensor == nullptr) continue;
        std::int64_t count = 1;
        for (const std::int64_t extent : tensor->info.shape) count *= extent;
        model->parameters += count;
    }
    for (std::string& warning : bound.value().warnings) model->warnings.push_back(std::move(warning));
    for (std::string& warning : loaded.value().warnings) model->warnings.push_back(std::move(warning));
    model->unused_tensors = std::move(bound.value().unused);

    settle_positions(*model, model->config, model->weights);
    if (model->config.decoder) settle_positions(*model, *model->config.decoder, *model->weights.decoder);
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
    std::set<const MappedFile*> files{model.weights.head.matrix.file.get()};
    const auto add = [&](const StackWeights& stack) {
        for (const EmbeddingTable* table :
             {&stack.word_embeddings, &stack.position_embeddings, &stack.type_embeddings, &stack.relative_bias})
            files.insert(table->file.get());
    };
    add(model.weights);
    if (model.weights.decoder) add(*model.weights.decoder);
    for (const MappedFile* file : files) {
        if (file == nullptr) continue;
        if (Status status = file->check_unchanged(); !status.is_ok()) return status;
    }
    return {};
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
    constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
    const std::size_t limit =
        model.config.max_positions > 0 ? static_cast<std::size_t>(model.config.max_positions) : kNoLimit;
    if (limit != kNoLimit) {
        if (!options.truncation) options.truncation = Truncation{limit};
        options.truncation->max_tokens = std::min(options.truncation->max_tokens, limit);
    }

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

Result<Encoding> encode_target_for_model(const Model& model, std::string_view text) {
    const std::string name = shown_path(model.folder);
    if (!model.config.decoder)
        return invalid("target: given, expected none: " + model.config.family + " models have no decoder of their own");
    if (model.target_tokenizer == nullptr)
        return invalid(name + ": no tokenizer, expected one: text cannot be cut, only ids can be fed");
    EncodeOptions options;
    const StackConfig& decoder = *model.config.decoder;
    if (decoder.max_positions > 0) options.truncation = Truncation{static_cast<std::size_t>(decoder.max_positions)};
    Result<Encoding> encoded = model.target_tokenizer->encode(text, std::nullopt, options);
    if (!encoded.has_value()) return encoded.error();
    std::vector<Token>& tokens = encoded.value().tokens;
    if (!tokens.empty()) tokens.pop_back();
    for (const Token& token : tokens) {
        if (token.id < 0 || token.id >= decoder.vocab_size)
            return invalid(name + ": target token \"" + shown_text(token.piece) + "\": id " + std::to_string(token.id) +
                           ", expected one below the embedding's " + std::to_string(decoder.vocab_size) + " rows");
    }
    return encoded;
}

}  // namespace headscope
