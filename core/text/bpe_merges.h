#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/text/tokenizer.h"

namespace headscope {

// What becomes of a pair of pieces.
struct BpeMerge {
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    std::uint32_t rank = kNone;  // lower ones are done first
    TokenId id = 0;              // of the result
};

// Pairs of ids and their merges: a flat table, one probe mostly.
class BpeMergeTable {
  public:
    // `merges` is how many will be added at most.
    explicit BpeMergeTable(std::size_t merges = 0)
        : slots_(std::bit_ceil(std::max<std::size_t>(16, merges + merges / 2 + 1))),
          shift_(64 - static_cast<unsigned>(std::countr_zero(slots_.size()))) {}

    // Of a pair that is added again the last merge counts.
    void add(TokenId left, TokenId right, BpeMerge merge) {
        const std::uint64_t key = key_of(left, right);
        std::size_t i = place_of(key);
        while (slots_[i].key != kEmpty && slots_[i].key != key) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = {key, merge};
    }

    // rank is kNone where the pair is not merged.
    BpeMerge find(TokenId left, TokenId right) const {
        const std::uint64_t key = key_of(left, right);
        for (std::size_t i = place_of(key);; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i].key == key) return slots_[i].merge;
            if (slots_[i].key == kEmpty) return {};
        }
    }

  private:
    static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};  // no pair: ids are not negative
    struct Slot {
        std::uint64_t key = kEmpty;
        BpeMerge merge;
    };
    static std::uint64_t key_of(TokenId left, TokenId right) {
        return static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
    }
    std::size_t place_of(std::uint64_t key) const {
        return static_cast<std::size_t>(((key ^ key >> 29) * 0x9E3779B97F4A7C15) >> shift_);
    }

    std::vector<Slot> slots_;  // a power of two, at most two thirds full; linear probing
    unsigned shift_;
};

}  // namespace headscope
