#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/trace/attention_trace.h"
#include "core/trace/links.h"
#include "core/trace/map_pixels.h"

namespace headscope {

// A trace as it is on screen: which tokens are drawn, and the pixels of every head. Immutable once made.
class ShownTrace {
  public:
    ShownTrace(std::shared_ptr<const AttentionTrace> trace, SpecialsMode specials, ThreadPool& pool);

    const std::shared_ptr<const AttentionTrace>& trace() const { return trace_; }
    SpecialsMode specials() const { return specials_; }
    const MapPixels& pixels() const { return pixels_; }
    Index n_layers() const { return trace_->maps->n_layers(); }
    Index n_heads() const { return trace_->maps->n_heads(); }

    // The drawn tokens, ascending token indices; rows and columns of the drawn maps follow this order.
    const std::vector<Index>& tokens() const { return tokens_; }
    // Where a token stands among the drawn ones; none if it is hidden or no token.
    std::optional<Index> place_of(Index token) const;

    // How a token is called on axes and in lists: its display string, behind a dot where it continues a word, with its
    // position below the line where the same string stands more than once.
    const std::string& label(Index token) const { return labels_[static_cast<std::size_t>(token)]; }

    // The weight as shown (divided by what remains of its row if renormalised); both are token indices.
    float weight(HeadRef head, Index query, Index key) const;
    // 1-based rank of that weight among the drawn keys of its row.
    Index rank(HeadRef head, Index query, Index key) const;
    // The strongest drawn key of a row, special tokens skipped; as shown.
    TopTarget top_target(HeadRef head, Index query) const;

  private:
    std::shared_ptr<const AttentionTrace> trace_;
    SpecialsMode specials_;
    std::vector<Index> tokens_;
    std::vector<Index> places_;  // token index → place, −1 where hidden
    std::vector<std::string> labels_;
    std::vector<float> row_scale_;  // [layer][head][query], empty unless renormalised
    MapPixels pixels_;
};

}  // namespace headscope
