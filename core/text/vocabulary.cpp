#include "core/text/vocabulary.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace headscope {
namespace {

std::uint64_t hash_of(std::string_view piece) {
    RollingHash hash;
    hash.add(piece);
    return hash.value();
}

std::uint32_t tag_of(std::uint64_t hash) {
    return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace

Vocabulary::Added Vocabulary::add(std::string_view piece, TokenId id) {
    if (piece.size() > kMaxPieceBytes) return Added::kTooLong;
    const std::uint64_t hash = hash_of(piece);
    if (find_entry(hash, piece, {}) != kEmpty) return Added::kAlreadyThere;
    if ((entries_.size() + 1) * 2 > slots_.size()) grow();
    const auto entry = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({bytes_.size(), static_cast<std::uint32_t>(piece.size()), id});
    bytes_.append(piece);
    insert_slot({tag_of(hash), entry});
    longest_piece_ = std::max(longest_piece_, piece.size());
    return Added::kNew;
}

void Vocabulary::change_id(std::string_view piece, TokenId id) {
    const std::uint32_t entry = find_entry(hash_of(piece), piece, {});
    assert(entry != kEmpty);
    entries_[entry].id = id;
}

void Vocabulary::sort_ids() {
    by_id_.resize(entries_.size());
    std::iota(by_id_.begin(), by_id_.end(), 0u);
    const auto less = [&](std::uint32_t a, std::uint32_t b) { return entries_[a].id < entries_[b].id; };
    if (!std::is_sorted(by_id_.begin(), by_id_.end(), less)) std::stable_sort(by_id_.begin(), by_id_.end(), less);
}

std::optional<TokenId> Vocabulary::find(std::string_view piece) const {
    const std::uint32_t entry = find_entry(hash_of(piece), piece, {});
    if (entry == kEmpty) return std::nullopt;
    return entries_[entry].id;
}

std::optional<TokenId> Vocabulary::find(const RollingHash& hash, std::string_view head, std::string_view tail) const {
    const std::uint32_t entry = find_entry(hash.value(), head, tail);
    if (entry == kEmpty) return std::nullopt;
    return entries_[entry].id;
}

std::optional<std::string_view> Vocabulary::find_piece(TokenId id) const {
    assert(by_id_.size() == entries_.size());
    // Without gaps the id is the place.
    const auto place = static_cast<std::size_t>(id);
    if (id >= 0 && place < by_id_.size() && entries_[by_id_[place]].id == id) return piece_of(entries_[by_id_[place]]);
    const auto found = std::lower_bound(by_id_.begin(), by_id_.end(), id,
                                        [&](std::uint32_t entry, TokenId value) { return entries_[entry].id < value; });
    if (found == by_id_.end() || entries_[*found].id != id) return std::nullopt;
    return piece_of(entries_[*found]);
}

std::optional<Vocabulary::SharedId> Vocabulary::find_shared_id() const {
    const auto found = std::adjacent_find(by_id_.begin(), by_id_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return entries_[a].id == entries_[b].id;
    });
    if (found == by_id_.end()) return std::nullopt;
    return SharedId{entries_[*found].id, piece_of(entries_[*found]), piece_of(entries_[*(found + 1)])};
}

std::uint32_t Vocabulary::find_entry(std::uint64_t hash, std::string_view head, std::string_view tail) const {
    if (slots_.empty()) return kEmpty;
    const std::size_t mask = slots_.size() - 1;
    const std::uint32_t tag = tag_of(hash);
    for (std::size_t i = tag & mask; slots_[i].entry != kEmpty; i = (i + 1) & mask) {
        if (slots_[i].tag != tag) continue;
        const std::string_view piece = piece_of(entries_[slots_[i].entry]);
        if (piece.size() == head.size() + tail.size() && piece.starts_with(head) && piece.ends_with(tail))
            return slots_[i].entry;
    }
    return kEmpty;
}

void Vocabulary::insert_slot(const Slot& slot) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = slot.tag & mask;
    while (slots_[i].entry != kEmpty) i = (i + 1) & mask;
    slots_[i] = slot;
}

void Vocabulary::grow() {
    constexpr std::size_t kFirstSize = 1024;
    std::vector<Slot> old(std::max(kFirstSize, slots_.size() * 2));
    old.swap(slots_);
    for (const Slot& slot : old)
        if (slot.entry != kEmpty) insert_slot(slot);
}

}  // namespace headscope
