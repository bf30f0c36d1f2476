#include "core/text/piece_trie.h"

#include "core/base/utf8.h"

namespace headscope {

bool PieceTrie::add(std::string_view piece, TokenId id, double score) {
    std::uint32_t node = kNone;
    for (std::size_t offset = 0; offset < piece.size();) {
        const CodePoint point = decode_at(piece, offset);
        const std::uint32_t known = offset == 0 ? first(point.value) : next(node, point.value);
        const bool is_root = offset == 0;
        offset = point.end;
        if (known != kNone) {
            node = known;
            continue;
        }
        if (nodes_.size() == kMaxNodes) return false;
        const auto made = static_cast<std::uint32_t>(nodes_.size());
        nodes_.emplace_back();
        if (is_root) {
            roots_.set(point.value, static_cast<std::int32_t>(made));
        } else {
            nodes_[node].has_children = true;
            insert({key_of(node, point.value), made});
        }
        node = made;
    }
    if (node != kNone) {
        nodes_[node].id = id;
        nodes_[node].score = score;
    }
    return true;
}

void PieceTrie::insert(const Slot& slot) {
    const auto put = [&](const Slot& entry) {
        std::size_t i = place_of(entry.key);
        while (slots_[i].key != kEmpty) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = entry;
    };
    if ((used_ + 1) * 2 > slots_.size()) {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        --shift_;
        for (const Slot& entry : old)
            if (entry.key != kEmpty) put(entry);
    }
    put(slot);
    ++used_;
}

}  // namespace headscope
