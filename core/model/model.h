#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/model/model_config.h"
#include "core/model/weights.h"
#include "core/text/tokenizer.h"

namespace headscope {

// An opened model. Immutable and shared: runs and views hold a shared_ptr, so that a model stays valid while used.
struct Model {
    std::string name;                   // the folder's, or the file's without its ending
    std::filesystem::path path;         // what was opened: a folder or a .gguf file
    std::filesystem::path weight_file;  // of several, their index
    ModelConfig config;
    Weights weights;
    std::shared_ptr<const Tokenizer> tokenizer;  // null if the folder holds none: ids only
    std::vector<std::string> warnings;           // "FILE: …"
    std::vector<std::string> unused_tensors;     // names left over, sorted, as the file spells them
    std::int64_t parameters = 0;                 // elements of the tensors that are used
    WeightSizes sizes;                           // memory held
    // Of encoder–decoder models, what cuts the decoder's texts: the same, or one of its own.
    std::shared_ptr<const Tokenizer> target_tokenizer;
};

struct LoadOptions {
    ThreadPool* pool = nullptr;  // packs in parallel where given
    CancelToken cancel = {};
    std::function<void(double fraction)> progress = {};        // called on the loading thread
    std::optional<std::uint64_t> memory_limit = std::nullopt;  // bytes for packed weights; else what is free
};

// Opens a folder in the Hugging Face layout, a folder that holds a single .gguf file and no config.json, or such a file
// itself. All missing, misshapen and left-over tensors are reported at once, in Error::details, a line each. Nothing is
// kept of a model that fails. The weights are read, not touched through the map, so that a file that is cut short
// meanwhile is an error. A folder without a tokenizer is a model for ids only. kTooLarge, before memory is taken, where
// the packed weights would not fit in it.
Result<std::shared_ptr<const Model>> load_model(const std::filesystem::path& path, const LoadOptions& options);

// kIo if a weight file has changed since the model was opened. Ask before every run: embedding rows are read from the
// mapped file, and pages behind a new, earlier end of the file cannot be touched.
Status check_weight_file(const Model& model);

// Encodes with the model's limits: at most max_positions tokens, type ids 0 where the model has a single type.
// ErrorKind::kInvalid where the model has no tokenizer, the text has no token, or an id or type id is beyond the
// embedding; also check_weight_file's error.
Result<Encoding> encode_for_model(const Model& model, std::string_view text,
                                  const std::optional<std::string_view>& pair, EncodeOptions options);

// What the decoder of an encoder–decoder model reads behind its start token when `text` is its target: the tokens of
// the text without the last, which would only be predicted. Errors as encode_for_model's; kInvalid for other models.
Result<Encoding> encode_target_for_model(const Model& model, std::string_view text);

}  // namespace headscope
