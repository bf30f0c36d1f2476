#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/safetensors.h"

namespace headscope {

// Elements of a tensor as float32. F32 is copied, F16 and BF16 are widened without loss, F64 is rounded to nearest.
// `bytes` holds out.size() elements of `dtype`, which must be one of those four.
void convert_to_float(DType dtype, std::span<const std::byte> bytes, std::span<float> out);

// How many values are NaN or infinite.
std::size_t count_non_finite(std::span<const float> values);

// Reads runs of a tensor's elements as float32. The tensor must be F32, F16, BF16 or F64. One object a thread.
class TensorReader {
  public:
    // Elements [first, first + out.size()) in row-major order. Fails where the file does.
    Status read(const MappedFile& file, const TensorInfo& tensor, std::size_t first, std::span<float> out);

  private:
    std::vector<std::byte> raw_;
};

}  // namespace headscope
