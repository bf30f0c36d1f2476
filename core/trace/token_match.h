#pragma once

#include <optional>
#include <vector>

#include "core/base/matrix.h"
#include "core/nn/attention_maps.h"
#include "core/trace/map_set.h"

namespace headscope {

// Which tokens of two texts stand for the same: a longest common subsequence (order is kept, none is used twice) of
// what was typed, without regard to case and white space; template and other special tokens go by their pieces. So
// [CLS] finds [CLS], "Ġman" finds "man", and an inserted word leaves all others matched.
class TokenMatch {
  public:
    // A token of each text.
    struct Pair {
        Index first = 0;
        Index second = 0;
        bool operator==(const Pair&) const = default;
    };

    TokenMatch() = default;
    TokenMatch(std::vector<Pair> pairs, std::size_t n_first, std::size_t n_second);

    const std::vector<Pair>& pairs() const { return pairs_; }  // ascending in both
    std::optional<Index> in_second(Index first) const { return find(to_second_, first); }
    std::optional<Index> in_first(Index second) const { return find(to_first_, second); }

  private:
    static std::optional<Index> find(const std::vector<Index>& places, Index token) {
        if (token < 0 || token >= static_cast<Index>(places.size())) return std::nullopt;
        const Index place = places[static_cast<std::size_t>(token)];
        return place < 0 ? std::nullopt : std::optional<Index>(place);
    }

    std::vector<Pair> pairs_;
    std::vector<Index> to_second_, to_first_;  // −1: none
};

// The tokens of one axis with the texts that their spans refer to.
struct MatchedTexts {
    const std::vector<Token>& tokens;
    const Encoding& encoding;
};
// Where what differs in the middle is too long for the table (over 16 million cells), only the equal beginnings and
// ends are matched. Throws std::bad_alloc.
TokenMatch match_tokens(const MatchedTexts& first, const MatchedTexts& second);

// second − first over matched queries (rows) and keys (columns), [queries.pairs(), keys.pairs()].
struct MatchedDifference {
    std::vector<float> values;
    Index rows = 0, cols = 0;
    ConstMatrixView view() const { return {values.data(), rows, cols, cols}; }
};
MatchedDifference matched_difference(ConstMatrixView first, ConstMatrixView second, const TokenMatch& queries,
                                     const TokenMatch& keys);

// How far a head's rows differ: the mean over matched queries of the total variation distance, ½ Σ |second − first|
// over the matched keys and one key more that stands for all the others, 0 (the same) to 1 (nothing in common). NaN
// where no query is matched or a weight is no number.
double matched_distance(ConstMatrixView first, ConstMatrixView second, const TokenMatch& queries,
                        const TokenMatch& keys);

}  // namespace headscope
