#include "core/text/unigram.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/base/utf8.h"
#include "core/io/shown.h"
#include "core/text/byte_pieces.h"
#include "core/text/piece_trie.h"
#include "core/text/repeated_words.h"
#include "core/text/vocabulary.h"

namespace headscope {
namespace {

constexpr double kUnknownPenalty = 10;

// The best way from the begin of a word to one place in it.
struct Arrival {
    double score = 0;
    std::uint32_t begin = kNone;  // of its last piece, counted from the word's begin
    TokenId id = 0;
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
};

class Unigram : public TokenModel {
  public:
    Unigram(ScoredPieces pieces, Vocabulary vocabulary, PieceTrie trie, double least_score,
            const UnigramOptions& options, std::string where)
        : pieces_(std::move(pieces)),
          vocabulary_(std::move(vocabulary)),
          trie_(std::move(trie)),
          unknown_score_(least_score - kUnknownPenalty),
          unknown_(options.unk_id),
          where_(std::move(where)) {
        if (options.byte_fallback)
            byte_ids_ = find_byte_pieces([&](std::string_view piece) { return vocabulary_.find(piece); });
    }

    Status tokenize(const NormalizedText& text, const std::vector<CharRange>& words,
                    std::vector<ModelToken>& out) const override {
        std::vector<Arrival> arrivals;
        std::vector<CharRange> stretches;
        return cut_words_once(text, words, out, [&](CharRange range, std::uint32_t word) {
            if (!find_way(text, range, arrivals)) return missing_unknown(text.utf8(range));
            collect(arrivals, range.begin, stretches);
            for (const CharRange stretch : stretches)
                if (!append(text, stretch, arrivals[stretch.end - range.begin].id, word, out))
                    return missing_unknown(text.utf8(stretch));
            return Status();
        });
    }

    std::optional<TokenId> find_id(std::string_view piece) const override { return vocabulary_.find(piece); }
    std::optional<std::string_view> find_piece(TokenId id) const override {
        if (id < 0 || static_cast<std::size_t>(id) >= pieces_.size()) return std::nullopt;
        return pieces_.piece(static_cast<std::size_t>(id));
    }
    std::size_t vocabulary_size() const override { return pieces_.size(); }
    std::string kind() const override { return "Unigram"; }

  private:
    Status missing_unknown(const std::string& stretch) const {
        return invalid(where_ + ": unk_id: null, and \"" + shown_text(stretch, 60) +
                       "\" needs a token for unknown characters");
    }

    // Fills in the best way to each place. False where a character is unknown and there is no token for that.
    bool find_way(const NormalizedText& text, CharRange range, std::vector<Arrival>& arrivals) const {
        arrivals.assign(std::size_t{range.size()} + 1, Arrival{});
        for (std::uint32_t begin = 0; begin < range.size(); ++begin) {
            const double so_far = arrivals[begin].score;
            const auto arrive = [&](std::uint32_t end, double score, TokenId id) {
                Arrival& arrival = arrivals[end];
                const double sum = score + so_far;
                if (arrival.begin == Arrival::kNone || sum > arrival.score) arrival = {sum, begin, id};
            };
            const std::uint32_t single = trie_.first(text[range.begin + begin]);
            std::uint32_t node = single;
            for (std::uint32_t end = begin + 1; node != PieceTrie::kNone; ++end) {
                const PieceTrie::Node& here = trie_.node(node);
                if (here.id >= 0) arrive(end, here.score, here.id);
                if (!here.has_children || end == range.size()) break;
                node = trie_.next(node, text[range.begin + end]);
            }
            if (single != PieceTrie::kNone && trie_.node(single).id >= 0) continue;
            const Arrival& next = arrivals[begin + 1];
            if (next.begin != Arrival::kNone && !(unknown_score_ + so_far > next.score)) continue;
            if (!unknown_) return false;
            arrive(begin + 1, unknown_score_, *unknown_);
        }
        return true;
    }

    // The stretches of the best way, unknown ones side by side as one.
    void collect(const std::vector<Arrival>& arrivals, std::uint32_t offset, std::vector<CharRange>& out) const {
        out.clear();
        bool is_after_unknown = false;
        for (auto end = static_cast<std::uint32_t>(arrivals.size() - 1); end > 0;) {
            const Arrival& arrival = arrivals[end];
            const bool is_unknown = arrival.id == unknown_;
            if (is_unknown && is_after_unknown)
                out.back().begin = offset + arrival.begin;
            else
                out.push_back({offset + arrival.begin, offset + end});
            is_after_unknown = is_unknown;
            end = arrival.begin;
        }
        std::reverse(out.begin(), out.end());
    }

    // Appends the token of a stretch, whose last part is the piece `id`. False where it is unknown and there is no
    // token for that.
    bool append(const NormalizedText& text, CharRange stretch, TokenId id, std::uint32_t word,
                std::vector<ModelToken>& out) const {
        if (id != unknown_) {
            out.push_back({id, stretch, word});
            return true;
        }
        // Unknown characters, or the unknown token's own string: the reference looks the stretch up once more.
        const std::string surface = text.utf8(stretch);
        if (const std::optional<TokenId> known = vocabulary_.find(surface)) {
            out.push_back({*known, stretch, word, known == unknown_});
            return true;
        }
        if (std::all_of(surface.begin(), surface.end(),
                        [&](char byte) { return byte_ids_[static_cast<unsigned char>(byte)].has_value(); })) {
            for (const char byte : surface)
                out.push_back({*byte_ids_[static_cast<unsigned char>(byte)], stretch, word});
            return true;
        }
        out.push_back({id, stretch, word, true, true});
        return true;
    }

    ScoredPieces pieces_;
    Vocabulary vocabulary_;
    PieceTrie trie_;
    double unknown_score_;
    std::optional<TokenId> unknown_;
    std::array<std::optional<TokenId>, 256> byte_ids_;
    std::string where_;
};

}  // namespace

bool ScoredPieces::add(std::string_view piece, double score) {
    if (piece.size() > Vocabulary::kMaxPieceBytes) return false;
    entries_.push_back({bytes_.size(), static_cast<std::uint32_t>(piece.size()), score});
    bytes_.append(piece);
    return true;
}

Result<std::unique_ptr<const TokenModel>> make_unigram(ScoredPieces pieces, const UnigramOptions& options,
                                                       const std::string& where, std::vector<std::string>& warnings) {
    if (pieces.size() == 0) return invalid(where + ".vocab: empty, expected pieces and scores");
    Vocabulary vocabulary;
    PieceTrie trie;
    double least = std::numeric_limits<double>::infinity();
    std::size_t repeated = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const auto id = static_cast<TokenId>(i);
        const std::string_view piece = pieces.piece(i);
        least = std::min(least, pieces.score(i));
        if (vocabulary.add(piece, id) == Vocabulary::Added::kAlreadyThere) {
            if (repeated++ == 0)
                warnings.push_back(where + ".vocab[" + std::to_string(i) + "]: \"" + shown_text(piece, 60) +
                                   "\" comes again: its id is " + std::to_string(i) + ", no longer " +
                                   std::to_string(*vocabulary.find(piece)));
            vocabulary.change_id(piece, id);
        }
        if (!trie.add(piece, id, pieces.score(i)))
            return Error{ErrorKind::kTooLarge, where + ".vocab: more than " + std::to_string(PieceTrie::kMaxNodes) +
                                                   " different beginnings of pieces, expected fewer"};
    }
    if (repeated > 1) warnings.back() += "; and so for " + std::to_string(repeated - 1) + " more";
    return std::unique_ptr<const TokenModel>(
        std::make_unique<Unigram>(std::move(pieces), std::move(vocabulary), std::move(trie), least, options, where));
}

}  // namespace headscope
