#include "core/io/gguf_value_reader.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace headscope {
namespace {

constexpr std::uint64_t kAnyLength = std::numeric_limits<std::uint64_t>::max();

// Bytes of a value of fixed size; 0 for strings, lists and unknown types.
std::size_t size_of(GgufType type) {
    switch (type) {
        case GgufType::kU8:
        case GgufType::kI8:
        case GgufType::kBool:
            return 1;
        case GgufType::kU16:
        case GgufType::kI16:
            return 2;
        case GgufType::kU32:
        case GgufType::kI32:
        case GgufType::kF32:
            return 4;
        case GgufType::kU64:
        case GgufType::kI64:
        case GgufType::kF64:
            return 8;
        case GgufType::kString:
        case GgufType::kArray:
            return 0;
    }
    return 0;
}

bool is_type(std::uint32_t number) {
    return number <= static_cast<std::uint32_t>(GgufType::kF64);
}

Status read_type(GgufHeaderReader& reader, const std::string& key, GgufType& out) {
    std::uint32_t number = 0;
    if (Status status = reader.read_number(key, number); !status.is_ok()) return status;
    if (!is_type(number))
        return reader.fault(key, "found a value of type " + std::to_string(number) + ", expected 0 to " +
                                     std::to_string(static_cast<std::uint32_t>(GgufType::kF64)));
    out = static_cast<GgufType>(number);
    return {};
}

// A value of fixed size, of the type that `out` has.
Status read_scalar(GgufHeaderReader& reader, const std::string& key, GgufValue& out) {
    std::uint64_t bits = 0;
    if (Status status = reader.read_bits(key, size_of(out.type), bits); !status.is_ok()) return status;
    switch (out.type) {
        case GgufType::kBool:
            if (bits > 1) return reader.fault(key, "found the bool " + std::to_string(bits) + ", expected 0 or 1");
            out.value = bits == 1;
            break;
        case GgufType::kI8:
            out.value = std::int64_t{static_cast<std::int8_t>(bits)};
            break;
        case GgufType::kI16:
            out.value = std::int64_t{static_cast<std::int16_t>(bits)};
            break;
        case GgufType::kI32:
            out.value = std::int64_t{static_cast<std::int32_t>(bits)};
            break;
        case GgufType::kI64:
            out.value = static_cast<std::int64_t>(bits);
            break;
        case GgufType::kF32:
            out.value = double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
            break;
        case GgufType::kF64:
            out.value = std::bit_cast<double>(bits);
            break;
        default:
            out.value = bits;
    }
    return {};
}

Status read_list(GgufHeaderReader& reader, const std::string& key, GgufValue& out) {
    GgufType element = GgufType::kU8;
    if (Status status = read_type(reader, key, element); !status.is_ok()) return status;
    if (element == GgufType::kArray)
        return unsupported(reader.name() + ": " + key + ": a list of lists, expected one of numbers or strings");
    std::uint64_t count = 0;
    if (Status status = reader.read_number(key, count); !status.is_ok()) return status;
    const bool is_text = element == GgufType::kString;
    const std::uint64_t most = reader.left() / (is_text ? sizeof(std::uint64_t) : size_of(element));
    if (count > most)
        return reader.fault(key, "found a list of " + std::to_string(count) + " values, expected at most " +
                                     std::to_string(most) + " in a file of this size");
    if (!is_text) {
        GgufNumbers& numbers = out.value.emplace<GgufNumbers>();
        numbers.element = element;
        numbers.count = count;
        return reader.append_bytes(key, count * size_of(element), numbers.bytes);
    }
    GgufStrings& strings = out.value.emplace<GgufStrings>();
    for (std::uint64_t i = 0; i < count; ++i) {
        if (Status status = reader.append_string(key, kAnyLength, strings.bytes); !status.is_ok()) return status;
        strings.ends.push_back(strings.bytes.size());
    }
    return {};
}

}  // namespace

Status read_gguf_value(GgufHeaderReader& reader, const std::string& key, GgufValue& out) {
    if (Status status = read_type(reader, key, out.type); !status.is_ok()) return status;
    if (out.type == GgufType::kArray) return read_list(reader, key, out);
    if (out.type == GgufType::kString) return reader.append_string(key, kAnyLength, out.value.emplace<std::string>());
    return read_scalar(reader, key, out);
}

}  // namespace headscope
