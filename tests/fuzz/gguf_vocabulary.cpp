// Any bytes as a GGUF file; where header and vocabulary are sound, some texts are cut.

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "core/text/tokenizer.h"
#include "tests/fuzz/checked_encode.h"

namespace {

// A file for the reader, which maps what it reads; it is gone with the program.
class ScratchFile {
  public:
    ScratchFile()
        : path_(std::filesystem::temp_directory_path() / ("fuzz_gguf." + std::to_string(getpid()) + ".gguf")) {}
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    ~ScratchFile() {
        std::error_code error;
        std::filesystem::remove(path_, error);
    }
    const std::filesystem::path& write(std::string_view bytes) const {
        std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path_;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const ScratchFile file;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto loaded = headscope::load_tokenizer(file.write(bytes));
    if (loaded.has_value()) headscope::fuzz::encode_samples(*loaded.value().tokenizer, bytes);
    return 0;
}
