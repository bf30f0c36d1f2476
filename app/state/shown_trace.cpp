#include "app/state/shown_trace.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/utf8.h"
#include "core/trace/layer_masks.h"

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

ShownTrace::Axis::Axis(const std::vector<Token>& tokens, SpecialsMode specials)
    : drawn(shown_places(tokens, specials)), places(tokens.size(), -1), labels(make_labels(tokens)) {
    for (std::size_t place = 0; place < drawn.size(); ++place) {
        places[static_cast<std::size_t>(drawn[place])] = static_cast<Index>(place);
    }
}

std::optional<Index> ShownTrace::Axis::place_of(Index token) const {
    if (token < 0 || token >= static_cast<Index>(places.size())) return std::nullopt;
    const Index place = places[static_cast<std::size_t>(token)];
    return place < 0 ? std::nullopt : std::optional<Index>(place);
}

ShownTrace::ShownTrace(std::shared_ptr<const AttentionTrace> trace, ShownAs as, ThreadPool& pool)
    : trace_(std::move(trace)), as_(as) {
    if (!has_map_set(*trace_, as_.set)) as_.set = MapSet::kEncoder;
    rows_ = Axis(query_tokens(), as_.specials);
    if (!is_square()) columns_ = Axis(key_tokens(), as_.specials);
    masks_ = layer_masks(*trace_, as_.set);
    pixels_ = build_map_pixels(*trace_, as_.specials, pool, as_.set);
    const MapPixels::Level* whole = pixels_.levels.empty() ? nullptr : &pixels_.levels.front();
    if (whole != nullptr)
        has_masked_cells_ = std::find(whole->halves.begin(), whole->halves.end(), kMaskedHalf) != whole->halves.end();
    if (as_.specials != SpecialsMode::kRenormalise) return;
    row_scale_.reserve(static_cast<std::size_t>(n_layers() * n_heads() * maps().n_queries()));
    for (Index layer = 0; layer < n_layers(); ++layer) {
        for (Index head = 0; head < n_heads(); ++head) {
            for (Index query = 0; query < maps().n_queries(); ++query) {
                const float sum = weight_on_ordinary_tokens(*trace_, {layer, head}, query, as_.set);
                row_scale_.push_back(sum > 0 ? 1 / sum : 0);
            }
        }
    }
}

float ShownTrace::weight(HeadRef head, Index query, Index key) const {
    const float raw = maps().head(head.layer, head.head)(query, key);
    if (row_scale_.empty()) return raw;
    const Index row = (head.layer * n_heads() + head.head) * maps().n_queries() + query;
    return raw * row_scale_[static_cast<std::size_t>(row)];
}

bool ShownTrace::is_masked(HeadRef head, Index query, Index key) const {
    return !masks_[static_cast<std::size_t>(head.layer)].allows(query, key) && weight(head, query, key) == 0;
}

Index ShownTrace::rank(HeadRef head, Index query, Index key) const {
    const ConstMatrixView map = maps().head(head.layer, head.head);
    const float weight = map(query, key);
    Index rank = 1;
    for (const Index other : keys()) rank += map(query, other) > weight ? 1 : 0;
    return rank;
}

TopTarget ShownTrace::top_target(HeadRef head, Index query) const {
    TopTarget top = find_top_target(*trace_, head, query, true, as_.set);
    if (top.key >= 0) top.weight = weight(head, query, top.key);
    return top;
}

}  // namespace headscope
