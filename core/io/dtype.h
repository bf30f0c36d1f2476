#pragma once

#include <cstddef>

namespace headscope {

// How a tensor's elements are stored: the element types of safetensors files, and those that GGUF files have besides,
// which keep a block of elements together.
enum class DType {
    kBool,
    kU8,
    kI8,
    kF8,
    kI16,
    kU16,
    kF16,
    kBF16,
    kI32,
    kU32,
    kF32,
    kC64,
    kF64,
    kI64,
    kU64,
    kSubByte,
    kQ4_0,
    kQ4_1,
    kQ5_0,
    kQ5_1,
    kQ8_0,
    kQ2K,
    kQ3K,
    kQ4K,
    kQ5K,
    kQ6K,
    kIq4Nl,
    kMxfp4,
    kOtherBlock  // known by its size, not read
};

// So many elements take so many bytes.
struct BlockSize {
    std::size_t elements;
    std::size_t bytes;
};

}  // namespace headscope
