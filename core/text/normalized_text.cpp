#include "core/text/normalized_text.h"

#include <cassert>
#include <utility>

#include "core/base/utf8.h"

namespace headscope {

NormalizedText::NormalizedText(std::string_view text) {
    values_.reserve(text.size());
    origins_.reserve(text.size());
    for (std::size_t offset = 0; offset < text.size();) {
        const CodePoint point = decode_at(text, offset);
        values_.push_back(point.value);
        origins_.push_back({point.begin, point.end});
        offset = point.end;
    }
    size_at_first_ = values_.size();
}

NormalizedText::NormalizedText(const NormalizedText& text, CharRange range)
    : values_(text.values_.begin() + range.begin, text.values_.begin() + range.end),
      origins_(text.origins_.begin() + range.begin, text.origins_.begin() + range.end),
      start_(text.origin(range).begin),
      size_at_first_(range.size()) {}

ByteSpan NormalizedText::origin(CharRange range) const {
    if (range.begin < range.end) return {origins_[range.begin].begin, origins_[range.end - 1].end};
    std::uint32_t place = 0;
    if (range.begin < size())
        place = origins_[range.begin].begin;
    else if (!is_empty())
        place = origins_.back().end;
    return {place, place};
}

std::string NormalizedText::utf8(CharRange range) const {
    std::string out;
    for (std::uint32_t i = range.begin; i < range.end; ++i) append_utf8(out, values_[i]);
    return out;
}

void NormalizedText::transform(const std::vector<CharChange>& changes, std::uint32_t removed_at_start) {
    std::vector<char32_t> values;
    std::vector<ByteSpan> origins;
    values.reserve(changes.size());
    origins.reserve(changes.size());
    std::uint32_t next = removed_at_start;  // the old character to take next
    for (const CharChange& change : changes) {
        values.push_back(change.value);
        if (change.change > 0) {
            origins.push_back(next == 0 ? ByteSpan{start_, start_} : origins_[next - 1]);
            continue;
        }
        assert(next < size());
        origins.push_back(origins_[next]);
        next += 1 + static_cast<std::uint32_t>(-change.change);
    }
    assert(next <= size());
    values_ = std::move(values);
    origins_ = std::move(origins);
}

void NormalizedText::prepend(std::span<const char32_t> prefix) {
    assert(!is_empty());
    if (prefix.empty()) origins_.front() = {start_, start_};
    const ByteSpan first = origins_.front();
    values_.insert(values_.begin(), prefix.begin(), prefix.end());
    origins_.insert(origins_.begin(), prefix.size(), first);
}

void NormalizedText::replace(const std::vector<CharRange>& matches, std::span<const char32_t> content) {
    if (matches.empty()) return;
    std::vector<char32_t> values;
    std::vector<ByteSpan> origins;
    values.reserve(values_.size() + matches.size() * content.size());
    origins.reserve(values.capacity());
    std::uint32_t next = 0;
    const auto keep_until = [&](std::uint32_t end) {
        values.insert(values.end(), values_.begin() + next, values_.begin() + end);
        origins.insert(origins.end(), origins_.begin() + next, origins_.begin() + end);
    };
    for (const CharRange& match : matches) {
        assert(match.begin >= next && match.end <= size());
        keep_until(match.begin);
        values.insert(values.end(), content.begin(), content.end());
        origins.insert(origins.end(), content.size(),
                       match.end == 0 ? ByteSpan{start_, start_} : origins_[match.end - 1]);
        next = match.end;
    }
    keep_until(size());
    values_ = std::move(values);
    origins_ = std::move(origins);
}

}  // namespace headscope
