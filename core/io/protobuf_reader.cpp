#include "core/io/protobuf_reader.h"

namespace headscope {

Error ProtobufReader::damaged(const std::string& what) const {
    return invalid(where_ + ": byte " + std::to_string(offset_ + at_) + ": " + what);
}

Result<std::uint64_t> ProtobufReader::read_varint() {
    constexpr unsigned kMaxBits = 64;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < kMaxBits; shift += 7) {
        if (at_ == bytes_.size()) return damaged("the data ends inside a number");
        const auto byte = static_cast<unsigned char>(bytes_[at_++]);
        const std::uint64_t bits = byte & 0x7F;
        if (shift == 63 && bits > 1) return damaged("found a number of more than 64 bits");
        value |= bits << shift;
        if ((byte & 0x80) == 0) return value;
    }
    return damaged("found a number of more than 10 bytes");
}

Result<std::uint64_t> ProtobufReader::read_fixed(std::size_t size) {
    if (bytes_.size() - at_ < size) return damaged("the data ends inside a number");
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes_[at_ + i])} << (8 * i);
    at_ += size;
    return value;
}

Result<std::optional<ProtobufField>> ProtobufReader::next() {
    if (at_ == bytes_.size()) return std::optional<ProtobufField>();
    ProtobufField field;
    field.offset = offset_ + at_;
    const Result<std::uint64_t> tag = read_varint();
    if (!tag.has_value()) return tag.error();
    constexpr std::uint64_t kMaxNumber = (std::uint64_t{1} << 29) - 1;
    const std::uint64_t number = tag.value() >> 3;
    if (number == 0 || number > kMaxNumber)
        return damaged("found the field number " + std::to_string(number) + ", expected 1 to " +
                       std::to_string(kMaxNumber));
    field.number = static_cast<std::uint32_t>(number);

    const auto wire_type = static_cast<unsigned>(tag.value() & 7);
    Result<std::uint64_t> value = std::uint64_t{0};
    switch (wire_type) {
        case 0:
            field.kind = ProtobufField::Kind::kVarint;
            value = read_varint();
            break;
        case 1:
            field.kind = ProtobufField::Kind::kFixed64;
            value = read_fixed(8);
            break;
        case 2:
            field.kind = ProtobufField::Kind::kBytes;
            value = read_varint();
            break;
        case 5:
            field.kind = ProtobufField::Kind::kFixed32;
            value = read_fixed(4);
            break;
        default:
            return damaged("found the wire type " + std::to_string(wire_type) + ", expected 0, 1, 2 or 5");
    }
    if (!value.has_value()) return value.error();
    field.value = value.value();
    if (field.kind == ProtobufField::Kind::kBytes) {
        const std::size_t left = bytes_.size() - at_;
        if (field.value > left)
            return damaged("found a field of " + std::to_string(field.value) + " bytes, where " + std::to_string(left) +
                           " are left");
        field.bytes = bytes_.substr(at_, static_cast<std::size_t>(field.value));
        at_ += field.bytes.size();
    }
    return std::optional<ProtobufField>(field);
}

}  // namespace headscope
