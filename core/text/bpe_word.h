#pragma once

#include <cstdint>
#include <vector>

#include "core/text/bpe_merges.h"
#include "core/text/tokenizer.h"

namespace headscope {

// A word on its way from characters to pieces. Meant to be used for one word after another.
class BpeWord {
  public:
    struct Symbol {
        TokenId id = 0;
        std::uint32_t bytes = 0;  // how many UTF-8 bytes of the word it stands for
    };

    void clear() { symbols_.clear(); }
    void add(TokenId id, std::uint32_t bytes) { symbols_.push_back({id, bytes}); }
    // Merges what can be merged: always the pair of lowest rank, of equal ones the leftmost. As in the reference, a
    // pair that has changed since it was found keeps its place in the queue if its result is still the same.
    // `may_change` says that this can happen: that the string of a result is not that of its parts.
    void merge_all(const BpeMergeTable& merges, bool may_change);
    const std::vector<Symbol>& symbols() const { return symbols_; }

  private:
    struct Link {
        std::int32_t previous = -1;
        std::int32_t next = -1;
    };
    struct Entry {
        std::uint64_t order = 0;  // rank, then place
        TokenId id = 0;
        bool operator<(const Entry& other) const { return order > other.order; }  // the least on top of a heap
    };
    void merge_short(const BpeMergeTable& merges);
    void merge_long(const BpeMergeTable& merges);
    void push(const BpeMergeTable& merges, std::int32_t left, std::int32_t right);

    std::vector<Symbol> symbols_;
    std::vector<BpeMerge> pairs_;  // of each symbol and the next one
    std::vector<Link> links_;
    std::vector<Entry> queue_;
};

}  // namespace headscope
