#include "core/model/tensor_values.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#include "core/model/block_values.h"
#include "core/model/half.h"

namespace headscope {
namespace {

static_assert(std::endian::native == std::endian::little, "weight files are little-endian and are read as they are");

template <class Stored, class Widen>
void convert_each(std::span<const std::byte> bytes, std::span<float> out, Widen widen) {
    for (std::size_t i = 0; i < out.size(); ++i) {
        Stored stored;
        std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
        out[i] = widen(stored);
    }
}

}  // namespace

bool is_convertible(DType dtype) {
    return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16 || dtype == DType::kF64 ||
           quantised_block(dtype).elements > 0;
}

std::size_t stored_bytes(DType dtype, std::size_t elements) {
    switch (dtype) {
        case DType::kF32:
            return 4 * elements;
        case DType::kF16:
        case DType::kBF16:
            return 2 * elements;
        case DType::kF64:
            return 8 * elements;
        default: {
            const BlockSize block = quantised_block(dtype);
            assert(block.elements > 0 && elements % block.elements == 0);
            return elements / block.elements * block.bytes;
        }
    }
}

void convert_to_float(DType dtype, std::span<const std::byte> bytes, std::span<float> out) {
    assert(bytes.size() == stored_bytes(dtype, out.size()));
    switch (dtype) {
        case DType::kF16:
            convert_each<std::uint16_t>(bytes, out, [](std::uint16_t half) { return half_to_float(half); });
            break;
        case DType::kBF16:
            convert_each<std::uint16_t>(bytes, out, [](std::uint16_t bits) {
                return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
            });
            break;
        case DType::kF64:
            convert_each<double>(bytes, out, [](double value) { return static_cast<float>(value); });
            break;
        case DType::kF32:
            std::memcpy(out.data(), bytes.data(), bytes.size());
            break;
        default:
            read_blocks(dtype, bytes, out);
    }
}

std::size_t count_non_finite(std::span<const float> values) {
    // By exponent bits: the loop has no branch and vectorises. Blocks keep the inner count in 32 bits.
    std::size_t total = 0;
    while (!values.empty()) {
        const std::span<const float> block = values.first(std::min<std::size_t>(values.size(), 4096));
        std::uint32_t count = 0;
        for (const float value : block) count += (std::bit_cast<std::uint32_t>(value) & 0x7F800000U) == 0x7F800000U;
        total += count;
        values = values.subspan(block.size());
    }
    return total;
}

Status TensorReader::read(const MappedFile& file, const TensorInfo& tensor, std::size_t first, std::span<float> out) {
    const std::size_t begin = stored_bytes(tensor.dtype, first);
    const std::size_t offset = tensor.offset + begin;
    const std::size_t bytes = stored_bytes(tensor.dtype, out.size());
    assert(begin + bytes <= tensor.bytes);
    if (tensor.dtype == DType::kF32) return file.read(offset, std::as_writable_bytes(out));
    raw_.resize(bytes);
    if (Status status = file.read(offset, raw_); !status.is_ok()) return status;
    convert_to_float(tensor.dtype, raw_, out);
    return {};
}

}  // namespace headscope
