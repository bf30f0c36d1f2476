#include "core/io/file.h"

#include <nettle/sha2.h>
#include <nettle/version.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "core/io/file_descriptor.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"

namespace headscope {

namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& path, std::uint64_t max_bytes) {
    struct stat info {};
    const Result<int> opened = open_regular(path, info);
    if (!opened.has_value()) return opened.error();
    const Descriptor file(opened.value());
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size > max_bytes)
        return Error{ErrorKind::kTooLarge, shown_path(path) + ": " + std::to_string(size) +
                                               " bytes, expected at most " + std::to_string(max_bytes)};
    std::string text(static_cast<std::size_t>(size), '\0');
    std::size_t filled = 0;
    while (filled < text.size()) {
        const ssize_t got = read_some(file.get(), text.data() + filled, text.size() - filled, -1);
        if (got < 0) return system_error(path, "cannot read", errno);
        if (got == 0) break;
        filled += static_cast<std::size_t>(got);
    }
    text.resize(filled);
    return text;
}

Result<MappedFile> MappedFile::open(const fs::path& path) {
    struct stat info {};
    const Result<int> opened = open_regular(path, info);
    if (!opened.has_value()) return opened.error();
    MappedFile file;
    file.descriptor_ = opened.value();
    file.path_ = path;
    file.size_ = static_cast<std::size_t>(info.st_size);
    file.modified_ = modified_of(info);
    if (file.size_ == 0) return file;
    void* data = ::mmap(nullptr, file.size_, PROT_READ, MAP_PRIVATE, file.descriptor_, 0);
    if (data == MAP_FAILED) return system_error(path, "cannot map", errno);
    file.data_ = static_cast<const std::byte*>(data);
    return file;
}

MappedFile::MappedFile(MappedFile&& other) noexcept {
    *this = std::move(other);
}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(modified_, other.modified_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

MappedFile::~MappedFile() {
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
    if (descriptor_ >= 0) ::close(descriptor_);
}

Status MappedFile::read(std::size_t offset, std::span<std::byte> out) const {
    while (!out.empty()) {
        const ssize_t got = read_some(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
        if (got < 0) return system_error(path_, "cannot read", errno);
        if (got == 0)
            return io_error(shown_path(path_) + ": ends at byte " + std::to_string(offset) + ", expected " +
                            std::to_string(size_) + " bytes: the file was cut short while it was read");
        offset += static_cast<std::size_t>(got);
        out = out.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Status MappedFile::check_unchanged() const {
    struct stat info {};
    if (::fstat(descriptor_, &info) != 0) return system_error(path_, "cannot read", errno);
    if (static_cast<std::size_t>(info.st_size) == size_ && modified_of(info) == modified_) return {};
    return io_error(shown_path(path_) + ": changed since it was opened (" + std::to_string(info.st_size) +
                    " bytes, was " + std::to_string(size_) + "): open the model again");
}

bool is_error_terminal() {
    return ::isatty(STDERR_FILENO) == 1;
}

fs::path find_executable_path() {
    std::error_code failed;
    fs::path path = fs::read_symlink("/proc/self/exe", failed);
    return failed ? fs::path() : path;
}

Result<std::string> sha256_of_file(const fs::path& path) {
    struct stat info {};
    const Result<int> opened = open_regular(path, info);
    if (!opened.has_value()) return opened.error();
    const Descriptor file(opened.value());
    sha256_ctx context;
    sha256_init(&context);
    std::vector<std::uint8_t> block(std::size_t{1} << 18);
    for (;;) {
        const ssize_t got = read_some(file.get(), block.data(), block.size(), -1);
        if (got < 0) return system_error(path, "cannot read", errno);
        if (got == 0) break;
        sha256_update(&context, static_cast<std::size_t>(got), block.data());
    }
    std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(&context, digest.data());
#else
    sha256_digest(&context, digest.size(), digest.data());
#endif
    return hex_text({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

}  // namespace headscope
