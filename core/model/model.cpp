#include "core/model/model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <set>

#include "core/io/shown.h"
#include "core/model/model_files.h"
#include "core/text/encoding_notes.h"

namespace headscope {
namespace {

namespace fs = std::filesystem;

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

void add_computed_positions(const StackConfig& config, StackWeights& weights) {
    if (config.has_sinusoids && weights.position_embeddings.rows == 0)
        weights.position_embeddings = sinusoids(config.max_positions, config.d_embedding);
}

Result<std::shared_ptr<const Model>> load_opened(ModelFiles files, const LoadOptions& options) {
    Result<LoadedWeights> loaded = load_weights(files.expected, files.bound, files.config.has_tied_head, options);
    if (!loaded.has_value()) return loaded.error();
    auto model = std::make_shared<Model>();
    model->parameters = files.parameters();
    model->path = std::move(files.path);
    model->name = std::move(files.name);
    model->weight_file = files.weights.path;
    model->config = std::move(files.config);
    model->weights = std::move(loaded.value().weights);
    model->sizes = loaded.value().sizes;
    model->tokenizer = std::move(files.tokenizer);
    model->target_tokenizer = std::move(files.target_tokenizer);
    model->warnings = std::move(files.warnings);
    for (std::string& warning : loaded.value().warnings) model->warnings.push_back(std::move(warning));
    model->unused_tensors = std::move(files.bound.unused);
    add_computed_positions(model->config, model->weights);
    if (model->config.decoder) add_computed_positions(*model->config.decoder, *model->weights.decoder);
    return std::shared_ptr<const Model>(std::move(model));
}

}  // namespace

Result<std::shared_ptr<const Model>> load_model(const fs::path& path, const LoadOptions& options) {
    try {
        Result<ModelFiles> files = open_model_files(path);
        if (!files.has_value()) return files.error();
        return load_opened(std::move(files).value(), options);
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, shown_path(path) + ": the weights do not fit in memory"};
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
    const std::string name = shown_path(model.path);
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
    const std::string name = shown_path(model.path);
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
