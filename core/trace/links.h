#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/trace/attention_trace.h"
#include "core/trace/map_set.h"

namespace headscope {

// How special tokens count in what is shown or written.
enum class SpecialsMode {
    kKeep,         // raw weights, every token
    kDrop,         // rows and columns of special tokens left out, weights untouched
    kRenormalise,  // left out, and each row divided by what remains, so that it sums to 1
};

// The strongest key of one row.
struct TopTarget {
    Index key = -1;  // -1: no key qualifies
    float weight = 0;
};

// The strongest key of row `query`, special tokens skipped if asked. Ties: the first key. `skip_specials` also skips
// special tokens typed in the text.
TopTarget find_top_target(const AttentionTrace& trace, HeadRef head, Index query, bool skip_specials,
                          MapSet set = MapSet::kEncoder);

// 1-based rank of a key's weight in its row: 1 + the number of keys with a larger weight.
Index rank_in_row(ConstMatrixView map, Index query, Index key);

// Sum of the row's weights on tokens that are not special; the divisor of SpecialsMode::kRenormalise.
float weight_on_ordinary_tokens(const AttentionTrace& trace, HeadRef head, Index query, MapSet set = MapSet::kEncoder);

struct Link {
    HeadRef head;
    float weight = 0;
    Index query = 0;  // the cell with that weight
    Index key = 0;
};

// Tokens whose word, or whose run of words, is `word` without regard to case as typed. Piece positions, ascending.
std::vector<std::vector<Index>> find_word(const AttentionTrace& trace, std::string_view word);

// For every head, how strongly any occurrence of `from` looks at any occurrence of `to` (weight from a word = mean over
// its pieces as queries, to a word = sum over its pieces as keys: Clark et al. 2019, section 4.1), strongest first.
// kNotFound names the word that does not occur.
Result<std::vector<Link>> find_links(const AttentionTrace& trace, std::string_view from, std::string_view to);

}  // namespace headscope
