#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headscope {

inline constexpr char32_t kLastCodePoint = 0x10FFFF;

// Characters first to last.
struct CodePointRange {
    char32_t first = 0;
    char32_t last = 0;
    bool operator==(const CodePointRange&) const = default;
};

// A set of characters, as ranges in order that do not touch.
class CharSet {
  public:
    CharSet() = default;
    static CharSet all() {
        CharSet out;
        out.add(0, kLastCodePoint);
        return out;
    }

    void add(char32_t c) { add(c, c); }
    void add(char32_t first, char32_t last) {
        // The first range that the new one touches, and the first behind all such.
        const auto begin = std::lower_bound(ranges_.begin(), ranges_.end(), first,
                                            [](const CodePointRange& range, char32_t c) { return range.last + 1 < c; });
        const auto end = std::upper_bound(begin, ranges_.end(), last,
                                          [](char32_t c, const CodePointRange& range) { return c + 1 < range.first; });
        if (begin == end) {
            ranges_.insert(begin, {first, last});
            return;
        }
        begin->first = std::min(begin->first, first);
        begin->last = std::max((end - 1)->last, last);
        ranges_.erase(begin + 1, end);
    }
    void add(const CharSet& other) {
        for (const CodePointRange& range : other.ranges_) add(range.first, range.last);
    }
    // All characters for which is_member(char32_t).
    template <class F>
    void add_if(F&& is_member) {
        char32_t first = 0;
        for (char32_t c = 0; c <= kLastCodePoint; ++c) {
            if (is_member(c)) continue;
            if (first < c) add(first, c - 1);
            first = c + 1;
        }
        if (first <= kLastCodePoint) add(first, kLastCodePoint);
    }

    CharSet inverted() const {
        CharSet out;
        char32_t first = 0;
        for (const CodePointRange& range : ranges_) {
            if (first < range.first) out.ranges_.push_back({first, range.first - 1});
            first = range.last + 1;
        }
        if (first <= kLastCodePoint) out.ranges_.push_back({first, kLastCodePoint});
        return out;
    }
    void keep_common(const CharSet& other) {
        CharSet lost = inverted();
        lost.add(other.inverted());
        *this = lost.inverted();
    }
    bool contains(char32_t c) const {
        const auto found = std::lower_bound(ranges_.begin(), ranges_.end(), c,
                                            [](const CodePointRange& range, char32_t x) { return range.last < x; });
        return found != ranges_.end() && found->first <= c;
    }
    bool is_empty() const { return ranges_.empty(); }
    const std::vector<CodePointRange>& ranges() const { return ranges_; }
    bool operator==(const CharSet&) const = default;

  private:
    std::vector<CodePointRange> ranges_;
};

}  // namespace headscope
