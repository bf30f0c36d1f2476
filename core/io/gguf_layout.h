#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/io/gguf.h"
#include "core/io/gguf_metadata.h"

namespace headscope {

// Turns the tensors' offsets, counted from the start of the data as the file has them, into offsets from the start of
// the file, and checks that each tensor is aligned, lies inside the file of `file_bytes` bytes and shares none with
// another. The data begins at the first multiple of general.alignment from `header_end` on.
Status place_gguf_tensors(const GgufMetadata& metadata, std::uint64_t header_end, std::uint64_t file_bytes,
                          std::vector<GgufTensor>& tensors);

}  // namespace headscope
