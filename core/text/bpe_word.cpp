#include "core/text/bpe_word.h"

#include <algorithm>
#include <cstddef>

namespace headscope {
namespace {

// Up to this many symbols a look over all pairs is faster than a queue.
constexpr std::size_t kShortWord = 48;

}  // namespace

void BpeWord::merge_all(const BpeMergeTable& merges, bool may_change) {
    if (symbols_.size() < 2) return;
    if (symbols_.size() <= kShortWord && !may_change)
        merge_short(merges);
    else
        merge_long(merges);
}

void BpeWord::merge_short(const BpeMergeTable& merges) {
    std::size_t count = symbols_.size();
    pairs_.resize(count);
    for (std::size_t i = 0; i + 1 < count; ++i) pairs_[i] = merges.find(symbols_[i].id, symbols_[i + 1].id);
    while (count > 1) {
        std::size_t best = 0;
        std::uint32_t rank = pairs_[0].rank;
        for (std::size_t i = 1; i + 1 < count; ++i) {
            if (pairs_[i].rank >= rank) continue;
            rank = pairs_[i].rank;
            best = i;
        }
        if (rank == BpeMerge::kNone) break;
        symbols_[best].id = pairs_[best].id;
        symbols_[best].bytes += symbols_[best + 1].bytes;
        for (std::size_t i = best + 1; i + 1 < count; ++i) {
            symbols_[i] = symbols_[i + 1];
            pairs_[i] = pairs_[i + 1];
        }
        --count;
        if (best > 0) pairs_[best - 1] = merges.find(symbols_[best - 1].id, symbols_[best].id);
        if (best + 1 < count) pairs_[best] = merges.find(symbols_[best].id, symbols_[best + 1].id);
    }
    symbols_.resize(count);
}

void BpeWord::push(const BpeMergeTable& merges, std::int32_t left, std::int32_t right) {
    const BpeMerge merge =
        merges.find(symbols_[static_cast<std::size_t>(left)].id, symbols_[static_cast<std::size_t>(right)].id);
    if (merge.rank == BpeMerge::kNone) return;
    queue_.push_back({std::uint64_t{merge.rank} << 32 | static_cast<std::uint32_t>(left), merge.id});
}

void BpeWord::merge_long(const BpeMergeTable& merges) {
    const auto count = static_cast<std::int32_t>(symbols_.size());
    links_.resize(symbols_.size());
    queue_.clear();
    for (std::int32_t i = 0; i < count; ++i) {
        links_[static_cast<std::size_t>(i)] = {i - 1, i + 1 < count ? i + 1 : -1};
        if (i + 1 < count) push(merges, i, i + 1);
    }
    std::make_heap(queue_.begin(), queue_.end());
    const auto push_pair = [&](std::int32_t left, std::int32_t right) {
        const std::size_t before = queue_.size();
        push(merges, left, right);
        if (queue_.size() > before) std::push_heap(queue_.begin(), queue_.end());
    };
    while (!queue_.empty()) {
        std::pop_heap(queue_.begin(), queue_.end());
        const Entry top = queue_.back();
        queue_.pop_back();
        const auto place = static_cast<std::size_t>(top.order & 0xFFFFFFFF);
        Symbol& symbol = symbols_[place];
        Link& link = links_[place];
        if (symbol.bytes == 0 || link.next < 0) continue;  // merged away, or the last one by now
        const auto next = static_cast<std::size_t>(link.next);
        const BpeMerge merge = merges.find(symbol.id, symbols_[next].id);
        if (merge.rank == BpeMerge::kNone || merge.id != top.id) continue;  // another pair by now
        symbol.id = top.id;
        symbol.bytes += symbols_[next].bytes;
        symbols_[next].bytes = 0;
        link.next = links_[next].next;
        if (link.next >= 0) links_[static_cast<std::size_t>(link.next)].previous = static_cast<std::int32_t>(place);
        if (link.previous >= 0) push_pair(link.previous, static_cast<std::int32_t>(place));
        if (link.next >= 0) push_pair(static_cast<std::int32_t>(place), link.next);
    }
    std::erase_if(symbols_, [](const Symbol& symbol) { return symbol.bytes == 0; });
}

}  // namespace headscope
