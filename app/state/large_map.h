#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/shown_trace.h"
#include "core/base/thread_pool.h"
#include "core/trace/combined_heads.h"

namespace headscope {

struct AppState;

// A combination that the view asks for.
struct CombinedRequest {
    std::shared_ptr<const ShownTrace> shown;
    std::vector<HeadRef> heads;  // they exist; not empty
    Combination how = Combination::kMean;
    bool operator==(const CombinedRequest&) const = default;
};

// Several heads of a shown trace as one map of its own. Immutable once made.
class CombinedMap {
  public:
    // Weights are combined as they are shown: renormalised first where the trace is. Reads heads · T² cells, so it is
    // made outside the frame. Errors: kCancelled. Throws std::bad_alloc.
    static Result<std::shared_ptr<const CombinedMap>> make(const CombinedRequest& request, ThreadPool& pool,
                                                           const CancelToken& cancel = {});

    const ShownTrace& shown() const { return *shown_; }
    const std::vector<HeadRef>& heads() const { return heads_; }
    Combination how() const { return how_; }
    // One slice, for Graphics::upload_combined_map.
    const MapPixels& pixels() const { return pixels_; }

    float weight(Index query, Index key) const { return weights_[static_cast<std::size_t>(query * n_keys_ + key)]; }
    // As ShownTrace's.
    float colour_scale(Index query) const {
        return colour_scales_.empty() ? 1 : colour_scales_[static_cast<std::size_t>(query)];
    }
    // Forbidden by the mask of every head's layer.
    bool is_masked(Index query, Index key) const;

  private:
    CombinedMap(const CombinedRequest& request, std::vector<float> weights);
    MapPixels change_pixels() const;

    std::shared_ptr<const ShownTrace> shown_;
    std::vector<HeadRef> heads_;
    Combination how_;
    Index n_keys_;
    std::vector<float> weights_;        // [query][key], of all tokens
    std::vector<float> colour_scales_;  // [query]; empty: 1
    std::vector<const AttentionMask*> masks_;
    MapPixels pixels_;
};

// The map that is drawn large: of one head, or of several combined. Whatever draws, reads out, sums or copies cells of
// the large map goes through this. A cheap value that refers into the state it comes from, for one frame. Queries and
// keys are token indices as in ShownTrace.
class LargeMap {
  public:
    LargeMap(const ShownTrace& shown, HeadRef head) : shown_(&shown), head_(head) {}
    explicit LargeMap(const CombinedMap& combined) : shown_(&combined.shown()), combined_(&combined) {}

    // Tokens, axes and what is drawn of them.
    const ShownTrace& shown() const { return *shown_; }
    // None if several heads are combined.
    std::optional<HeadRef> head() const;
    const CombinedMap* combined() const { return combined_; }
    // "Layer 0 · Head 10", "Mean of 5 heads", "Maximum of 5 heads", "Rollout · layers 0–3".
    std::string name() const;
    // One sentence on what a combined map is, a maximum's row sums included; empty for a head.
    const char* tip() const;
    // HeatmapTile::slice of its texture.
    int slice() const;

    // As ShownTrace's of the same names.
    float weight(Index query, Index key) const;
    float colour_scale(Index query) const;
    bool is_masked(Index query, Index key) const;
    Index rank(Index query, Index key) const;
    TopTarget top_target(Index query) const;
    // Of a mean the mean, 0 for a maximum.
    float sink_weight(Index query) const;
    bool has_sinks() const;
    // Whether rows may sum to more than 1: those of a maximum, unless it is of changes.
    bool may_exceed_one() const {
        return combined_ != nullptr && combined_->how() == Combination::kMax && !shown_->is_change();
    }

  private:
    const ShownTrace* shown_;
    HeadRef head_;
    const CombinedMap* combined_ = nullptr;
};

// state.shown must not be null. While a combination is on its way this is the one before it, or the selected head.
LargeMap large_map(const AppState& state);

// What has to be computed now, if anything; remembers in the state that it was asked for. Of a text that is about to
// change nothing is.
std::optional<CombinedRequest> next_combined_request(AppState& state);
// The result of a job. After an error the selected head is drawn large again.
void accept_combined(AppState& state, Result<std::shared_ptr<const CombinedMap>> combined);

}  // namespace headscope
