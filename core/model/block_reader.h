#pragma once

#include <cstddef>
#include <cstdint>

#include "core/model/half.h"

namespace headscope {

// The bytes of one block as unsigned numbers.
class BlockReader {
  public:
    explicit BlockReader(const std::byte* bytes) : bytes_(bytes) {}

    unsigned byte(int i) const { return static_cast<unsigned>(bytes_[i]); }
    int signed_byte(int i) const { return static_cast<std::int8_t>(bytes_[i]); }
    float half(int i) const { return half_to_float(byte(i) | byte(i + 1) << 8); }
    std::uint32_t word(int i) const { return byte(i) | byte(i + 1) << 8 | byte(i + 2) << 16 | byte(i + 3) << 24; }

  private:
    const std::byte* bytes_;
};

// Blocks of 256 elements in 8 or 16 groups, each with a scale of its own in units of the block's.
void read_q2_k(BlockReader block, float* out);
void read_q3_k(BlockReader block, float* out);
void read_q4_k(BlockReader block, float* out);
void read_q5_k(BlockReader block, float* out);
void read_q6_k(BlockReader block, float* out);

}  // namespace headscope
