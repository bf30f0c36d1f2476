#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/safetensors.h"

namespace headscope {

// Types that hold real numbers and can be read as float32: F32, F16, BF16, F64 and the block types of block_values.h.
bool is_convertible(DType dtype);

// Bytes of `elements` elements of a convertible type; they must be whole blocks.
std::size_t stored_bytes(DType dtype, std::size_t elements);

// Elements of a tensor as float32. F32 is copied, F16 and BF16 are widened without loss, F64 is rounded to nearest,
// blocks are computed in float32. `bytes` holds out.size() elements of `dtype`, which must be convertible.
void convert_to_float(DType dtype, std::span<const std::byte> bytes, std::span<float> out);

// How many values are NaN or infinite.
std::size_t count_non_finite(std::span<const float> values);

// Reads runs of a tensor's elements as float32. The tensor's type must be convertible. One object a thread.
class TensorReader {
  public:
    // Elements [first, first + out.size()) in row-major order, whole blocks. Fails where the file does.
    Status read(const MappedFile& file, const TensorInfo& tensor, std::size_t first, std::span<float> out);

  private:
    std::vector<std::byte> raw_;
};

}  // namespace headscope
