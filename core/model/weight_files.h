#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/io/safetensors.h"

namespace headscope {

// A tensor and the file that holds it.
struct StoredTensor {
    TensorInfo info;
    std::shared_ptr<const MappedFile> file;

    std::span<const std::byte> bytes() const { return file->bytes().subspan(info.offset, info.bytes); }
};

// All tensors of a model, whether they lie in one file or in several.
struct WeightFiles {
    std::filesystem::path path;  // what was opened: model.safetensors, the index of the shards, or a .gguf file
    std::map<std::string, StoredTensor> tensors;
    std::vector<std::string> warnings;  // "FILE: …"
    const char* readable_types = "F32, F16, BF16 or F64";
};

// Opens model.safetensors or, if there is none, the shards that model.safetensors.index.json names. Those must be plain
// file names inside the folder, also behind links, and hold each tensor that the index promises. Weights in other forms
// are refused by name.
Result<WeightFiles> open_weight_files(const std::filesystem::path& folder);

// The tensors of a GGUF file.
WeightFiles weight_files_of(const GgufFile& file);

}  // namespace headscope
