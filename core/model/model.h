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
    std::string name;                    // the folder's name
    std::filesystem::path folder;
    std::filesystem::path weight_file;
    ModelConfig config;
    Weights weights;
    std::shared_ptr<const Tokenizer> tokenizer;  // null if the folder holds none: ids only
    std::vector<std::string> warnings;           // "FILE: …"
    std::vector<std::string> unused_tensors;     // names left over, sorted
    std::int64_t parameters = 0;                 // elements of the tensors that are used
    std::int64_t weight_bytes = 0;               // memory held: packed weights and mapped tables
};

struct LoadOptions {
    ThreadPool* pool = nullptr;       // packs in parallel where given
    CancelToken cancel = {};
    std::function<void(double fraction)> progress = {};  // called on the loading thread
};

// Opens a folder in the Hugging Face layout. All missing, misshapen and left-over tensors are reported at once, in
// Error::details, a line each. Nothing is kept of a model that fails.
Result<std::shared_ptr<const Model>> load_model(const std::filesystem::path& folder, const LoadOptions& options);

// Encodes with the model's limits: at most max_positions tokens, type ids clamped to 0 where the model has no types.
// ErrorKind::kInvalid where the model has no tokenizer or a token's id is beyond the embedding.
Result<Encoding> encode_for_model(const Model& model, std::string_view text,
                                  const std::optional<std::string_view>& pair, EncodeOptions options);

}  // namespace headscope
