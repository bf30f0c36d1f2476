#pragma once

#include <cstdint>
#include <optional>

namespace headscope {

// Bytes that this process could still allocate without the machine starting to swap, as the operating system
// estimates it, or nothing where that is unknown.
std::optional<std::uint64_t> available_memory();

}  // namespace headscope
