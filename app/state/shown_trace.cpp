#include "app/state/shown_trace.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/utf8.h"
#include "core/trace/difference_pixels.h"
#include "core/trace/layer_masks.h"
#include "core/trace/word_maps.h"

namespace headscope {

namespace {

// Subscript digits (U+2080 to U+2089) to stand behind `text`. A hair space (U+200A) parts them from a mark: ".₁" would
// read as a raised dot before a number.
std::string below_the_line(Index number, const std::string& text) {
    std::string out;
    if (!text.empty() && std::ispunct(static_cast<unsigned char>(text.back())) != 0) append_utf8(out, 0x200A);
    for (const char digit : std::to_string(number)) append_utf8(out, U'₀' + static_cast<char32_t>(digit - '0'));
    return out;
}

// What stands for each token: its display string, or that of all pieces of its word.
std::vector<std::string> make_texts(const std::vector<Token>& tokens, const std::vector<Index>& stands_for) {
    std::vector<std::string> texts(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) texts[static_cast<std::size_t>(stands_for[i])] += tokens[i].display;
    for (std::size_t i = 0; i < tokens.size(); ++i) texts[i] = texts[static_cast<std::size_t>(stands_for[i])];
    return texts;
}

std::vector<std::string> make_labels(const std::vector<Token>& tokens, const std::vector<std::string>& texts,
                                     const std::vector<Index>& stands_for) {
    std::unordered_map<std::string_view, int> counts;
    const auto is_first = [&](std::size_t i) { return stands_for[i] == static_cast<Index>(i); };
    for (std::size_t i = 0; i < tokens.size(); ++i) counts[texts[i]] += is_first(i) ? 1 : 0;
    std::vector<std::string> labels;
    labels.reserve(tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const auto first = static_cast<std::size_t>(stands_for[i]);
        const bool is_repeated = counts[texts[i]] > 1;
        labels.push_back((tokens[first].continues_word ? "·" : "") + texts[i] +
                         (is_repeated ? below_the_line(stands_for[i], texts[i]) : ""));
    }
    return labels;
}

std::vector<Index> every_token(std::size_t count) {
    std::vector<Index> tokens(count);
    for (std::size_t i = 0; i < count; ++i) tokens[i] = static_cast<Index>(i);
    return tokens;
}

}  // namespace

ShownTrace::Axis::Axis(const std::vector<Token>& tokens, const ShownAs& as, std::optional<int> segment)
    : is_merged(as.words),
      drawn(shown_places(tokens, as.specials)),
      places(tokens.size(), -1),
      words(word_starts(tokens)),
      texts(make_texts(tokens, as.words ? words : every_token(tokens.size()))),
      labels(make_labels(tokens, texts, as.words ? words : every_token(tokens.size()))) {
    std::erase_if(drawn, [&](Index token) {
        const bool is_other_text = segment && tokens[static_cast<std::size_t>(token)].segment != *segment;
        return is_other_text || stands_for(token) != token;
    });
    for (std::size_t place = 0; place < drawn.size(); ++place)
        places[static_cast<std::size_t>(drawn[place])] = static_cast<Index>(place);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        places[i] = places[static_cast<std::size_t>(stands_for(static_cast<Index>(i)))];
}

std::optional<Index> ShownTrace::Axis::place_of(Index token) const {
    if (token < 0 || token >= static_cast<Index>(places.size())) return std::nullopt;
    const Index place = places[static_cast<std::size_t>(token)];
    return place < 0 ? std::nullopt : std::optional<Index>(place);
}

ShownTrace::ShownTrace(std::shared_ptr<const AttentionTrace> trace, ShownAs as, ThreadPool& pool,
                       std::shared_ptr<const AttentionTrace> drawn)
    : trace_(std::move(trace)), drawn_(drawn ? std::move(drawn) : trace_), asked_(as), as_(as) {
    if (drawn_ == trace_) as_.values = MapValues::kWeights;
    const bool has_open_end = as_.values == MapValues::kNorms && as_.specials != SpecialsMode::kRenormalise;
    if ((has_open_end || is_change()) && as_.range == WeightRange::kFixed) as_.range = WeightRange::kAll;
    if (!has_map_set(*trace_, as_.set)) asked_.set = as_.set = MapSet::kEncoder;
    const auto text_of = [&](bool is_b) {
        return block() == PairBlock::kAll ? std::nullopt : std::optional<int>(is_b ? 1 : 0);
    };
    rows_ = Axis(query_tokens(), as_, text_of(is_from_b(block())));
    has_columns_ = !is_square() || block() != PairBlock::kAll;
    if (has_columns_) columns_ = Axis(key_tokens(), as_, text_of(is_to_b(block())));
    masks_ = layer_masks(*trace_, as_.set);
    if (as_.words) made_maps_ = std::make_shared<const AttentionMaps>(word_maps(*drawn_, as_.set, pool));
    if (as_.specials == SpecialsMode::kRenormalise) row_scale_ = renormalising_scales(maps());
    if (is_change()) make_change(pool);
    if (is_change()) row_sum_error_ = largest_row_sum_error(0);
    if (is_of_layers()) row_sum_error_ = largest_row_sum_error(1);
    make_pixels(pool);
}

// Both sides as they would be shown, and one minus the other.
void ShownTrace::make_change(ThreadPool& pool) {
    if (as_.words) after_ = std::make_shared<const AttentionMaps>(word_maps(*trace_, as_.set, pool));
    const AttentionMaps& before = maps();
    const AttentionMaps& after = after_ ? *after_ : get_map_set(*trace_, as_.set).maps;
    if (!row_scale_.empty()) after_scale_ = renormalising_scales(after);
    auto change =
        std::make_shared<AttentionMaps>(before.n_layers(), before.n_heads(), before.n_queries(), before.n_keys());
    const auto rows = static_cast<std::size_t>(before.n_queries());
    pool.for_each(static_cast<int>(before.n_layers() * before.n_heads()), [&](int slice) {
        const ConstMatrixView from = before.head(slice / before.n_heads(), slice % before.n_heads());
        const ConstMatrixView to = after.head(slice / before.n_heads(), slice % before.n_heads());
        const MatrixView out = change->head(slice / before.n_heads(), slice % before.n_heads());
        for (Index query = 0; query < from.rows; ++query) {
            const std::size_t row = static_cast<std::size_t>(slice) * rows + static_cast<std::size_t>(query);
            const float from_scale = row_scale_.empty() ? 1 : row_scale_[row];
            const float to_scale = after_scale_.empty() ? 1 : after_scale_[row];
            for (Index key = 0; key < from.cols; ++key)
                out(query, key) = to(query, key) * to_scale - from(query, key) * from_scale;
            std::fill(out.row(query) + out.cols, out.row(query) + out.stride, 0.0F);
        }
    });
    made_maps_ = std::move(change);
    row_scale_.clear();
}

double ShownTrace::largest_row_sum_error(double expected) const {
    // Renormalised rows are whole over the tokens that are not special; others over all.
    std::vector<Index> counted = shown_places(key_tokens(), as_.specials);
    if (as_.specials != SpecialsMode::kRenormalise) counted = shown_places(key_tokens(), SpecialsMode::kKeep);
    double largest = 0;
    for (Index slice = 0; slice < maps().n_layers() * maps().n_heads(); ++slice) {
        const Index layer = slice / maps().n_heads();
        const ConstMatrixView map = maps().head(layer, slice % maps().n_heads());
        for (Index query = 0; query < map.rows; ++query) {
            if (query_of(query) != query) continue;  // a further piece of a word
            double sum = 0;
            for (const Index key : counted) sum += static_cast<double>(map(query, key));
            const float scale =
                row_scale_.empty() ? 1 : row_scale_[row_number({layer, slice % maps().n_heads()}, query)];
            if (std::isfinite(sum)) largest = std::max(largest, std::abs(sum * static_cast<double>(scale) - expected));
        }
    }
    return largest;
}

bool ShownTrace::has_blocks() const {
    return as_.set == MapSet::kEncoder && trace_->encoding.pair.has_value();
}

std::vector<float> ShownTrace::renormalising_scales(const AttentionMaps& maps) const {
    std::vector<float> scales;
    scales.reserve(static_cast<std::size_t>(maps.n_layers() * maps.n_heads() * maps.n_queries()));
    const std::vector<Index> keys = shown_places(key_tokens(), as_.specials);
    for (Index layer = 0; layer < maps.n_layers(); ++layer) {
        for (Index head = 0; head < maps.n_heads(); ++head) {
            const ConstMatrixView map = maps.head(layer, head);
            for (Index query = 0; query < map.rows; ++query) {
                double sum = 0;
                for (const Index key : keys) sum += static_cast<double>(map(query, key));
                scales.push_back(sum > 0 ? static_cast<float>(1 / sum) : 0);
            }
        }
    }
    return scales;
}

void ShownTrace::make_pixels(ThreadPool& pool) {
    colour_scale_ = colour_scales({maps(), queries(), keys(), row_scale_}, as_.range, pool);
    if (as_.range == WeightRange::kAll && !colour_scale_.empty()) largest_weight_ = 1 / colour_scale_.front();
    std::vector<float> scales = row_scale_.empty() ? colour_scale_ : row_scale_;
    if (!row_scale_.empty() && !colour_scale_.empty())
        for (std::size_t i = 0; i < scales.size(); ++i) scales[i] *= colour_scale_[i];
    const MapsToDraw drawn{maps(), queries(), keys(), masks_, scales};
    pixels_ = is_change() ? build_difference_pixels(drawn, pool) : build_map_pixels(drawn, pool);
    const MapPixels::Level* whole = pixels_.levels.empty() ? nullptr : &pixels_.levels.front();
    const std::uint16_t masked = is_change() ? kMaskedDifferenceHalf : kMaskedHalf;
    if (whole != nullptr)
        has_masked_cells_ = std::find(whole->halves.begin(), whole->halves.end(), masked) != whole->halves.end();
}

ByteSpan ShownTrace::span_of(const std::vector<Token>& tokens, const Axis& axis, Index token) {
    const Index first = axis.stands_for(token);
    ByteSpan span = tokens[static_cast<std::size_t>(first)].span;
    for (auto i = static_cast<std::size_t>(first) + 1; i < tokens.size(); ++i) {
        if (axis.stands_for(static_cast<Index>(i)) != first) break;
        span.end = std::max(span.end, tokens[i].span.end);
    }
    return span;
}

float ShownTrace::weight(HeadRef head, Index query, Index key) const {
    const float raw = map(head)(query_of(query), key_of(key));
    return row_scale_.empty() ? raw : raw * row_scale_[row_number(head, query)];
}

float ShownTrace::weight_without(HeadRef head, Index query, Index key) const {
    const AttentionMaps& after = after_ ? *after_ : get_map_set(*trace_, as_.set).maps;
    const float raw = after.head(head.layer, head.head)(query_of(query), key_of(key));
    return after_scale_.empty() ? raw : raw * after_scale_[row_number(head, query)];
}

float ShownTrace::colour_scale(HeadRef head, Index query) const {
    return colour_scale_.empty() ? 1 : colour_scale_[row_number(head, query)];
}

float ShownTrace::sink_weight(HeadRef head, Index query) const {
    if (!has_sinks(head.layer)) return 0;
    if (!made_maps_) return headscope::sink_weight(*trace_, as_.set, head.layer, head.head, query);
    const ConstMatrixView weights = map(head);
    double sum = 0;
    for (Index key = 0; key < weights.cols; ++key) sum += static_cast<double>(weights(query_of(query), key));
    return static_cast<float>(1 - sum);
}

bool ShownTrace::is_masked(HeadRef head, Index query, Index key) const {
    return !mask(head.layer).allows(query_of(query), key_of(key)) && weight(head, query, key) == 0;
}

Index ShownTrace::rank(HeadRef head, Index query, Index key) const {
    const ConstMatrixView weights = map(head);
    const float weight = strength(weights(query_of(query), key_of(key)));
    Index rank = 1;
    for (const Index other : keys()) rank += strength(weights(query_of(query), other)) > weight ? 1 : 0;
    return rank;
}

TopTarget ShownTrace::top_target(HeadRef head, Index query) const {
    const ConstMatrixView weights = map(head);
    TopTarget top;
    for (const Index key : keys()) {
        if (key_token(key).is_special) continue;
        const float raw = strength(weights(query_of(query), key));
        if (raw > top.weight) top = {key, raw};
    }
    if (top.key >= 0) top.weight = weight(head, query, top.key);
    return top;
}

}  // namespace headscope
