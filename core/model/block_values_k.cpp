#include "core/model/block_reader.h"

namespace headscope {
namespace {

// The 6-bit scale and minimum of group `i` of 8 in blocks of Q4_K and Q5_K: twelve bytes from `at` on, of which the
// first eight keep the first four pairs in their low six bits; the rest of the others is in the two bits left over.
struct ScaleAndMinimum {
    float scale, minimum;
};
ScaleAndMinimum scale_and_minimum(BlockReader block, int at, int i) {
    if (i < 4) return {static_cast<float>(block.byte(at + i) & 63), static_cast<float>(block.byte(at + i + 4) & 63)};
    const unsigned low = block.byte(at + i + 4);
    return {static_cast<float>((low & 15) | (block.byte(at + i - 4) >> 6) << 4),
            static_cast<float>((low >> 4) | (block.byte(at + i) >> 6) << 4)};
}

}  // namespace

// Two halves of 128 elements, each of 32 bytes with four elements a byte; groups of 16.
void read_q2_k(BlockReader block, float* out) {
    const float scale = block.half(80);
    const float minimum = block.half(82);
    for (int group = 0; group < 16; ++group) {
        const unsigned both = block.byte(group);
        const float d = scale * static_cast<float>(both & 15);
        const float m = minimum * static_cast<float>(both >> 4);
        const int from = 16 + group / 8 * 32 + group % 2 * 16;
        const int shift = group % 8 / 2 * 2;
        for (int i = 0; i < 16; ++i)
            out[group * 16 + i] = d * static_cast<float>(block.byte(from + i) >> shift & 3) - m;
    }
}

// As Q2_K, without minimum. The third bits come first, one bit of 32 bytes for each run of 32 elements; scales are of
// six bits, four of them as in pairs of 4-bit numbers and two behind those, and counted from −32.
void read_q3_k(BlockReader block, float* out) {
    constexpr int kQuants = 32;
    constexpr int kScales = 96;
    const float scale = block.half(108);
    for (int group = 0; group < 16; ++group) {
        const unsigned low = block.byte(kScales + group % 8) >> (group / 8 * 4) & 15;
        const unsigned high = block.byte(kScales + 8 + group % 4) >> (group / 4 * 2) & 3;
        const float d = scale * static_cast<float>(static_cast<int>(low | high << 4) - 32);
        const int lane = group % 2 * 16;
        const int from = kQuants + group / 8 * 32 + lane;
        const int shift = group % 8 / 2 * 2;
        const int bit = group / 2;
        for (int i = 0; i < 16; ++i) {
            const unsigned third = block.byte(lane + i) >> bit & 1;
            const unsigned value = (block.byte(from + i) >> shift & 3) | third << 2;
            out[group * 16 + i] = d * static_cast<float>(static_cast<int>(value) - 4);
        }
    }
}

// Four runs of 64 elements in 32 bytes: low halves first, then high halves; a group is one of these.
void read_q4_k(BlockReader block, float* out) {
    const float scale = block.half(0);
    const float minimum = block.half(2);
    for (int group = 0; group < 8; ++group) {
        const ScaleAndMinimum own = scale_and_minimum(block, 4, group);
        const float d = scale * own.scale;
        const float m = minimum * own.minimum;
        const int from = 16 + group / 2 * 32;
        const int shift = group % 2 * 4;
        for (int i = 0; i < 32; ++i)
            out[group * 32 + i] = d * static_cast<float>(block.byte(from + i) >> shift & 15) - m;
    }
}

// As Q4_K, with a fifth bit for each element in 32 bytes, one bit of each byte a group.
void read_q5_k(BlockReader block, float* out) {
    const float scale = block.half(0);
    const float minimum = block.half(2);
    for (int group = 0; group < 8; ++group) {
        const ScaleAndMinimum own = scale_and_minimum(block, 4, group);
        const float d = scale * own.scale;
        const float m = minimum * own.minimum;
        const int from = 48 + group / 2 * 32;
        const int shift = group % 2 * 4;
        for (int i = 0; i < 32; ++i) {
            const unsigned fifth = block.byte(16 + i) >> group & 1;
            out[group * 32 + i] = d * static_cast<float>((block.byte(from + i) >> shift & 15) | fifth << 4) - m;
        }
    }
}

// Two halves of 128 elements: of each, 64 bytes of low halves (32 elements in the low four bits of 32 bytes, then of
// the next 32, then both in the high bits) and 32 bytes with the upper two bits of four elements each.
void read_q6_k(BlockReader block, float* out) {
    constexpr int kHigh = 128;
    constexpr int kScales = 192;
    const float scale = block.half(208);
    for (int group = 0; group < 16; ++group) {
        const float d = scale * static_cast<float>(block.signed_byte(kScales + group));
        const int half = group / 8;
        const int run = group % 8 / 2;
        const int lane = group % 2 * 16;
        const int from = half * 64 + run % 2 * 32 + lane;
        for (int i = 0; i < 16; ++i) {
            const unsigned low = block.byte(from + i) >> (run / 2 * 4) & 15;
            const unsigned high = block.byte(kHigh + half * 32 + lane + i) >> (run * 2) & 3;
            out[group * 16 + i] = d * static_cast<float>(static_cast<int>(low | high << 4) - 32);
        }
    }
}

}  // namespace headscope
