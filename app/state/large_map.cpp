#include "app/state/large_map.h"

#include <algorithm>
#include <utility>

#include "app/state/app_state.h"
#include "app/state/selection.h"
#include "core/trace/difference_pixels.h"

namespace headscope {
namespace {

std::optional<CombinedRequest> wanted_combination(const AppState& state) {
    if (!state.shown || state.shown->is_empty() || !state.view.combined) return std::nullopt;
    if (state.shown->is_of_layers()) return std::nullopt;  // there are no heads to be taken together
    return CombinedRequest{state.shown, selected_heads(state.view), *state.view.combined};
}

bool is_of(const CombinedMap& made, const CombinedRequest& wanted) {
    return &made.shown() == wanted.shown.get() && made.how() == wanted.how && made.heads() == wanted.heads;
}

}  // namespace

Result<std::shared_ptr<const CombinedMap>> CombinedMap::make(const CombinedRequest& request, ThreadPool& pool,
                                                             const CancelToken& cancel) {
    const ShownTrace& shown = *request.shown;
    auto weights = combine_heads(shown.maps(), request.heads, request.how, shown.row_scales(), pool, cancel);
    if (!weights.has_value()) return weights.error();
    return std::shared_ptr<const CombinedMap>(new CombinedMap(request, std::move(weights).value()));
}

CombinedMap::CombinedMap(const CombinedRequest& request, std::vector<float> weights)
    : shown_(request.shown),
      heads_(request.heads),
      how_(request.how),
      n_keys_(static_cast<Index>(shown_->key_tokens().size())),
      weights_(std::move(weights)) {
    for (const HeadRef head : heads_) {
        const AttentionMask* mask = &shown_->mask(head.layer);
        if (std::find(masks_.begin(), masks_.end(), mask) == masks_.end()) masks_.push_back(mask);
    }
    const ConstMatrixView map{weights_.data(), static_cast<Index>(shown_->query_tokens().size()), n_keys_, n_keys_};
    colour_scales_ = colour_scales(map, shown_->queries(), shown_->keys(), shown_->range(), shown_->largest_weight());
    pixels_ = shown_->is_change() ? change_pixels()
                                  : build_map_pixels(map, shown_->queries(), shown_->keys(), masks_, colour_scales_);
}

MapPixels CombinedMap::change_pixels() const {
    std::vector<float> values;
    std::vector<unsigned char> masked;
    for (const Index query : shown_->queries()) {
        for (const Index key : shown_->keys()) {
            values.push_back(weight(query, key) * colour_scale(query));
            masked.push_back(is_masked(query, key) ? 1 : 0);
        }
    }
    return build_difference_pixels(values, masked, static_cast<int>(shown_->queries().size()),
                                   static_cast<int>(shown_->keys().size()), 1);
}

bool CombinedMap::is_masked(Index query, Index key) const {
    if (weight(query, key) != 0) return false;
    return std::none_of(masks_.begin(), masks_.end(),
                        [&](const AttentionMask* mask) { return mask->allows(query, key); });
}

std::optional<HeadRef> LargeMap::head() const {
    return combined_ == nullptr ? std::optional<HeadRef>(head_) : std::nullopt;
}

std::string LargeMap::name() const {
    if (combined_ == nullptr && shown_->is_of_layers())
        return head_.layer == 0 ? "Rollout · layer 0" : "Rollout · layers 0–" + std::to_string(head_.layer);
    if (combined_ == nullptr) return "Layer " + std::to_string(head_.layer) + " · Head " + std::to_string(head_.head);
    const std::size_t count = combined_->heads().size();
    return (combined_->how() == Combination::kMean ? "Mean of " : "Maximum of ") + std::to_string(count) +
           (count == 1 ? " head" : " heads");
}

const char* LargeMap::tip() const {
    if (combined_ == nullptr) return "";
    if (shown_->is_change() && combined_->how() == Combination::kMean)
        return "Each cell is the mean of the chosen heads' changes: rows sum to 0. M goes back to one head.";
    if (shown_->is_change())
        return "Each cell is the chosen heads' change that is farthest from 0: rows need not sum to 0. Shift+M goes "
               "back "
               "to one head.";
    if (combined_->how() == Combination::kMean)
        return "Each cell is the mean of the chosen heads' weights: rows sum to 1 as theirs do. M goes back to one "
               "head.";
    return "Each cell is the largest of the chosen heads' weights: rows may sum to more than 1. Shift+M goes back to "
           "one head.";
}

int LargeMap::slice() const {
    if (combined_ != nullptr) return kCombinedSlice;
    return shown_->slice(head_);
}

float LargeMap::weight(Index query, Index key) const {
    return combined_ != nullptr ? combined_->weight(query, key) : shown_->weight(head_, query, key);
}

float LargeMap::colour_scale(Index query) const {
    return combined_ != nullptr ? combined_->colour_scale(query) : shown_->colour_scale(head_, query);
}

bool LargeMap::is_masked(Index query, Index key) const {
    return combined_ != nullptr ? combined_->is_masked(query, key) : shown_->is_masked(head_, query, key);
}

Index LargeMap::rank(Index query, Index key) const {
    if (combined_ == nullptr) return shown_->rank(head_, query, key);
    const float weight = shown_->strength(combined_->weight(query, key));
    Index rank = 1;
    for (const Index other : shown_->keys()) rank += shown_->strength(combined_->weight(query, other)) > weight ? 1 : 0;
    return rank;
}

TopTarget LargeMap::top_target(Index query) const {
    if (combined_ == nullptr) return shown_->top_target(head_, query);
    TopTarget top;
    for (const Index key : shown_->keys()) {
        if (shown_->key_token(key).is_special) continue;
        const float weight = combined_->weight(query, key);
        if (top.key < 0 || shown_->strength(weight) > shown_->strength(top.weight)) top = {key, weight};
    }
    return top;
}

float LargeMap::sink_weight(Index query) const {
    if (combined_ == nullptr) return shown_->sink_weight(head_, query);
    if (combined_->how() == Combination::kMax) return 0;
    double sum = 0;
    for (const HeadRef head : combined_->heads()) sum += static_cast<double>(shown_->sink_weight(head, query));
    return static_cast<float>(sum / static_cast<double>(combined_->heads().size()));
}

bool LargeMap::has_sinks() const {
    if (combined_ == nullptr) return shown_->has_sinks(head_.layer);
    return std::any_of(combined_->heads().begin(), combined_->heads().end(),
                       [&](HeadRef head) { return shown_->has_sinks(head.layer); });
}

LargeMap large_map(const AppState& state) {
    const CombinedMap* made = state.combined.get();
    if (state.view.combined && made != nullptr && &made->shown() == state.shown.get()) return LargeMap(*made);
    return {*state.shown, state.view.selected};
}

std::optional<CombinedRequest> next_combined_request(AppState& state) {
    std::optional<CombinedRequest> wanted = wanted_combination(state);
    if (!wanted) {
        state.combined.reset();
        state.combined_asked.reset();
        return std::nullopt;
    }
    if (state.combined && is_of(*state.combined, *wanted)) {
        state.combined_asked.reset();
        return std::nullopt;
    }
    if (state.is_computing) {
        state.combined_asked.reset();
        return std::nullopt;
    }
    if (state.combined_asked == wanted) return std::nullopt;
    state.combined_asked = wanted;
    return wanted;
}

void accept_combined(AppState& state, Result<std::shared_ptr<const CombinedMap>> combined) {
    if (combined.has_value()) {
        state.combined = std::move(combined).value();
    } else {
        state.view.combined.reset();
        state.message = Message{MessageKind::kError, combined.error().message, std::nullopt};
    }
}

}  // namespace headscope
