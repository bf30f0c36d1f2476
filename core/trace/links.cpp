#include "core/trace/links.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "core/io/shown.h"
#include "core/trace/folded_text.h"
#include "core/trace/words.h"

namespace headscope {
namespace {

const Token& token_at(const AttentionTrace& trace, Index i) {
    return trace.encoding.tokens[static_cast<std::size_t>(i)];
}

// Mean over the pieces of `from` as queries of the sum over the pieces of `to` as keys, and the strongest cell of
// those.
Link link_between(const AttentionTrace& trace, HeadRef head, const std::vector<Index>& from,
                  const std::vector<Index>& to) {
    const ConstMatrixView map = trace.maps->head(head.layer, head.head);
    Link link{head, 0, from.front(), to.front()};
    double total = 0;
    for (const Index query : from) {
        for (const Index key : to) {
            total += map(query, key);
            if (map(query, key) > map(link.query, link.key)) {
                link.query = query;
                link.key = key;
            }
        }
    }
    link.weight = static_cast<float>(total / static_cast<double>(from.size()));
    return link;
}

}  // namespace

TopTarget find_top_target(const AttentionTrace& trace, HeadRef head, Index query, bool skip_specials, MapSet set) {
    const MapSetView view = get_map_set(trace, set);
    const ConstMatrixView map = view.maps.head(head.layer, head.head);
    TopTarget top;
    for (Index key = 0; key < map.cols; ++key) {
        if (skip_specials && view.keys[static_cast<std::size_t>(key)].is_special) continue;
        if (map(query, key) > top.weight) top = {key, map(query, key)};
    }
    return top;
}

Index rank_in_row(ConstMatrixView map, Index query, Index key) {
    const float* row = map.row(query);
    return 1 + std::count_if(row, row + map.cols, [&](float weight) { return weight > row[key]; });
}

float weight_on_ordinary_tokens(const AttentionTrace& trace, HeadRef head, Index query, MapSet set) {
    const MapSetView view = get_map_set(trace, set);
    const ConstMatrixView map = view.maps.head(head.layer, head.head);
    double total = 0;
    for (Index key = 0; key < map.cols; ++key)
        if (!view.keys[static_cast<std::size_t>(key)].is_special) total += map(query, key);
    return static_cast<float>(total);
}

std::vector<std::vector<Index>> find_word(const AttentionTrace& trace, std::string_view word) {
    std::vector<std::vector<Index>> found;
    const std::string wanted = folded_text(word);
    if (wanted.empty()) return found;
    const std::vector<TextWord> words = words_of(trace);
    for (std::size_t first = 0; first < words.size(); ++first) {
        std::vector<Index> pieces;
        for (std::size_t last = first; last < words.size() && words[last].segment == words[first].segment; ++last) {
            pieces.insert(pieces.end(), words[last].pieces.begin(), words[last].pieces.end());
            const std::string text = folded_text(text_between(trace, words[first], words[last]));
            if (text == wanted) found.push_back(pieces);
            if (text.size() >= wanted.size()) break;
        }
    }
    // Tokens that belong to no word, such as [SEP] or ids without a text, go by what their piece says.
    for (Index i = 0; i < trace.n_tokens(); ++i)
        if (!token_at(trace, i).word && folded_text(token_at(trace, i).piece) == wanted) found.push_back({i});
    std::sort(found.begin(), found.end());
    return found;
}

Result<std::vector<Link>> find_links(const AttentionTrace& trace, std::string_view from, std::string_view to) {
    const auto from_places = find_word(trace, from);
    const auto to_places = find_word(trace, to);
    for (const auto& [places, word] : {std::pair(&from_places, from), std::pair(&to_places, to)})
        if (places->empty()) return not_found("\"" + shown_text(word) + "\": no such word in the text");

    std::vector<Link> links;
    for (Index layer = 0; layer < trace.maps->n_layers(); ++layer) {
        for (Index head = 0; head < trace.maps->n_heads(); ++head) {
            Link best{{layer, head}, std::numeric_limits<float>::quiet_NaN(), 0, 0};
            for (const auto& from_pieces : from_places) {
                for (const auto& to_pieces : to_places) {
                    const Link link = link_between(trace, {layer, head}, from_pieces, to_pieces);
                    if (std::isnan(best.weight) || link.weight > best.weight) best = link;
                }
            }
            links.push_back(best);
        }
    }
    // Weights that are not a number stand last.
    const auto strength = [](const Link& link) { return std::isnan(link.weight) ? -1.0F : link.weight; };
    std::stable_sort(links.begin(), links.end(),
                     [&](const Link& a, const Link& b) { return strength(a) > strength(b); });
    return links;
}

}  // namespace headscope
