// Any bytes as a tokenizer.json; what opens then cuts some texts.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/text/tokenizer_files.h"
#include "tests/fuzz/checked_encode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto loaded = headscope::tokenizer_from_json(bytes, "tokenizer.json");
    if (loaded.has_value()) headscope::fuzz::encode_samples(*loaded.value().tokenizer, bytes);
    return 0;
}
