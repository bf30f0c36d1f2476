#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace headscope {

// One field of a protobuf message (https://protobuf.dev/programming-guides/encoding).
struct ProtobufField {
    enum class Kind { kVarint, kFixed64, kBytes, kFixed32 };

    std::uint32_t number = 0;
    Kind kind = Kind::kVarint;
    std::uint64_t value = 0;  // of a varint or a fixed number, as it is stored
    std::string_view bytes;   // of kBytes: a string or a message
    std::size_t offset = 0;   // of the field's first byte, from the start of the file
};

// Reads the fields of a message one after the other. Every number and length is checked against the bytes there are;
// groups, which nothing of today writes, are refused. Messages inside are bytes for a reader of their own.
class ProtobufReader {
  public:
    // `where` begins every message; `offset` is that of the message in the file.
    ProtobufReader(std::string_view bytes, std::string where, std::size_t offset = 0)
        : bytes_(bytes), where_(std::move(where)), offset_(offset) {}

    // The next field; none at the end of the message.
    Result<std::optional<ProtobufField>> next();

  private:
    Result<std::uint64_t> read_varint();
    Result<std::uint64_t> read_fixed(std::size_t size);
    Error damaged(const std::string& what) const;

    std::string_view bytes_;
    std::string where_;
    std::size_t offset_;
    std::size_t at_ = 0;
};

}  // namespace headscope
