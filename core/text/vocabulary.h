#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/tokenizer.h"

namespace headscope {

// The hash of a string that grows byte by byte, so that all prefixes of a word cost one pass (FNV-1a, 64 bits).
class RollingHash {
  public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
    }
    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0xCBF29CE484222325;
};

// Strings and their ids, both ways. All strings lie in one buffer; look-up is a probe into a flat table.
class Vocabulary {
  public:
    // A longer piece is not added. The pieces of real vocabularies have some dozens of bytes.
    static constexpr std::size_t kMaxPieceBytes = 4096;

    enum class Added { kNew, kAlreadyThere, kTooLong };
    Added add(std::string_view piece, TokenId id);
    // Gives a piece that is there another id.
    void change_id(std::string_view piece, TokenId id);
    // To be called when all pieces are in, and before find_piece.
    void sort_ids();

    std::optional<TokenId> find(std::string_view piece) const;
    // The same for head + tail, whose hash is known.
    std::optional<TokenId> find(const RollingHash& hash, std::string_view head, std::string_view tail) const;
    std::optional<std::string_view> find_piece(TokenId id) const;

    // How many pieces there are. Ids may have gaps.
    std::size_t size() const { return entries_.size(); }
    std::size_t longest_piece() const { return longest_piece_; }  // bytes

    struct SharedId {
        TokenId id;
        std::string_view first;
        std::string_view second;
    };
    // Two pieces with the same id, if there are any.
    std::optional<SharedId> find_shared_id() const;
    // The pieces by rising id: {id, piece}.
    template <class F>
    void for_each_by_id(F&& f) const {
        for (const std::uint32_t entry : by_id_) f(entries_[entry].id, piece_of(entries_[entry]));
    }

  private:
    struct Entry {
        std::size_t begin = 0;  // in bytes_
        std::uint32_t size = 0;
        TokenId id = 0;
    };
    struct Slot {
        std::uint32_t tag = 0;  // the hash in 32 bits; its low ones are the place
        std::uint32_t entry = kEmpty;
    };
    static constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

    std::string_view piece_of(const Entry& entry) const { return {bytes_.data() + entry.begin, entry.size}; }
    std::uint32_t find_entry(std::uint64_t hash, std::string_view head, std::string_view tail) const;
    void insert_slot(const Slot& slot);
    void grow();

    std::string bytes_;
    std::vector<Entry> entries_;
    std::vector<Slot> slots_;           // a power of two, at most half full; linear probing
    std::vector<std::uint32_t> by_id_;  // entries by rising id
    std::size_t longest_piece_ = 0;
};

}  // namespace headscope
