#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/base/thread_pool.h"
#include "core/trace/head_facts.h"
#include "core/trace/map_set.h"
#include "core/trace/similarity.h"

namespace headscope {

struct AppState;

// Which maps are measured. Raw weights of all tokens, special ones included, however they are shown.
struct MeasureRequest {
    std::shared_ptr<const AttentionTrace> trace;
    MapSet set = MapSet::kEncoder;  // the trace has it
    bool has_likeness = false;      // distances of all pairs of heads and their plane besides

    bool operator==(const MeasureRequest&) const = default;
    bool is_of_same_maps(const MeasureRequest& other) const { return trace == other.trace && set == other.set; }
};

// What is measured of every head of one set of maps. Immutable once made; indices are layer · n_heads + head.
struct HeadMeasures {
    MeasureRequest request;
    Index n_layers = 0, n_heads = 0;
    // Facts and the roles that show on this text; empty for cross-attention, whose queries and keys are different
    // tokens.
    std::vector<HeadFacts> facts;
    // How unlike any two heads are, and where that puts them in a plane (see head_plane). They are made only when a
    // view needs them, and come later than the facts: until then size() is 0 and the plane empty.
    HeadDistances distances;
    std::vector<std::array<float, 2>> plane;

    bool has_likeness() const { return distances.size() > 0; }
    // Null for cross-attention and for heads that the maps lack.
    const HeadFacts* find_facts(HeadRef head) const;
    // The role with the highest score that shows on this text; null: none does.
    const RoleScore* strongest_role(HeadRef head) const;
};

// The facts alone. Errors: kTooLarge.
Result<std::shared_ptr<const HeadMeasures>> measure_facts(const MeasureRequest& request, ThreadPool& pool);
// The same with distances and plane, as if asked for. Of long texts a part of the rows is compared, evenly spread, so
// that the work stays bounded. Errors: kCancelled, kTooLarge.
Result<std::shared_ptr<const HeadMeasures>> with_likeness(const HeadMeasures& facts, const CancelToken& cancel,
                                                          ThreadPool& pool);

// Whether the view draws how alike heads are.
bool needs_likeness(const AppState& state);
// What is to be measured now, if it has not been asked for yet and no newer text is on its way; then it counts as asked
// for, and measures of anything else are let go of.
std::optional<MeasureRequest> next_measure_request(AppState& state);
// The newest request was given up: nothing will come of it.
void forget_measure_request(AppState& state);
void accept_measures(AppState& state, Result<std::shared_ptr<const HeadMeasures>> measures);

}  // namespace headscope
