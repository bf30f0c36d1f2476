#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/nn/attention.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"
#include "core/trace/map_pixels.h"
#include "core/trace/map_set.h"

namespace headscope {

// How a trace is put on screen.
struct ShownAs {
    SpecialsMode specials = SpecialsMode::kKeep;
    MapSet set = MapSet::kEncoder;  // the encoder's where the trace has no such set

    bool operator==(const ShownAs&) const = default;
};

// A trace as it is on screen: one of its map sets, which tokens are drawn, and the pixels of every head. Immutable once
// made. Queries and keys are token indices, each of its own axis: in cross-attention a query counts target tokens and a
// key source tokens.
class ShownTrace {
  public:
    ShownTrace(std::shared_ptr<const AttentionTrace> trace, ShownAs as, ThreadPool& pool);

    const std::shared_ptr<const AttentionTrace>& trace() const { return trace_; }
    SpecialsMode specials() const { return as_.specials; }
    MapSet set() const { return as_.set; }
    // Whether queries and keys are the same tokens, so that one list of them serves both axes.
    bool is_square() const { return as_.set != MapSet::kCross; }
    const MapPixels& pixels() const { return pixels_; }
    Index n_layers() const { return maps().n_layers(); }
    Index n_heads() const { return maps().n_heads(); }

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

    // How a token is called on axes and in lists: its display string, behind a dot where it continues a word, with its
    // position below the line where the same string stands more than once.
    const std::string& query_label(Index query) const { return rows_.labels[static_cast<std::size_t>(query)]; }
    const std::string& key_label(Index key) const { return columns().labels[static_cast<std::size_t>(key)]; }

    // The weight as shown (divided by what remains of its row if renormalised).
    float weight(HeadRef head, Index query, Index key) const;
    // What weight() multiplies each raw row with, [layer][head][query]; empty where it is 1.
    const std::vector<float>& row_scales() const { return row_scale_; }
    // The set's raw maps, of all tokens.
    const AttentionMaps& maps() const { return get_map_set(*trace_, as_.set).maps; }
    const AttentionMask& mask(Index layer) const { return masks_[static_cast<std::size_t>(layer)]; }
    // Whether the model's mask keeps this query from looking there.
    bool is_masked(HeadRef head, Index query, Index key) const;
    bool has_masked_cells() const { return has_masked_cells_; }
    // 1-based rank of the weight among the drawn keys of its row.
    Index rank(HeadRef head, Index query, Index key) const;
    // The strongest drawn key of a row, special tokens skipped; as shown.
    TopTarget top_target(HeadRef head, Index query) const;

    // Whether rows of this layer sum to less than 1, the rest being given to a sink that is no token.
    bool has_sinks(Index layer) const { return headscope::has_sinks(*trace_, as_.set, layer); }
    // What a row gives to the sink, raw.
    float sink_weight(HeadRef head, Index query) const {
        return headscope::sink_weight(*trace_, as_.set, head.layer, head.head, query);
    }

  private:
    struct Axis {
        Axis() = default;
        Axis(const std::vector<Token>& tokens, SpecialsMode specials);
        std::optional<Index> place_of(Index token) const;

        std::vector<Index> drawn;
        std::vector<Index> places;  // token index → place, −1 where hidden
        std::vector<std::string> labels;
    };

    const Axis& columns() const { return is_square() ? rows_ : columns_; }

    std::shared_ptr<const AttentionTrace> trace_;
    ShownAs as_;
    Axis rows_;
    Axis columns_;                      // only where keys are other tokens than queries
    std::vector<AttentionMask> masks_;  // one a layer
    bool has_masked_cells_ = false;
    std::vector<float> row_scale_;  // [layer][head][query], empty unless renormalised
    MapPixels pixels_;
};

}  // namespace headscope
