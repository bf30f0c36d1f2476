// Any bytes as a safetensors file; of every tensor that is believed, the first and the last byte are read.

#include "core/io/safetensors.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tests/fuzz/scratch_folder.h"

namespace {

volatile unsigned sink = 0;  // so that reading is not left out

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const headscope::fuzz::ScratchFolder folder;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto file = headscope::open_safetensors(folder.write("model.safetensors", bytes));
    if (!file.has_value()) return 0;
    std::size_t used = 0;
    unsigned read = 0;
    for (const auto& [name, info] : file.value().tensors) {
        if (info.offset > size || info.bytes > size - info.offset) std::abort();
        used += info.bytes;
        if (info.bytes == 0) continue;
        const auto values = file.value().bytes(info);
        read += static_cast<unsigned>(values.front()) + static_cast<unsigned>(values.back());
    }
    sink = read;
    if (used > size) std::abort();  // there are no overlaps
    return 0;
}
