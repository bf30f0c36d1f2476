#include "core/io/gguf_header_reader.h"

#include <algorithm>

#include "core/io/shown.h"

namespace headscope {

GgufHeaderReader::GgufHeaderReader(const MappedFile& file)
    : file_(file), name_(shown_path(file.path())), size_(file.bytes().size()) {}

Status GgufHeaderReader::read_bits(const std::string& what, std::size_t size, std::uint64_t& out) {
    std::array<std::byte, 8> bytes{};
    if (Status status = told_of(what, read(std::span(bytes).first(size))); !status.is_ok()) return status;
    out = 0;
    for (std::size_t i = 0; i < size; ++i) out |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
    return {};
}

Status GgufHeaderReader::append_string(const std::string& what, std::uint64_t max, std::string& out) {
    std::uint64_t size = 0;
    if (Status status = read_number(what, size); !status.is_ok()) return status;
    if (const std::uint64_t most = std::min(max, left()); size > most)
        return fault(what,
                     "found a length of " + std::to_string(size) + " bytes, expected at most " + std::to_string(most));
    return append_bytes(what, size, out);
}

Status GgufHeaderReader::append_bytes(const std::string& what, std::uint64_t size, std::string& out) {
    const std::size_t before = out.size();
    out.resize(before + static_cast<std::size_t>(size));
    return told_of(what, read(std::as_writable_bytes(std::span(out).subspan(before))));
}

Status GgufHeaderReader::read(std::span<std::byte> out) {
    if (out.size() > left())
        return invalid(name_ + ": byte " + std::to_string(offset_) + ": found " + std::to_string(left()) +
                       " bytes, expected " + std::to_string(out.size()) + " more");
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

Status GgufHeaderReader::fill() {
    constexpr std::uint64_t kBlockBytes = 65536;
    block_.resize(static_cast<std::size_t>(std::min(kBlockBytes, left())));
    used_ = 0;
    return file_.read(static_cast<std::size_t>(offset_), block_);
}

Status GgufHeaderReader::told_of(const std::string& what, Status status) const {
    if (status.is_ok() || status.error().kind != ErrorKind::kInvalid) return status;
    return fault(what, "the file ends inside it");
}

}  // namespace headscope
