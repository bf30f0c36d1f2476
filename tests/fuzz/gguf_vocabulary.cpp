// Any bytes as a GGUF file; where header and vocabulary are sound, some texts are cut.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/text/tokenizer.h"
#include "tests/fuzz/checked_encode.h"
#include "tests/fuzz/scratch_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const headscope::fuzz::ScratchFolder folder;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto loaded = headscope::load_tokenizer(folder.write("model.gguf", bytes));
    if (loaded.has_value()) headscope::fuzz::encode_samples(*loaded.value().tokenizer, bytes);
    return 0;
}
