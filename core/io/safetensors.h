#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/dtype.h"
#include "core/io/file.h"

namespace headscope {

// One tensor of a file: where its little-endian, row-major bytes lie. Nothing is copied.
struct TensorInfo {
    DType dtype = DType::kF32;
    std::string dtype_name;           // as written, e.g. "F32"
    std::vector<std::int64_t> shape;  // outermost first; empty is a scalar; no dimension is negative
    std::size_t offset = 0;           // of the first byte, from the start of the file
    std::size_t bytes = 0;
};

// A checked safetensors file (https://github.com/huggingface/safetensors, "Format"). Every offset in `tensors` lies
// inside the mapped file; there are no holes, no overlaps and no trailing bytes.
struct SafetensorsFile {
    std::shared_ptr<const MappedFile> file;
    std::map<std::string, TensorInfo> tensors;

    std::span<const std::byte> bytes(const TensorInfo& tensor) const {
        return file->bytes().subspan(tensor.offset, tensor.bytes);
    }
};

// Checks the whole header before anything is believed: its length against the file, JSON without duplicates, unsigned
// whole numbers, known element types, products without overflow, ranges that fill the data exactly. Errors name the
// file, the tensor, what was found and what was expected. A Git LFS pointer in place of the file is told as such.
Result<SafetensorsFile> open_safetensors(const std::filesystem::path& path);

// "64 × 32", "scalar".
std::string shape_text(std::span<const std::int64_t> shape);

}  // namespace headscope
