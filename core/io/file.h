#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

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
    // Tells the system that [offset, offset + size) will not be read again soon. Never an error.
    void forget(std::size_t offset, std::size_t size) const;

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

// Writes a file whole or not at all: bytes go to a temporary sibling that takes the name on commit(). Without a
// commit, the destructor removes the temporary. Errors are kept and reported by commit(), so that writing can stream.
class AtomicFileWriter {
  public:
    // path "-" is standard output, and a device or pipe is written in place (no temporary; what was written is
    // written). A link is followed. Directories, and files that may not be written, are refused here.
    static Result<AtomicFileWriter> create(const std::filesystem::path& path);
    AtomicFileWriter(AtomicFileWriter&&) noexcept;
    AtomicFileWriter& operator=(AtomicFileWriter&&) noexcept;
    ~AtomicFileWriter();

    void write(std::string_view bytes);
    // False once a write has failed: there is no use in producing more.
    bool is_good() const;
    // True once the reader of a pipe has gone away: a reason to end, not to complain.
    bool is_pipe_closed() const;
    Status commit();

  private:
    struct State;
    explicit AtomicFileWriter(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

// Makes writing to a pipe without a reader an error of the write instead of a signal that ends the program.
void ignore_closed_pipes();

// True if standard error goes to a person's terminal, where progress may be shown.
bool is_error_terminal();

// Where this program's file lies; empty if the system does not say.
std::filesystem::path find_executable_path();

// SHA-256 of a file's bytes as 64 lower-case hexadecimal digits (FIPS 180-4).
Result<std::string> sha256_of_file(const std::filesystem::path& path);

}  // namespace headscope
