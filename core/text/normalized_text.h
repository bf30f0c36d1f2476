#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace headscope {

// Code points [begin, end) of a NormalizedText.
struct CharRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t size() const { return end - begin; }
    bool operator==(const CharRange&) const = default;
};

// One character of a text being rewritten, and how it relates to the old text: 0 takes the place of the next old
// character, +1 is inserted, −n takes the place of the next old character and removes the n behind it.
struct CharChange {
    char32_t value = 0;
    std::int32_t change = 0;
};

// Text on its way through normalizers and pre-tokenizers, as code points that each keep the bytes of the original text
// they came from. Alignment is positional, as in the reference: an inserted character takes the range of the old
// character before the place of insertion, an empty one at the very start; a removed character's range belongs to
// nobody.
class NormalizedText {
  public:
    NormalizedText() = default;
    // Valid UTF-8, unchanged so far: every character comes from itself.
    explicit NormalizedText(std::string_view text);
    // A copy of some characters with their origins.
    NormalizedText(const NormalizedText& text, CharRange range);

    std::uint32_t size() const { return static_cast<std::uint32_t>(values_.size()); }
    bool is_empty() const { return values_.empty(); }
    CharRange all() const { return {0, size()}; }
    char32_t operator[](std::uint32_t i) const { return values_[i]; }
    const std::vector<char32_t>& values() const { return values_; }
    ByteSpan origin(std::uint32_t i) const { return origins_[i]; }
    // How many characters it had before anything was rewritten.
    std::size_t size_at_first() const { return size_at_first_; }
    // Where a range came from: from the first character's begin to the last one's end. An empty one lies where the
    // character behind it begins, or where the last one ends.
    ByteSpan origin(CharRange range) const;
    // The characters of a range as UTF-8.
    std::string utf8(CharRange range) const;

    // Rewrites every character with f(char32_t) -> char32_t.
    template <class F>
    void map(F&& f) {
        for (char32_t& value : values_) value = f(value);
    }

    // Removes the characters that keep(char32_t) refuses.
    template <class F>
    void filter(F&& keep) {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < size(); ++i) {
            if (!keep(values_[i])) continue;
            values_[kept] = values_[i];
            origins_[kept] = origins_[i];
            ++kept;
        }
        values_.resize(kept);
        origins_.resize(kept);
    }

    // Replaces the whole text. Zeros and negative changes take one old character each, behind `removed_at_start` first
    // ones, and remove `-change` more. Old characters left over at the end are removed.
    void transform(const std::vector<CharChange>& changes, std::uint32_t removed_at_start = 0);

    // Puts characters before the first one, which must be there. All come from where that one came from. With an empty
    // prefix the first character loses its origin, as in the reference.
    void prepend(std::span<const char32_t> prefix);

    // Puts `content` in the place of every match; they are in order and do not overlap. The new characters come from
    // where the last character of the match came from; those of an empty match, from the character before it.
    void replace(const std::vector<CharRange>& matches, std::span<const char32_t> content);

  private:
    std::vector<char32_t> values_;
    std::vector<ByteSpan> origins_;
    std::uint32_t start_ = 0;  // where this text begins in the original
    std::size_t size_at_first_ = 0;
};

}  // namespace headscope
