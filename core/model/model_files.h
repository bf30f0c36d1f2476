#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/model/model_config.h"
#include "core/model/tensor_table.h"
#include "core/model/weight_files.h"
#include "core/model/weight_loader.h"
#include "core/text/tokenizer.h"

namespace headscope {

// A model's files, opened and checked against one another. Of the weights only the headers have been read, so that this
// is quick, however large the model is.
struct ModelFiles {
    std::filesystem::path path;         // as given: a folder or a .gguf file
    std::string name;                   // the folder's, or the file's without its ending
    std::filesystem::path description;  // what describes the model: config.json or the .gguf file
    ModelConfig config;
    WeightFiles weights;
    ExpectedTensors expected;
    BoundTensors bound;                                 // points into `weights`
    std::shared_ptr<const Tokenizer> tokenizer;         // null if there is none: ids only
    std::shared_ptr<const Tokenizer> target_tokenizer;  // of encoder–decoder models, what cuts the decoder's texts
    std::vector<std::string> warnings;                  // "FILE: …"

    // Elements of the tensors that are used.
    std::int64_t parameters() const;
    // The types of those tensors with how many have each, the most common first: "Q4_1 × 210, F32 × 61".
    std::string stored_as() const;
    WeightSizes sizes() const { return weight_sizes(expected, bound, config.has_tied_head); }
};

// Opens a folder in the Hugging Face layout, a folder that holds a single .gguf file and no config.json, or such a file
// itself. All missing, misshapen and left-over tensors are reported at once, in Error::details, a line each.
Result<ModelFiles> open_model_files(const std::filesystem::path& path);

}  // namespace headscope
