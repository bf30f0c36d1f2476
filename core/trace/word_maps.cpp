#include "core/trace/word_maps.h"

#include <algorithm>
#include <cstddef>

namespace headscope {
namespace {

bool continues(const Token& token, const Token& before) {
    return token.continues_word && token.word && before.word && *token.word == *before.word &&
           token.segment == before.segment;
}

// The row of the word whose pieces are queries from `first` to before `end`, into `sums` by the first piece of keys.
void add_word_row(ConstMatrixView map, Index first, Index end, const std::vector<Index>& key_starts,
                  std::vector<double>& sums) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (Index query = first; query < end; ++query) {
        const float* row = map.row(query);
        for (std::size_t key = 0; key < key_starts.size(); ++key)
            sums[static_cast<std::size_t>(key_starts[key])] += static_cast<double>(row[key]);
    }
}

}  // namespace

std::vector<Index> word_starts(const std::vector<Token>& tokens) {
    std::vector<Index> starts;
    starts.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool goes_on = i > 0 && continues(tokens[i], tokens[i - 1]);
        starts.push_back(goes_on ? starts.back() : static_cast<Index>(i));
    }
    return starts;
}

AttentionMaps word_maps(const AttentionTrace& trace, MapSet set, ThreadPool& pool) {
    const MapSetView view = get_map_set(trace, set);
    const AttentionMaps& maps = view.maps;
    const std::vector<Index> query_starts = word_starts(view.queries);
    const std::vector<Index> key_starts = word_starts(view.keys);
    AttentionMaps merged(maps.n_layers(), maps.n_heads(), maps.n_queries(), maps.n_keys());
    std::vector<std::vector<double>> sums(static_cast<std::size_t>(pool.size()),
                                          std::vector<double>(key_starts.size()));
    pool.for_each(static_cast<int>(maps.n_layers() * maps.n_heads()), [&](int slice, int thread) {
        const ConstMatrixView from = maps.head(slice / maps.n_heads(), slice % maps.n_heads());
        const MatrixView to = merged.head(slice / maps.n_heads(), slice % maps.n_heads());
        std::vector<double>& row = sums[static_cast<std::size_t>(thread)];
        for (Index first = 0; first < from.rows;) {
            Index end = first + 1;
            while (end < from.rows && query_starts[static_cast<std::size_t>(end)] == first) ++end;
            add_word_row(from, first, end, key_starts, row);
            const auto pieces = static_cast<double>(end - first);
            for (Index query = first; query < end; ++query)
                std::fill(to.row(query), to.row(query) + merged.row_stride(), 0.0F);
            for (Index key = 0; key < from.cols; ++key)
                to(first, key) = static_cast<float>(row[static_cast<std::size_t>(key)] / pieces);
            first = end;
        }
    });
    return merged;
}

}  // namespace headscope
