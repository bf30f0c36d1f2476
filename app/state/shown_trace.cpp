#include "app/state/shown_trace.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/utf8.h"

namespace headscope {

namespace {

// Subscript digits (U+2080 to U+2089).
std::string below_the_line(Index number) {
    std::string out;
    for (const char digit : std::to_string(number)) append_utf8(out, U'₀' + static_cast<char32_t>(digit - '0'));
    return out;
}

std::vector<std::string> make_labels(const std::vector<Token>& tokens) {
    std::unordered_map<std::string_view, int> counts;
    for (const Token& token : tokens) ++counts[token.display];
    std::vector<std::string> labels;
    labels.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool is_repeated = counts[tokens[i].display] > 1;
        labels.push_back((tokens[i].continues_word ? "·" : "") + tokens[i].display +
                         (is_repeated ? below_the_line(static_cast<Index>(i)) : ""));
    }
    return labels;
}

}  // namespace

ShownTrace::ShownTrace(std::shared_ptr<const AttentionTrace> trace, SpecialsMode specials, ThreadPool& pool)
    : trace_(std::move(trace)),
      specials_(specials),
      tokens_(shown_tokens(*trace_, specials)),
      places_(static_cast<std::size_t>(trace_->n_tokens()), -1),
      labels_(make_labels(trace_->encoding.tokens)),
      pixels_(build_map_pixels(*trace_, specials, pool)) {
    for (std::size_t place = 0; place < tokens_.size(); ++place) {
        places_[static_cast<std::size_t>(tokens_[place])] = static_cast<Index>(place);
    }
    if (specials_ != SpecialsMode::kRenormalise) return;
    row_scale_.reserve(static_cast<std::size_t>(n_layers() * n_heads() * trace_->n_tokens()));
    for (Index layer = 0; layer < n_layers(); ++layer) {
        for (Index head = 0; head < n_heads(); ++head) {
            for (Index query = 0; query < trace_->n_tokens(); ++query) {
                const float sum = weight_on_ordinary_tokens(*trace_, {layer, head}, query);
                row_scale_.push_back(sum > 0 ? 1 / sum : 0);
            }
        }
    }
}

std::optional<Index> ShownTrace::place_of(Index token) const {
    if (token < 0 || token >= static_cast<Index>(places_.size())) return std::nullopt;
    const Index place = places_[static_cast<std::size_t>(token)];
    return place < 0 ? std::nullopt : std::optional<Index>(place);
}

float ShownTrace::weight(HeadRef head, Index query, Index key) const {
    const float raw = trace_->maps->head(head.layer, head.head)(query, key);
    if (row_scale_.empty()) return raw;
    const Index row = (head.layer * n_heads() + head.head) * trace_->n_tokens() + query;
    return raw * row_scale_[static_cast<std::size_t>(row)];
}

Index ShownTrace::rank(HeadRef head, Index query, Index key) const {
    const ConstMatrixView map = trace_->maps->head(head.layer, head.head);
    const float weight = map(query, key);
    Index rank = 1;
    for (const Index other : tokens_) rank += map(query, other) > weight ? 1 : 0;
    return rank;
}

TopTarget ShownTrace::top_target(HeadRef head, Index query) const {
    TopTarget top = find_top_target(*trace_, head, query, true);
    if (top.key >= 0) top.weight = weight(head, query, top.key);
    return top;
}

}  // namespace headscope
