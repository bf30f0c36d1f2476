#pragma once

#include <sys/stat.h>
#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>

#include "core/base/result.h"

namespace headscope {

// A file descriptor that closes itself; −1 where there is none.
class Descriptor {
  public:
    explicit Descriptor(int value = -1) : value_(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor();

    int get() const { return value_; }
    // The caller closes it from here on.
    int release();

  private:
    int value_;
};

// "PATH: WHAT: …" with what the system says of `number`, an errno; kNotFound where there is no such file.
Error system_error(const std::filesystem::path& path, const char* what, int number);

// Opens for reading without waiting (a named pipe would block) and insists on a regular file. Returns the descriptor,
// which the caller closes.
Result<int> open_regular(const std::filesystem::path& path, struct stat& info);

// Reads at most `size` bytes from `offset`, or from where the last read ended if that is negative, and goes on after
// an interruption. Returns how many were read, 0 at the end, or −1 with errno.
ssize_t read_some(int descriptor, void* out, std::size_t size, off_t offset);

// When the file was changed last, in nanoseconds as the system counts them.
std::int64_t modified_of(const struct stat& info);

}  // namespace headscope
