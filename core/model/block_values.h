#pragma once

#include <cstddef>
#include <span>

#include "core/io/dtype.h"

namespace headscope {

// The block types of GGUF files (ggml-common.h and ggml-quants.c of https://github.com/ggml-org/ggml): numbers of few
// bits with a scale in common, and with some a minimum, both stored as binary16.

// Elements and bytes of a block, for the types that read_blocks reads; {0, 0} for others.
BlockSize quantised_block(DType dtype);

// The values of whole blocks. `bytes` holds out.size() / quantised_block(dtype).elements of them.
void read_blocks(DType dtype, std::span<const std::byte> bytes, std::span<float> out);

}  // namespace headscope
