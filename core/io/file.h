#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "core/base/result.h"

namespace headscope {

// The whole of a regular file, if it is no larger than max_bytes. Directories, pipes and devices are refused.
Result<std::string> read_file(const std::filesystem::path& path, std::uint64_t max_bytes);

// A regular file mapped read-only. The bytes stay valid as long as the object lives.
class MappedFile {
  public:
    static Result<MappedFile> open(const std::filesystem::path& path);
    MappedFile(MappedFile&& other) noexcept;
    MappedFile& operator=(MappedFile&& other) noexcept;
    ~MappedFile();

    std::span<const std::byte> bytes() const { return {data_, size_}; }
    const std::filesystem::path& path() const { return path_; }

    // Copies out.size() bytes from `offset` by reading, not through the map: a file that was cut short in the meantime
    // is an error here, where touching the mapped bytes would end the program.
    Status read(std::size_t offset, std::span<std::byte> out) const;
    // An error if the file has changed in size or time since it was opened. Ask before reading `bytes()` again later.
    Status check_unchanged() const;

  private:
    MappedFile() = default;
    std::filesystem::path path_;
    const std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    std::int64_t modified_ = 0;  // nanoseconds, as the system counts them
    int descriptor_ = -1;
};

// True if standard error goes to a person's terminal, where progress may be shown.
bool is_error_terminal();

// Where this program's file lies; empty if the system does not say.
std::filesystem::path find_executable_path();

// SHA-256 of a file's bytes as 64 lower-case hexadecimal digits (FIPS 180-4).
Result<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace headscope
