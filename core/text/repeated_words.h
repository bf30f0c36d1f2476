#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/text/token_model.h"

namespace headscope {

// The words of one text that were cut before, so that each different short word is cut only once. A model must cut
// equal words alike.
class RepeatedWords {
  public:
    static constexpr std::uint32_t kLongestWord = 48;  // characters

    explicit RepeatedWords(const NormalizedText& text) : text_(text) {}

    // Appends the tokens of words[word] as an equal word before it has them in `out`; false if there was none.
    bool repeat(const std::vector<CharRange>& words, std::uint32_t word, std::vector<ModelToken>& out) {
        const CharRange range = words[word];
        hash_ = hash_of(range);
        if (slots_.empty()) return false;
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = hash_ & mask; slots_[i].count != kEmpty; i = (i + 1) & mask) {
            const Slot& slot = slots_[i];
            if (slot.hash != hash_ || !is_equal(words[slot.word], range)) continue;
            const std::uint32_t shift = range.begin - words[slot.word].begin;  // words come in order
            for (std::size_t token = slot.first; token < slot.first + slot.count; ++token) {
                ModelToken copy = out[token];
                copy.chars.begin += shift;
                copy.chars.end += shift;
                copy.word = word;
                out.push_back(copy);
            }
            return true;
        }
        return false;
    }

    // Keeps words[word], which repeat() has just been asked for, and whose tokens are out[first] to the last.
    void keep(std::uint32_t word, std::size_t first, std::size_t count) {
        if ((used_ + 1) * 2 > slots_.size()) grow();
        insert({hash_, word, first, static_cast<std::uint32_t>(count)});
        ++used_;
    }

  private:
    static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t word = 0;
        std::size_t first = 0;
        std::uint32_t count = kEmpty;
    };

    std::uint32_t hash_of(CharRange range) const {
        std::uint64_t hash = range.size();
        for (std::uint32_t i = range.begin; i < range.end; ++i) hash = (hash ^ text_[i]) * 0x9E3779B97F4A7C15;
        return static_cast<std::uint32_t>(hash >> 32);
    }
    bool is_equal(CharRange a, CharRange b) const {
        const auto* values = text_.values().data();
        return std::equal(values + a.begin, values + a.end, values + b.begin, values + b.end);
    }
    void insert(const Slot& slot) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t i = slot.hash & mask;
        while (slots_[i].count != kEmpty) i = (i + 1) & mask;
        slots_[i] = slot;
    }
    void grow() {
        std::vector<Slot> old(std::max<std::size_t>(256, slots_.size() * 2));
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.count != kEmpty) insert(slot);
    }

    const NormalizedText& text_;
    std::vector<Slot> slots_;  // a power of two, at most half full; linear probing
    std::size_t used_ = 0;
    std::uint32_t hash_ = 0;  // of the word last asked for
};

// Cuts every word with cut(CharRange, word) -> Status, which appends its tokens to `out`, but short words that come
// again.
template <class Cut>
Status cut_words_once(const NormalizedText& text, const std::vector<CharRange>& words, std::vector<ModelToken>& out,
                      Cut&& cut) {
    RepeatedWords repeated(text);
    const bool is_worth_it = words.size() >= 16;
    for (std::uint32_t word = 0; word < words.size(); ++word) {
        const bool is_kept = is_worth_it && words[word].size() <= RepeatedWords::kLongestWord;
        if (is_kept && repeated.repeat(words, word, out)) continue;
        const std::size_t first = out.size();
        if (Status status = cut(words[word], word); !status.is_ok()) return status;
        if (is_kept) repeated.keep(word, first, out.size() - first);
    }
    return {};
}

}  // namespace headscope
