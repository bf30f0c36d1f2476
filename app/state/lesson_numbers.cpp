#include "app/state/lesson_numbers.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include "app/state/app_state.h"
#include "app/state/switch_off.h"
#include "core/model/published_sizes.h"

namespace headscope {
namespace {

// Multiplications that are worth spending on the norms of all tokens.
constexpr double kMostNormWork = 2e9;
// Cells of a map that are worth computing twice.
constexpr Index kMostMaskTokens = 1024;

std::uint64_t next_serial() {
    static std::atomic<std::uint64_t> serial = 0;
    return ++serial;
}

RowMajorMatrix norms_of(const AttentionBlock& block, ThreadPool& pool) {
    const auto work = static_cast<double>(block.n_queries()) * static_cast<double>(block.shape.n_heads) *
                      static_cast<double>(block.shape.q_width()) * static_cast<double>(block.shape.d_model);
    if (work > kMostNormWork) return {};
    RowMajorMatrix norms(block.n_queries(), block.shape.n_heads);
    for (Index query = 0; query < block.n_queries(); ++query) {
        const HeadParts parts = head_parts(block, query, pool);
        std::copy(parts.norms.begin(), parts.norms.end(), norms.row(query).data());
    }
    return norms;
}

bool needs_numbers(LessonPageId page) {
    switch (page) {
        case LessonPageId::kReading:
        case LessonPageId::kRow:
        case LessonPageId::kTwoWays:
        case LessonPageId::kOutput:
        case LessonPageId::kRedundancy:
        case LessonPageId::kCausal:
            return true;
        default:
            return false;
    }
}

}  // namespace

bool LessonRequest::is_same_block(const LessonRequest& other) const {
    return trace == other.trace && set == other.set && layer == other.layer && random_sizes == other.random_sizes;
}

Result<std::shared_ptr<const LessonNumbers>> make_lesson_numbers(const LessonRequest& request,
                                                                 const std::shared_ptr<const LessonNumbers>& previous,
                                                                 const CancelToken& cancel, Workspace& workspace) {
    try {
        auto made = std::make_shared<LessonNumbers>();
        made->request = request;
        made->serial = next_serial();
        ThreadPool& pool = workspace.pool();
        if (previous && previous->request.is_same_block(request)) {
            made->block = previous->block;
            made->output = previous->output;
            made->norms = previous->norms;
            made->ways = previous->ways;
            if (previous->request.head == request.head) made->slices = previous->slices;
        } else {
            auto block = request.random_sizes
                             ? make_random_block(*request.random_sizes, kRandomTokens, 1, pool)
                             : run_block(*request.trace, request.set, request.layer, cancel, workspace);
            if (!block.has_value()) return block.error();
            made->block = std::move(block).value();
            made->output = std::make_shared<RowMajorMatrix>(output_matrix(*made->block));
            made->norms = norms_of(*made->block, pool);
        }
        const AttentionBlock& block = *made->block;
        if (!made->slices) made->slices = std::make_shared<HeadSlices>(head_slices(block, request.head));
        made->row = row_steps(block, request.head, request.query);
        made->wide = one_wide_head(block, request.query);
        made->parts = head_parts(block, request.query, pool);
        if (block.is_self && block.n_queries() <= kMostMaskTokens) made->masks = masked_and_open(block, request.head);
        if (cancel.is_requested()) return Error{ErrorKind::kCancelled, "lesson: cancelled"};
        if (request.both_ways && !made->ways) made->ways = compute_both_ways(block, pool);
        if (request.ablation) {
            auto ablation = make_ablation_numbers(*request.ablation, cancel, workspace);
            if (!ablation.has_value()) return ablation.error();
            made->ablation = std::move(ablation).value();
        } else if (previous) {
            made->ablation = previous->ablation;
        }
        return std::shared_ptr<const LessonNumbers>(std::move(made));
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge,
                     "lesson: the steps of this layer need more memory than the machine has free"};
    }
}

std::optional<LessonRequest> lesson_request(const AppState& state) {
    const LessonState& lesson = state.lesson;
    if (!lesson.is_open || !needs_numbers(lesson.at.page)) return std::nullopt;
    LessonRequest request;
    request.both_ways = lesson.at.page == LessonPageId::kTwoWays;
    if (lesson.random_sizes && lesson.at.page == LessonPageId::kRow) {
        request.random_sizes = all_published_sizes()[static_cast<std::size_t>(*lesson.random_sizes)].sizes;
        request.random_sizes->n_layers = 1;
        request.head = std::min(state.view.selected.head, request.random_sizes->n_heads - 1);
        request.query = kRandomTokens - 1;
        return request;
    }
    if (!state.shown || !state.trace()->model || state.trace()->model->weights.layers.empty()) return std::nullopt;
    request.trace = state.shown->trace();
    request.set = state.shown->set();
    request.layer = state.view.selected.layer;
    request.head = state.view.selected.head;
    request.query = lesson_query(state);
    if (lesson.at.page == LessonPageId::kRedundancy)
        request.ablation =
            AblationRequest{request.trace, heads_of_stack(lesson.off, state.model->config), lesson.off_by};
    return request;
}

Index lesson_query(const AppState& state) {
    const ShownTrace& shown = *state.shown;
    if (state.view.locked_query && shown.query_place(*state.view.locked_query)) return *state.view.locked_query;
    Index best = 0;
    float strongest = -1;
    for (const Index query : shown.queries()) {
        if (shown.query_token(query).is_special) continue;
        for (const Index key : shown.keys()) {
            if (shown.key_token(key).is_special || (shown.is_square() && key == query)) continue;
            const float weight = shown.weight(state.view.selected, query, key);
            if (weight <= strongest) continue;
            strongest = weight;
            best = query;
        }
    }
    return best;
}

void open_lesson(AppState& state, LessonPageId page) {
    state.lesson = lesson_at(state.lesson, page);
    state.beside.is_open = false;
    state.popup = Popup::kNone;
    state.focus = TextFocus::kNone;
    // A page that shows what changes begins with something that does.
    if (page == LessonPageId::kRedundancy && state.lesson.off.empty()) state.lesson.off = {state.view.selected};
    if (!state.shown || state.shown->is_empty() || state.view.locked_query) return;
    ViewState view = state.view;
    view.locked_query = lesson_query(state);
    change_view(state, view);
}

std::optional<LessonRequest> next_lesson_request(AppState& state) {
    std::optional<LessonRequest> wanted = lesson_request(state);
    if (!wanted) {
        if (state.lesson.is_open) return std::nullopt;
        state.lesson_numbers.reset();
        state.lesson_asked.reset();
        return std::nullopt;
    }
    if (wanted == state.lesson_asked || state.is_computing) return std::nullopt;
    state.lesson_asked = wanted;
    state.is_lesson_computing = true;
    return wanted;
}

void forget_lesson_request(AppState& state) {
    state.lesson_asked.reset();
    state.is_lesson_computing = false;
}

void accept_lesson(AppState& state, Result<std::shared_ptr<const LessonNumbers>> numbers) {
    state.is_lesson_computing = false;
    state.lesson_problem = numbers.has_value() ? "" : numbers.error().message;
    if (numbers.has_value()) state.lesson_numbers = std::move(numbers).value();
}

}  // namespace headscope
