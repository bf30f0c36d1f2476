#include "core/text/bpe.h"

#include <array>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/shown.h"
#include "core/text/bpe_merges.h"
#include "core/text/bpe_word.h"
#include "core/text/byte_pieces.h"
#include "core/text/code_point_table.h"
#include "core/text/repeated_words.h"

namespace headscope {
namespace {

std::uint32_t utf8_size(char32_t code_point) {
    return code_point < 0x80 ? 1 : code_point < 0x800 ? 2 : code_point < 0x10000 ? 3 : 4;
}

// The only code point of a string of one.
std::optional<char32_t> single_code_point(std::string_view text) {
    if (text.empty()) return std::nullopt;
    const CodePoint point = decode_at(text, 0);
    if (point.end != text.size()) return std::nullopt;
    return point.value;
}

class Bpe : public TokenModel {
  public:
    Bpe(Vocabulary vocabulary, BpeMergeTable merges, BpeOptions options, std::string where)
        : vocabulary_(std::move(vocabulary)),
          merges_(std::move(merges)),
          options_(std::move(options)),
          where_(std::move(where)) {
        if (options_.unk_token) unknown_ = vocabulary_.find(*options_.unk_token);
        if (options_.byte_fallback)
            byte_ids_ = find_byte_pieces([&](std::string_view piece) { return vocabulary_.find(piece); });
        const std::string_view prefix = options_.continuing_subword_prefix;
        const std::string_view suffix = options_.end_of_word_suffix;
        may_change_ = !prefix.empty();
        vocabulary_.for_each_by_id([&](TokenId id, std::string_view piece) {
            for (const bool is_first : {false, true})
                for (const bool is_last : {false, true}) {
                    const std::string_view head = is_first ? std::string_view() : prefix;
                    const std::string_view tail = is_last ? suffix : std::string_view();
                    if (piece.size() <= head.size() + tail.size()) continue;
                    if (!piece.starts_with(head) || !piece.ends_with(tail)) continue;
                    if (const auto point =
                            single_code_point(piece.substr(head.size(), piece.size() - head.size() - tail.size())))
                        first_ids(is_first, is_last).set(*point, id);
                }
        });
    }

    Status tokenize(const NormalizedText& text, const std::vector<CharRange>& words,
                    std::vector<ModelToken>& out) const override {
        BpeWord room;
        return cut_words_once(text, words, out, [&](CharRange range, std::uint32_t word) {
            if (options_.ignore_merges)
                if (const std::optional<TokenId> id = vocabulary_.find(text.utf8(range))) {
                    out.push_back({*id, range, word});
                    return Status();
                }
            if (Status status = split(text, range, room); !status.is_ok()) return status;
            room.merge_all(merges_, may_change_);
            append(text, range, word, room, out);
            return Status();
        });
    }

    std::optional<TokenId> find_id(std::string_view piece) const override { return vocabulary_.find(piece); }
    std::optional<std::string_view> find_piece(TokenId id) const override { return vocabulary_.find_piece(id); }
    std::size_t vocabulary_size() const override { return vocabulary_.size(); }
    std::string kind() const override { return "BPE"; }

  private:
    CodePointTable& first_ids(bool is_first, bool is_last) { return ids_[is_first ? 1 : 0][is_last ? 1 : 0]; }

    // The characters of a word as symbols.
    Status split(const NormalizedText& text, CharRange range, BpeWord& word) const {
        word.clear();
        std::uint32_t unknown_bytes = 0;  // of the unknown stretch that is not put down yet
        for (std::uint32_t i = range.begin; i < range.end; ++i) {
            const bool is_first = i == range.begin;
            const bool is_last = i + 1 == range.end;
            const std::uint32_t bytes = utf8_size(text[i]);
            if (const std::int32_t id = ids_[is_first ? 1 : 0][is_last ? 1 : 0].find(text[i]);
                id != CodePointTable::kNone) {
                if (unknown_bytes > 0) word.add(*unknown_, std::exchange(unknown_bytes, 0));
                word.add(id, bytes);
                continue;
            }
            // As in the reference, an unknown stretch before the bytes comes after them.
            if (options_.byte_fallback && add_bytes(text[i], is_first, is_last, word)) continue;
            if (!options_.unk_token) continue;
            if (!unknown_) return missing_unknown_token(where_, *options_.unk_token, text.utf8(range));
            if (unknown_bytes > 0 && !options_.fuse_unk) word.add(*unknown_, std::exchange(unknown_bytes, 0));
            unknown_bytes += bytes;
        }
        if (unknown_bytes > 0) word.add(*unknown_, unknown_bytes);
        return {};
    }

    // False, and nothing added, where a byte is no piece.
    bool add_bytes(char32_t code_point, bool is_first, bool is_last, BpeWord& word) const {
        std::string bytes;
        if (!is_first) bytes += options_.continuing_subword_prefix;
        append_utf8(bytes, code_point);
        if (is_last) bytes += options_.end_of_word_suffix;
        for (const char byte : bytes)
            if (!byte_ids_[static_cast<unsigned char>(byte)]) return false;
        for (const char byte : bytes) word.add(*byte_ids_[static_cast<unsigned char>(byte)], 1);
        return true;
    }

    // The symbols of a word as tokens. Symbols follow each other byte by byte from the word's begin, as in the
    // reference: behind a dropped character they lie too far left. What is not a whole character is widened to one.
    void append(const NormalizedText& text, CharRange range, std::uint32_t word, const BpeWord& room,
                std::vector<ModelToken>& out) const {
        std::uint32_t first = range.begin;
        std::uint64_t first_byte = 0;  // where that character begins
        std::uint64_t begin = 0;
        for (const BpeWord::Symbol& symbol : room.symbols()) {
            while (first < range.end && first_byte + utf8_size(text[first]) <= begin)
                first_byte += utf8_size(text[first++]);
            const std::uint64_t end = begin + symbol.bytes;
            std::uint32_t last = first;
            for (std::uint64_t byte = first_byte; last < range.end && byte < end;) byte += utf8_size(text[last++]);
            out.push_back({symbol.id, {first, last}, word, unknown_ == symbol.id});
            begin = end;
        }
    }

    Vocabulary vocabulary_;
    BpeMergeTable merges_;
    BpeOptions options_;
    std::string where_;
    std::optional<TokenId> unknown_;
    std::array<std::optional<TokenId>, 256> byte_ids_;
    CodePointTable ids_[2][2];  // of single characters: [is the first of its word][is the last]
    bool may_change_ = false;
};

}  // namespace

bool MergeList::add(std::string_view left, std::string_view right) {
    if (left.size() > kMaxPieceBytes || right.size() > kMaxPieceBytes) return false;
    bytes_.append(left).append(right);
    sizes_.push_back({static_cast<std::uint16_t>(left.size()), static_cast<std::uint16_t>(right.size())});
    return true;
}

Result<std::unique_ptr<const TokenModel>> make_bpe(Vocabulary vocabulary, const MergeList& merges, BpeOptions options,
                                                   const std::string& where,
                                                   const std::function<std::string(std::size_t)>& name_merge) {
    BpeMergeTable table(merges.size());
    const std::string_view prefix = options.continuing_subword_prefix;
    std::optional<Error> problem;
    std::string result;
    merges.for_each([&](std::size_t rank, const MergeList::Merge& merge) {
        const auto missing = [&](std::string_view piece) {
            problem = invalid(name_merge(rank) + ": \"" + shown_text(piece, 60) +
                              "\" is not in the vocabulary, expected pieces of it");
            return false;
        };
        RollingHash hash;
        hash.add(merge.left);
        const std::optional<TokenId> left = vocabulary.find(hash, merge.left, {});
        if (!left) return missing(merge.left);
        const std::optional<TokenId> right = vocabulary.find(merge.right);
        if (!right) return missing(merge.right);
        std::string_view both = merge.both;
        std::optional<TokenId> id;
        if (prefix.empty()) {
            hash.add(merge.right);
            id = vocabulary.find(hash, both, {});
        } else {
            if (merge.right.size() < prefix.size() || !is_valid_utf8(merge.right.substr(prefix.size()))) {
                problem = invalid(name_merge(rank) + ": \"" + shown_text(merge.right, 60) +
                                  "\", expected a piece that begins with \"" + shown_text(prefix, 60) + "\"");
                return false;
            }
            result.assign(merge.left).append(merge.right.substr(prefix.size()));
            both = result;
            id = vocabulary.find(both);
        }
        if (!id) return missing(both);
        table.add(*left, *right, {static_cast<std::uint32_t>(rank), *id});
        return true;
    });
    if (problem) return *problem;
    return std::unique_ptr<const TokenModel>(
        std::make_unique<Bpe>(std::move(vocabulary), std::move(table), std::move(options), where));
}

}  // namespace headscope
