#include "core/model/block_values.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "core/model/block_reader.h"

namespace headscope {
namespace {

// Blocks of 32 elements: of each byte, the low half is an element of the first 16, the high half one of the others.
constexpr int kHalf = 16;

void read_q4_0(BlockReader block, float* out) {
    const float scale = block.half(0);
    for (int i = 0; i < kHalf; ++i) {
        const unsigned pair = block.byte(2 + i);
        out[i] = static_cast<float>(static_cast<int>(pair & 15) - 8) * scale;
        out[i + kHalf] = static_cast<float>(static_cast<int>(pair >> 4) - 8) * scale;
    }
}

void read_q4_1(BlockReader block, float* out) {
    const float scale = block.half(0);
    const float minimum = block.half(2);
    for (int i = 0; i < kHalf; ++i) {
        const unsigned pair = block.byte(4 + i);
        out[i] = static_cast<float>(pair & 15) * scale + minimum;
        out[i + kHalf] = static_cast<float>(pair >> 4) * scale + minimum;
    }
}

// The fifth bits lie apart, one a bit of a 32-bit word.
void read_q5_0(BlockReader block, float* out) {
    const float scale = block.half(0);
    const std::uint32_t high = block.word(2);
    for (int i = 0; i < kHalf; ++i) {
        const unsigned pair = block.byte(6 + i);
        out[i] = static_cast<float>(static_cast<int>((pair & 15) | (high >> i & 1) << 4) - 16) * scale;
        out[i + kHalf] =
            static_cast<float>(static_cast<int>((pair >> 4) | (high >> (i + kHalf) & 1) << 4) - 16) * scale;
    }
}

void read_q5_1(BlockReader block, float* out) {
    const float scale = block.half(0);
    const float minimum = block.half(2);
    const std::uint32_t high = block.word(4);
    for (int i = 0; i < kHalf; ++i) {
        const unsigned pair = block.byte(8 + i);
        out[i] = static_cast<float>((pair & 15) | (high >> i & 1) << 4) * scale + minimum;
        out[i + kHalf] = static_cast<float>((pair >> 4) | (high >> (i + kHalf) & 1) << 4) * scale + minimum;
    }
}

void read_q8_0(BlockReader block, float* out) {
    const float scale = block.half(0);
    for (int i = 0; i < 2 * kHalf; ++i) out[i] = static_cast<float>(block.signed_byte(2 + i)) * scale;
}

// Sixteen values that are not evenly spaced.
void read_iq4_nl(BlockReader block, float* out) {
    constexpr std::array<float, 16> kLevels{-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};
    const float scale = block.half(0);
    for (int i = 0; i < kHalf; ++i) {
        const unsigned pair = block.byte(2 + i);
        out[i] = kLevels[pair & 15] * scale;
        out[i + kHalf] = kLevels[pair >> 4] * scale;
    }
}

// Open Compute Project, "Microscaling Formats (MX)", 2023: E2M1 numbers times a power of two, 2^(exponent − 127). The
// levels here are twice those of E2M1, so the scale is half.
void read_mxfp4(BlockReader block, float* out) {
    constexpr std::array<float, 16> kLevels{0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
    const std::uint32_t exponent = block.byte(0);
    const float scale = std::bit_cast<float>(exponent < 2 ? 0x00200000U << exponent : (exponent - 1) << 23);
    for (int i = 0; i < kHalf; ++i) {
        const unsigned pair = block.byte(1 + i);
        out[i] = kLevels[pair & 15] * scale;
        out[i + kHalf] = kLevels[pair >> 4] * scale;
    }
}

struct BlockFact {
    DType dtype;
    BlockSize size;
    void (*read)(BlockReader block, float* out);
};

constexpr BlockFact kBlocks[] = {
    {DType::kQ4_0, {32, 18}, read_q4_0},  {DType::kQ4_1, {32, 20}, read_q4_1},    {DType::kQ5_0, {32, 22}, read_q5_0},
    {DType::kQ5_1, {32, 24}, read_q5_1},  {DType::kQ8_0, {32, 34}, read_q8_0},    {DType::kQ2K, {256, 84}, read_q2_k},
    {DType::kQ3K, {256, 110}, read_q3_k}, {DType::kQ4K, {256, 144}, read_q4_k},   {DType::kQ5K, {256, 176}, read_q5_k},
    {DType::kQ6K, {256, 210}, read_q6_k}, {DType::kIq4Nl, {32, 18}, read_iq4_nl}, {DType::kMxfp4, {32, 17}, read_mxfp4},
};

const BlockFact* find_block(DType dtype) {
    const auto* found = std::find_if(std::begin(kBlocks), std::end(kBlocks),
                                     [&](const BlockFact& fact) { return fact.dtype == dtype; });
    return found == std::end(kBlocks) ? nullptr : found;
}

}  // namespace

BlockSize quantised_block(DType dtype) {
    const BlockFact* fact = find_block(dtype);
    return fact == nullptr ? BlockSize{0, 0} : fact->size;
}

void read_blocks(DType dtype, std::span<const std::byte> bytes, std::span<float> out) {
    const BlockFact* fact = find_block(dtype);
    assert(fact != nullptr && out.size() % fact->size.elements == 0);
    assert(bytes.size() == out.size() / fact->size.elements * fact->size.bytes);
    const std::byte* block = bytes.data();
    for (std::size_t i = 0; i < out.size(); i += fact->size.elements, block += fact->size.bytes)
        fact->read(BlockReader(block), out.data() + i);
}

}  // namespace headscope
