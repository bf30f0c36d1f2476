#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/state/lesson.h"
#include "app/state/lesson_ablation.h"
#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/trace/row_steps.h"

namespace headscope {

struct AppState;

// What the pages' numbers depend on.
struct LessonRequest {
    std::shared_ptr<const AttentionTrace> trace;  // null: random weights
    MapSet set = MapSet::kEncoder;
    Index layer = 0;
    std::optional<CostSizes> random_sizes;  // in place of the trace
    Index head = 0;
    Index query = 0;
    bool both_ways = false;  // time the loop and the fused way as well

    std::optional<AblationRequest> ablation;  // of the page on redundancy

    bool is_same_block(const LessonRequest& other) const;
    bool operator==(const LessonRequest&) const = default;
};

// The real numbers behind the lesson's pages. Immutable once made; parts are shared with those made before.
struct LessonNumbers {
    LessonRequest request;
    std::uint64_t serial = 0;  // differs between any two that are made
    std::shared_ptr<const AttentionBlock> block;
    std::shared_ptr<const RowMajorMatrix> output;  // W_O, [n_heads · d_head, d_model]
    std::shared_ptr<const HeadSlices> slices;      // of the head
    RowSteps row;
    RowSteps wide;  // one head as wide as all
    HeadParts parts;
    // [queries, n_heads]: ‖what a head adds behind W_O‖; empty where the text is too long to be worth the time.
    RowMajorMatrix norms;
    std::optional<MaskedAndOpen> masks;  // none where queries and keys are different tokens
    std::optional<TwoWays> ways;
    std::shared_ptr<const AblationNumbers> ablation;
};

// Makes them, taking over what `previous` (may be null) has of the same block. Errors as run_block's.
Result<std::shared_ptr<const LessonNumbers>> make_lesson_numbers(const LessonRequest& request,
                                                                 const std::shared_ptr<const LessonNumbers>& previous,
                                                                 const CancelToken& cancel, Workspace& workspace);

// Published sizes with random weights show a text of two tokens.
constexpr Index kRandomTokens = 2;
constexpr const char* kRandomTokenNames[kRandomTokens] = {"money", "bank"};

// The token whose row the lesson shows: the locked one, else that of the selected head's strongest link between tokens
// that are not special. The maps must be there.
Index lesson_query(const AppState& state);

// Opens the lesson at the first step of a page and locks the token whose row it shows.
void open_lesson(AppState& state, LessonPageId page);

// The numbers that the page on screen needs; none while there is nothing to compute.
std::optional<LessonRequest> lesson_request(const AppState& state);
// The same if it has not been asked for yet and no newer text is on its way; then it counts as asked for. Lets go of
// all numbers once the lesson is closed.
std::optional<LessonRequest> next_lesson_request(AppState& state);
// The newest request was given up: nothing will come of it.
void forget_lesson_request(AppState& state);
void accept_lesson(AppState& state, Result<std::shared_ptr<const LessonNumbers>> numbers);

}  // namespace headscope
