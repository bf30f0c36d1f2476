#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/pair_block.h"
#include "app/state/shown_values.h"
#include "core/base/thread_pool.h"
#include "core/nn/attention.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"
#include "core/trace/map_pixels.h"
#include "core/trace/map_set.h"
#include "core/trace/weight_range.h"

namespace headscope {

// How a trace is put on screen.
struct ShownAs {
    SpecialsMode specials = SpecialsMode::kKeep;
    MapSet set = MapSet::kEncoder;            // the encoder's where the trace has no such set
    bool words = false;                       // whole words: to a word the sum over its pieces, from a word their mean
    PairBlock block = PairBlock::kAll;        // of two texts; one text has no blocks
    WeightRange range = WeightRange::kFixed;  // which weight gets the last colour
    MapValues values = MapValues::kWeights;   // the weights where the trace cannot be shown otherwise

    bool operator==(const ShownAs&) const = default;
};

// A trace as it is on screen: one of its map sets, which tokens are drawn, and the pixels of every head. Immutable once
// made. Queries and keys are token indices, each of its own axis: in cross-attention a query counts target tokens and a
// key source tokens. Whole words are known by the index of their first piece; the index of any other piece of theirs
// means the same word.
class ShownTrace {
  public:
    // `drawn`: the trace with_values; null: weights.
    ShownTrace(std::shared_ptr<const AttentionTrace> trace, ShownAs as, ThreadPool& pool,
               std::shared_ptr<const AttentionTrace> drawn = nullptr);

    const std::shared_ptr<const AttentionTrace>& trace() const { return trace_; }
    // As asked; the blocks of a trace that has none are all.
    const ShownAs& as() const { return asked_; }
    // What the cells really are.
    MapValues values() const { return as_.values; }
    SpecialsMode specials() const { return as_.specials; }
    bool has_words() const { return as_.words; }
    // Whether two texts were read together, and which block of their maps is drawn.
    bool has_blocks() const;
    PairBlock block() const { return has_blocks() ? as_.block : PairBlock::kAll; }
    // Whether cells go below 0: the colours are then those of differences, on both sides of it.
    bool is_change() const { return as_.values == MapValues::kChange; }
    // Whether a layer has one map that is no head's own: any head of the layer then stands for it.
    bool is_of_layers() const { return as_.values == MapValues::kRollout; }
    // Norms have no fixed end, and changes are far smaller than 1: where a fixed range is asked for, the largest of all
    // heads gets the last colour.
    WeightRange range() const { return as_.range; }
    MapSet set() const { return as_.set; }
    // Whether queries and keys are the same tokens, so that one list of them serves both axes.
    bool is_square() const { return as_.set != MapSet::kCross; }
    const MapPixels& pixels() const { return pixels_; }
    Index n_layers() const { return maps().n_layers(); }
    // Heads of the model, whether or not they have maps of their own here.
    Index n_heads() const { return get_map_set(*trace_, as_.set).maps.n_heads(); }
    // How strong a value is: of changes its distance from 0.
    float strength(float value) const { return is_change() ? std::abs(value) : value; }
    // Which slice of the pixels is a head's.
    int slice(HeadRef head) const { return static_cast<int>(head.layer * maps().n_heads() + map_of(head)); }

    // All tokens of an axis, drawn or not.
    const std::vector<Token>& query_tokens() const { return get_map_set(*trace_, as_.set).queries; }
    const std::vector<Token>& key_tokens() const { return get_map_set(*trace_, as_.set).keys; }
    const Token& query_token(Index query) const { return query_tokens()[static_cast<std::size_t>(query)]; }
    const Token& key_token(Index key) const { return key_tokens()[static_cast<std::size_t>(key)]; }

    // The drawn tokens, ascending indices; rows of the drawn maps follow the queries, columns the keys.
    const std::vector<Index>& queries() const { return rows_.drawn; }
    const std::vector<Index>& keys() const { return columns().drawn; }
    bool is_empty() const { return queries().empty() || keys().empty(); }
    // Where a token stands among the drawn ones; none if it is hidden or no token.
    std::optional<Index> query_place(Index query) const { return rows_.place_of(query); }
    std::optional<Index> key_place(Index key) const { return columns().place_of(key); }

    // The token that stands for this one: the first piece of its word where whole words are shown, else itself.
    Index query_of(Index token) const { return rows_.stands_for(token); }
    Index key_of(Index token) const { return columns().stands_for(token); }
    // The first piece of the word that a token belongs to, whole words or not.
    Index query_word(Index query) const { return rows_.words[static_cast<std::size_t>(query)]; }
    Index key_word(Index key) const { return columns().words[static_cast<std::size_t>(key)]; }
    // What stands for the token: its own display string or that of its whole word, and where that lies in the text.
    const std::string& query_text(Index query) const { return rows_.texts[static_cast<std::size_t>(query)]; }
    const std::string& key_text(Index key) const { return columns().texts[static_cast<std::size_t>(key)]; }
    ByteSpan query_span(Index query) const { return span_of(query_tokens(), rows_, query); }
    ByteSpan key_span(Index key) const { return span_of(key_tokens(), columns(), key); }

    // How a token is called on axes and in lists: its display string, behind a dot where it continues a word, with its
    // position below the line where the same string stands more than once.
    const std::string& query_label(Index query) const { return rows_.labels[static_cast<std::size_t>(query)]; }
    const std::string& key_label(Index key) const { return columns().labels[static_cast<std::size_t>(key)]; }

    // The weight as shown (of whole words, divided by what remains of its row if renormalised).
    float weight(HeadRef head, Index query, Index key) const;
    // Of a change: the weight as it would be shown without the heads that are off, from which the change follows.
    float weight_without(HeadRef head, Index query, Index key) const;
    // What weight() multiplies each raw row with, [layer][head][query]; empty where it is 1.
    const std::vector<float>& row_scales() const { return row_scale_; }
    // The set's maps of all tokens: raw, by whole words (see word_maps), or the change of either.
    const AttentionMaps& maps() const { return made_maps_ ? *made_maps_ : get_map_set(*drawn_, as_.set).maps; }
    // The largest distance of any row's sum from what rows of these values sum to, all keys that count included: from 1
    // of a rollout, from 0 of a change; a sink's share counts as lost.
    double row_sum_error() const { return row_sum_error_; }
    // By what a weight as shown is multiplied to get its colour, for the range asked for.
    float colour_scale(HeadRef head, Index query) const;
    // The largest weight (of changes the largest distance from 0) as shown that is drawn of any head; 0 unless the
    // range needs it.
    float largest_weight() const { return largest_weight_; }
    const AttentionMask& mask(Index layer) const { return masks_[static_cast<std::size_t>(layer)]; }
    // Whether the model's mask keeps this query from looking there.
    bool is_masked(HeadRef head, Index query, Index key) const;
    bool has_masked_cells() const { return has_masked_cells_; }
    // 1-based rank of the weight among the drawn keys of its row, of changes by their size.
    Index rank(HeadRef head, Index query, Index key) const;
    // The strongest drawn key of a row, special tokens skipped; as shown, of changes the one farthest from 0. Ties: the
    // first.
    TopTarget top_target(HeadRef head, Index query) const;

    // Whether rows of this layer sum to less than 1, the rest being given to a sink that is no token.
    bool has_sinks(Index layer) const {
        return as_.values == MapValues::kWeights && headscope::has_sinks(*trace_, as_.set, layer);
    }
    // What a row gives to the sink, raw.
    float sink_weight(HeadRef head, Index query) const;

  private:
    struct Axis {
        Axis() = default;
        // `segment`: only tokens of this text; none: of all.
        Axis(const std::vector<Token>& tokens, const ShownAs& as, std::optional<int> segment);
        std::optional<Index> place_of(Index token) const;
        Index stands_for(Index token) const { return is_merged ? words[static_cast<std::size_t>(token)] : token; }

        bool is_merged = false;  // into whole words
        std::vector<Index> drawn;
        std::vector<Index> places;  // token index → place, −1 where hidden
        std::vector<Index> words;   // token index → first piece of its word
        std::vector<std::string> texts;
        std::vector<std::string> labels;
    };

    static ByteSpan span_of(const std::vector<Token>& tokens, const Axis& axis, Index token);
    std::vector<float> renormalising_scales(const AttentionMaps& maps) const;
    void make_change(ThreadPool& pool);
    void make_pixels(ThreadPool& pool);
    double largest_row_sum_error(double expected) const;
    // The place of a head's map within its layer.
    Index map_of(HeadRef head) const { return is_of_layers() ? 0 : head.head; }
    ConstMatrixView map(HeadRef head) const { return maps().head(head.layer, map_of(head)); }
    std::size_t row_number(HeadRef head, Index query) const {
        return static_cast<std::size_t>(slice(head)) * static_cast<std::size_t>(maps().n_queries()) +
               static_cast<std::size_t>(query_of(query));
    }
    const Axis& columns() const { return has_columns_ ? columns_ : rows_; }

    std::shared_ptr<const AttentionTrace> trace_;
    std::shared_ptr<const AttentionTrace> drawn_;  // the same tokens with the maps that are drawn, or change from
    ShownAs asked_;
    ShownAs as_;
    Axis rows_;
    bool has_columns_ = false;
    Axis columns_;                                    // only where other keys are drawn than queries
    std::shared_ptr<const AttentionMaps> made_maps_;  // by whole words, or the change; null: the trace's
    std::shared_ptr<const AttentionMaps> after_;  // of a change by whole words, those without the heads that are off
    std::vector<float> after_scale_;              // of a change that is renormalised: what multiplies their rows
    std::vector<AttentionMask> masks_;            // one a layer
    bool has_masked_cells_ = false;
    std::vector<float> row_scale_;     // [layer][head][query], empty unless renormalised
    std::vector<float> colour_scale_;  // likewise, empty where the range is fixed
    float largest_weight_ = 0;
    double row_sum_error_ = 0;
    MapPixels pixels_;
};

}  // namespace headscope
