#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/io/ggml_type.h"
#include "core/io/gguf_metadata.h"

namespace headscope {

struct GgufTensor {
    std::string name;
    const GgmlType* type = nullptr;
    std::vector<std::uint64_t> shape;  // outermost first, unlike in the file; 1 to 4 dimensions, none 0
    std::uint64_t offset = 0;          // of the first byte, from the start of the file
    std::uint64_t bytes = 0;
};

// A checked GGUF file (https://github.com/ggml-org/ggml, docs/gguf.md), version 2 or 3, little-endian, in one part. The
// tensors lie inside the file and do not overlap.
struct GgufFile {
    std::shared_ptr<const MappedFile> file;
    std::uint32_t version = 0;
    GgufMetadata metadata;
    std::vector<GgufTensor> tensors;  // in the order of the file's list, no name twice

    explicit GgufFile(std::string name) : metadata(std::move(name)) {}
};

// Reads and checks everything but the tensors' contents. No number of the file is believed before it has been compared
// with the bytes there are.
Result<GgufFile> open_gguf(const std::filesystem::path& path);

// The entries of a folder whose names end in .gguf, sorted.
std::vector<std::filesystem::path> find_gguf_files(const std::filesystem::path& folder);

}  // namespace headscope
