#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/safetensors.h"

namespace headscope {

// Types that hold real numbers and can be read as float32: F32, F16, BF16 and F64.
bool is_convertible(DType dtype);

// Bytes of an element of a convertible type.
std::size_t element_size(DType dtype);

// Elements of a tensor as float32. F32 is copied, F16 and BF16 are widened without loss, F64 is rounded to nearest.
// `bytes` holds out.size() elements of `dtype`, which must be convertible.
void convert_to_float(DType dtype, std::span<const std::byte> bytes, std::span<float> out);

// How many values are NaN or infinite.
std::size_t count_non_finite(std::span<const float> values);

// Reads runs of a tensor's elements as float32. The tensor's type must be convertible. One object a thread.
class TensorReader {
  public:
    // Elements [first, first + out.size()) in row-major order. Fails where the file does.
    Status read(const MappedFile& file, const TensorInfo& tensor, std::size_t first, std::span<float> out);

  private:
    std::vector<std::byte> raw_;
};

}  // namespace headscope
