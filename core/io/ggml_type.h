#pragma once

#include <cstdint>

#include "core/io/dtype.h"

namespace headscope {

// How the elements of a tensor are stored: in blocks of some elements.
struct GgmlType {
    std::uint32_t id = 0;
    const char* name = "";  // "Q8_0"
    std::uint32_t block_elements = 1;
    std::uint32_t block_bytes = 0;
    DType dtype = DType::kOtherBlock;
};

// The type of a number, if it is one that files of today have.
const GgmlType* find_ggml_type(std::uint32_t id);

}  // namespace headscope
