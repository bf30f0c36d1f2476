#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/text/code_point_table.h"
#include "core/text/tokenizer.h"

namespace headscope {

// Finds the pieces that a text begins with, character by character.
class PieceTrie {
  public:
    static constexpr std::size_t kMaxNodes = std::size_t{1} << 23;
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    struct Node {
        double score = 0;
        TokenId id = -1;  // of the piece that ends here; -1 where none does
        bool has_children = false;
    };

    // A piece, valid UTF-8, with its id and score. Of a piece added again the last counts. The empty piece is never
    // found. False if the tree would have more than kMaxNodes nodes.
    bool add(std::string_view piece, TokenId id, double score);

    // The node of a single character, kNone if no piece begins with it.
    std::uint32_t first(char32_t code_point) const { return static_cast<std::uint32_t>(roots_.find(code_point)); }
    // The node one character on, kNone if no piece goes on like this.
    std::uint32_t next(std::uint32_t node, char32_t code_point) const {
        const std::uint64_t key = key_of(node, code_point);
        for (std::size_t i = place_of(key);; i = (i + 1) & (slots_.size() - 1)) {
            if (slots_[i].key == key) return slots_[i].node;
            if (slots_[i].key == kEmpty) return kNone;
        }
    }
    const Node& node(std::uint32_t index) const { return nodes_[index]; }

  private:
    static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
    struct Slot {
        std::uint64_t key = kEmpty;
        std::uint32_t node = 0;
    };
    static std::uint64_t key_of(std::uint32_t node, char32_t code_point) {
        return std::uint64_t{node} << 32 | code_point;
    }
    std::size_t place_of(std::uint64_t key) const {
        return static_cast<std::size_t>(((key ^ key >> 29) * 0x9E3779B97F4A7C15) >> shift_);
    }
    void insert(const Slot& slot);

    CodePointTable roots_;
    std::vector<Node> nodes_;
    std::vector<Slot> slots_ = std::vector<Slot>(2);  // (node, character) -> node; at most half full
    unsigned shift_ = 63;
    std::size_t used_ = 0;
};

}  // namespace headscope
