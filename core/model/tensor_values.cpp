#include "core/model/tensor_values.h"

#include <bit>
#include <cassert>
#include <cstring>

namespace headscope {
namespace {

static_assert(std::endian::native == std::endian::little, "weight files are little-endian and are read as they are");

// IEEE 754 binary16 to binary32.
float half_to_float(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000U) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1FU;
    const std::uint32_t fraction = half & 0x3FFU;
    if (exponent == 0) {
        // Zero or subnormal: fraction · 2⁻²⁴, which float32 holds exactly.
        const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
        return sign != 0 ? -magnitude : magnitude;
    }
    const std::uint32_t widened = exponent == 0x1FU ? 0xFFU : exponent + 112;
    return std::bit_cast<float>(sign | widened << 23 | fraction << 13);
}

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
    return dtype == DType::kF32 || dtype == DType::kF16 || dtype == DType::kBF16 || dtype == DType::kF64;
}

std::size_t element_size(DType dtype) {
    switch (dtype) {
        case DType::kF16:
        case DType::kBF16:
            return 2;
        case DType::kF64:
            return 8;
        default:
            return 4;
    }
}

void convert_to_float(DType dtype, std::span<const std::byte> bytes, std::span<float> out) {
    assert(bytes.size() == out.size() * element_size(dtype));
    switch (dtype) {
        case DType::kF16:
            convert_each<std::uint16_t>(bytes, out, half_to_float);
            break;
        case DType::kBF16:
            convert_each<std::uint16_t>(bytes, out, [](std::uint16_t bits) {
                return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
            });
            break;
        case DType::kF64:
            convert_each<double>(bytes, out, [](double value) { return static_cast<float>(value); });
            break;
        default:
            assert(dtype == DType::kF32);
            std::memcpy(out.data(), bytes.data(), bytes.size());
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
    const std::size_t size = element_size(tensor.dtype);
    const std::size_t offset = tensor.offset + first * size;
    assert((first + out.size()) * size <= tensor.bytes);
    if (tensor.dtype == DType::kF32) return file.read(offset, std::as_writable_bytes(out));
    raw_.resize(out.size() * size);
    if (Status status = file.read(offset, raw_); !status.is_ok()) return status;
    convert_to_float(tensor.dtype, raw_, out);
    return {};
}

}  // namespace headscope
