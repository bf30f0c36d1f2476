#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"
#include "core/io/shown.h"

namespace headscope {

// Reads the file from its start in blocks, by reading and not through the map, and keeps count of what is left.
class HeaderReader {
  public:
    explicit HeaderReader(const MappedFile& file) : file_(file), size_(file.bytes().size()) {}

    std::uint64_t offset() const { return offset_; }
    std::uint64_t left() const { return size_ - offset_; }

    Status read(std::span<std::byte> out) {
        if (out.size() > left())
            return invalid(shown_path(file_.path()) + ": byte " + std::to_string(offset_) + ": found " +
                           std::to_string(left()) + " bytes, expected " + std::to_string(out.size()) + " more");
        for (std::size_t done = 0; done < out.size();) {
            if (used_ == block_.size())
                if (Status status = fill(); !status.is_ok()) return status;
            const std::size_t count = std::min(out.size() - done, block_.size() - used_);
            std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(used_), count,
                        out.begin() + static_cast<std::ptrdiff_t>(done));
            done += count;
            used_ += count;
            offset_ += count;
        }
        return {};
    }
    // A little-endian number.
    template <class T>
    Status read_number(T& out) {
        std::array<std::byte, sizeof(T)> bytes{};
        if (Status status = read(bytes); !status.is_ok()) return status;
        out = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i)
            out = static_cast<T>(out | (static_cast<T>(bytes[i]) << (8 * i)));
        return {};
    }
    // Appends `size` bytes; the caller has compared the size with what is left.
    Status append(std::uint64_t size, std::string& out) {
        const std::size_t before = out.size();
        out.resize(before + static_cast<std::size_t>(size));
        return read(std::as_writable_bytes(std::span(out).subspan(before)));
    }

  private:
    Status fill() {
        constexpr std::uint64_t kBlockBytes = 65536;
        block_.resize(static_cast<std::size_t>(std::min(kBlockBytes, left())));
        used_ = 0;
        return file_.read(static_cast<std::size_t>(offset_), block_);
    }

    const MappedFile& file_;
    std::uint64_t size_;
    std::uint64_t offset_ = 0;
    std::vector<std::byte> block_;
    std::size_t used_ = 0;  // of block_
};

}  // namespace headscope
