#include "core/text/truncation.h"

#include <algorithm>
#include <string>

namespace headscope {

std::pair<std::size_t, std::size_t> share_room(std::size_t first, std::size_t second, std::size_t room) {
    if (first + second <= room) return {first, second};
    std::size_t shorter = std::min(first, second);
    std::size_t longer = shorter > room ? shorter : std::max(shorter, room - shorter);
    if (shorter + longer > room) {
        shorter = room / 2;
        longer = shorter + room % 2;
    }
    return first > second ? std::pair{longer, shorter} : std::pair{shorter, longer};
}

Result<std::pair<std::size_t, std::size_t>> kept_tokens(std::size_t first, std::optional<std::size_t> second,
                                                        std::size_t room, TruncationStrategy strategy) {
    const std::size_t total = first + second.value_or(0);
    if (room == 0) return std::pair<std::size_t, std::size_t>{0, 0};
    if (total <= room) return std::pair{first, second.value_or(0)};
    if (strategy == TruncationStrategy::kLongestFirst)
        return second ? share_room(first, *second, room) : std::pair<std::size_t, std::size_t>{room, 0};
    const bool is_first = strategy == TruncationStrategy::kOnlyFirst;
    if (!is_first && !second) return invalid("truncation: one text, expected a second one to cut tokens from");
    const std::size_t excess = total - room;
    const std::size_t size = is_first ? first : *second;
    if (size <= excess)
        return invalid(std::string("truncation: ") + (is_first ? "the first" : "the second") + " text has " +
                       std::to_string(size) + " tokens, expected more than the " + std::to_string(excess) +
                       " that must go");
    return is_first ? std::pair{first - excess, second.value_or(0)} : std::pair{first, *second - excess};
}

Result<std::vector<TokenRange>> truncation_windows(std::size_t count, std::size_t kept, const Truncation& truncation) {
    if (kept >= count) return std::vector<TokenRange>{{0, count}};
    if (kept == 0) {
        std::vector<TokenRange> out{{0, 0}};
        if (truncation.with_overflow) out.push_back({0, count});
        return out;
    }
    if (truncation.stride >= kept)
        return invalid("truncation: stride " + std::to_string(truncation.stride) + ", expected less than the " +
                       std::to_string(kept) + " tokens of the text that remain");
    const std::size_t step = kept - truncation.stride;
    std::vector<TokenRange> out;
    if (truncation.direction == TruncationDirection::kRight) {
        for (std::size_t begin = 0;; begin += step) {
            out.push_back({begin, std::min(begin + kept, count)});
            if (out.back().end == count || !truncation.with_overflow) return out;
        }
    }
    for (std::size_t end = count;; end -= step) {
        out.push_back({end - std::min(end, kept), end});
        if (out.back().begin == 0 || !truncation.with_overflow) return out;
    }
}

}  // namespace headscope
