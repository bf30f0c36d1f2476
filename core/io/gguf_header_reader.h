#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"

namespace headscope {

// Reads a GGUF file from its start, one field behind the other, by reading and not through the map, and keeps count of
// what is left. `what` is the entry that a field belongs to, as errors name it: "FILE: WHAT: the file ends inside it".
// The file must outlive this.
class GgufHeaderReader {
  public:
    explicit GgufHeaderReader(const MappedFile& file);

    const std::string& name() const { return name_; }  // of the file, for messages
    std::uint64_t offset() const { return offset_; }
    std::uint64_t left() const { return size_ - offset_; }

    // A little-endian number that belongs to no entry: where the file ends, the error tells at which byte.
    template <class T>
    Status read_number(T& out) {
        std::array<std::byte, sizeof(T)> bytes{};
        if (Status status = read(bytes); !status.is_ok()) return status;
        out = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            out = static_cast<T>(out | (static_cast<T>(bytes[i]) << (8 * i)));
        return {};
    }
    template <class T>
    Status read_number(const std::string& what, T& out) {
        return told_of(what, read_number(out));
    }
    // A little-endian number of `size` bytes, at most 8.
    Status read_bits(const std::string& what, std::size_t size, std::uint64_t& out);
    // Appends a string of at most `max` bytes and no more than there are.
    Status append_string(const std::string& what, std::uint64_t max, std::string& out);
    // Appends `size` bytes; the caller has compared the size with what is left.
    Status append_bytes(const std::string& what, std::uint64_t size, std::string& out);

    // "FILE: WHAT: FAULT".
    Error fault(const std::string& what, const std::string& fault) const {
        return invalid(name_ + ": " + what + ": " + fault);
    }

  private:
    Status read(std::span<std::byte> out);
    Status fill();
    // A short read, told together with what was being read.
    Status told_of(const std::string& what, Status status) const;

    const MappedFile& file_;
    std::string name_;
    std::uint64_t size_;
    std::uint64_t offset_ = 0;
    std::vector<std::byte> block_;
    std::size_t used_ = 0;  // of block_
};

}  // namespace headscope
