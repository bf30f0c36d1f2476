#include "app/state/jobs.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

#include "app/state/job_thread.h"

namespace headscope {
namespace {

// Cancels what a token stands for and makes it a new one, for the job that takes the place of that.
CancelToken renewed(CancelToken& token) {
    token.request();
    token = CancelToken();
    return token;
}

}  // namespace

struct Jobs::State {
    explicit State(std::function<void()> wake_window) : wake(std::move(wake_window)) {}

    void deliver(JobEvent event) {
        {
            const std::lock_guard lock(mutex);
            events.push_back(std::move(event));
        }
        wake();
    }

    // Posts a computation that takes the place of every earlier one.
    void compute_newest(std::function<Result<std::shared_ptr<const ShownTrace>>(const CancelToken&)> make) {
        const CancelToken cancel = renewed(newest_cancel);
        compute.post([this, cancel, make = std::move(make)] {
            if (cancel.is_requested()) return;
            auto shown = [&]() -> Result<std::shared_ptr<const ShownTrace>> {
                try {
                    return make(cancel);
                } catch (const std::bad_alloc&) {
                    return Error{ErrorKind::kTooLarge, "this text needs more memory than the machine has free"};
                }
            }();
            if (!cancel.is_requested()) deliver(TraceReady{std::move(shown)});
        });
    }

    // Forgets the load that runs, and its result where that waits already.
    void forget_load() {
        renewed(load_cancel);
        load_percent = 0;
        const std::lock_guard lock(mutex);
        std::erase_if(events, [](const JobEvent& event) { return std::holds_alternative<ModelLoaded>(event); });
    }

    std::function<void()> wake;
    std::mutex mutex;
    std::vector<JobEvent> events;
    CancelToken newest_cancel;
    CancelToken lesson_cancel;
    CancelToken beside_cancel;
    CancelToken measure_cancel;
    CancelToken combine_cancel;
    std::array<CancelToken, kFindingKinds> finding_cancel;
    std::array<std::atomic<int>, kFindingKinds> finding_percent = {};
    CancelToken file_cancel;
    CancelToken load_cancel;
    std::atomic<int> load_percent = 0;
    Workspace workspace;        // used by the compute thread alone
    Workspace heads_workspace;  // likewise
    Workspace many_workspace;   // likewise
    JobThread models;
    JobThread files;
    JobThread compute;
    JobThread heads;
    JobThread many_runs;
};

Jobs::Jobs(std::function<void()> wake) : state_(std::make_unique<State>(std::move(wake))) {}

Jobs::~Jobs() {
    state_->newest_cancel.request();
    state_->lesson_cancel.request();
    state_->beside_cancel.request();
    state_->measure_cancel.request();
    state_->combine_cancel.request();
    for (const CancelToken& cancel : state_->finding_cancel) cancel.request();
    state_->file_cancel.request();
    state_->load_cancel.request();
}

void Jobs::load_model(std::filesystem::path path) {
    state_->forget_load();
    state_->models.post([state = state_.get(), path = std::move(path), cancel = state_->load_cancel] {
        if (cancel.is_requested()) return;
        ThreadPool pool;
        LoadOptions options;
        options.pool = &pool;
        options.cancel = cancel;
        options.progress = [&](double fraction) {
            const int percent = static_cast<int>(100 * fraction);
            if (!cancel.is_requested() && state->load_percent.exchange(percent) != percent) state->wake();
        };
        ModelLoaded loaded{path, headscope::load_model(path, options)};
        {
            const std::lock_guard lock(state->mutex);
            if (cancel.is_requested()) return;
            state->events.emplace_back(std::move(loaded));
        }
        state->wake();
    });
}

void Jobs::cancel_load() {
    state_->forget_load();
}

int Jobs::load_percent() const {
    return state_->load_percent;
}

void Jobs::list_models() {
    state_->files.post([state = state_.get()] { state->deliver(ModelsListed{list_model_entries()}); });
}

void Jobs::inspect_model(std::filesystem::path path) {
    state_->files.post([state = state_.get(), path = std::move(path)] {
        state->deliver(PathInspected{path, summarise_model(path)});
    });
}

void Jobs::open_file(std::filesystem::path path) {
    state_->files.post([state = state_.get(), path = std::move(path)] { state->deliver(FileOpened{identify(path)}); });
}

void Jobs::save_session(Session session, std::filesystem::path path) {
    state_->files.post([state = state_.get(), session = std::move(session), path = std::move(path)] {
        state->deliver(SessionSaved{path, write_session(session, path)});
    });
}

void Jobs::save_settings(Settings settings, std::filesystem::path path) {
    state_->files.post([state = state_.get(), settings = std::move(settings), path = std::move(path)] {
        state->deliver(SettingsSaved{write_settings(settings, path)});
    });
}

void Jobs::analyse(AnalysisRequest request) {
    state_->compute_newest([state = state_.get(), request = std::move(request)](const CancelToken& cancel) {
        return analyse_and_show(request, cancel, state->workspace);
    });
}

void Jobs::show_again(std::shared_ptr<const AttentionTrace> trace, ShownAs as) {
    state_->compute_newest([state = state_.get(), trace = std::move(trace), as](const CancelToken& cancel) {
        return show_trace(trace, as, cancel, state->workspace);
    });
}

void Jobs::cancel_lesson() {
    state_->lesson_cancel.request();
}

void Jobs::make_lesson(LessonRequest request, std::shared_ptr<const LessonNumbers> previous) {
    const CancelToken cancel = renewed(state_->lesson_cancel);
    state_->compute.post([state = state_.get(), cancel, request = std::move(request), previous = std::move(previous)] {
        if (cancel.is_requested()) return;
        auto numbers = make_lesson_numbers(request, previous, cancel, state->workspace);
        if (!cancel.is_requested()) state->deliver(LessonReady{std::move(numbers)});
    });
}

void Jobs::compare(BesideRequest request) {
    const CancelToken cancel = renewed(state_->beside_cancel);
    state_->compute.post([state = state_.get(), cancel, request = std::move(request)] {
        if (cancel.is_requested()) return;
        auto numbers = [&]() -> Result<std::shared_ptr<const BesideNumbers>> {
            try {
                AnalysisRequest second{request.model, request.text};
                second.as.specials = request.first->specials();
                second.specials_as_text = request.specials_as_text;
                auto shown = analyse_and_show(second, cancel, state->workspace);
                if (!shown.has_value()) return shown.error();
                return make_beside_numbers(request, std::move(shown).value());
            } catch (const std::bad_alloc&) {
                return Error{ErrorKind::kTooLarge, "the second text needs more memory than the machine has free"};
            }
        }();
        if (!cancel.is_requested()) state->deliver(BesideReady{std::move(numbers)});
    });
}

void Jobs::measure(MeasureRequest request, std::shared_ptr<const HeadMeasures> known) {
    const CancelToken cancel = renewed(state_->measure_cancel);
    if (known && !known->request.is_of_same_maps(request)) known.reset();
    state_->heads.post([state = state_.get(), cancel, request = std::move(request), known = std::move(known)] {
        if (cancel.is_requested()) return;
        ThreadPool& pool = state->heads_workspace.pool();
        Result<std::shared_ptr<const HeadMeasures>> facts = known;
        if (known == nullptr) {
            facts = measure_facts(request, pool);
            if (cancel.is_requested()) return;
            state->deliver(HeadsMeasured{facts});
        }
        if (!facts.has_value() || !request.has_likeness) return;
        auto whole = with_likeness(*facts.value(), cancel, pool);
        if (!cancel.is_requested()) state->deliver(HeadsMeasured{std::move(whole)});
    });
}

void Jobs::cancel_measure() {
    state_->measure_cancel.request();
}

void Jobs::combine_heads(CombinedRequest request) {
    const CancelToken cancel = renewed(state_->combine_cancel);
    state_->compute.post([state = state_.get(), cancel, request = std::move(request)] {
        if (cancel.is_requested()) return;
        auto combined = [&]() -> Result<std::shared_ptr<const CombinedMap>> {
            try {
                return CombinedMap::make(request, state->workspace.pool(), cancel);
            } catch (const std::bad_alloc&) {
                return Error{ErrorKind::kTooLarge, "these heads together need more memory than the machine has free"};
            }
        }();
        if (!cancel.is_requested()) state->deliver(CombinedReady{std::move(combined)});
    });
}

void Jobs::cancel_combine() {
    state_->combine_cancel.request();
}

void Jobs::find_out(FindingRequest request) {
    const std::size_t at = request.index();
    const auto kind = static_cast<FindingKind>(at);
    const CancelToken cancel = renewed(state_->finding_cancel[at]);
    state_->finding_percent[at] = 0;
    const bool takes_many_runs = kind == FindingKind::kRelations || kind == FindingKind::kRanking;
    JobThread& thread = takes_many_runs ? state_->many_runs : state_->heads;
    Workspace& workspace = takes_many_runs ? state_->many_workspace : state_->heads_workspace;
    thread.post([state = state_.get(), &workspace, at, kind, cancel, request = std::move(request)] {
        if (cancel.is_requested()) return;
        const auto progress = [&](int percent) {
            if (!cancel.is_requested() && state->finding_percent[at].exchange(percent) != percent) state->wake();
        };
        auto finding = make_finding(request, cancel, progress, workspace);
        if (!cancel.is_requested()) state->deliver(FindingReady{kind, std::move(finding)});
    });
}

void Jobs::cancel_finding(FindingKind kind) {
    state_->finding_cancel[static_cast<std::size_t>(kind)].request();
}

int Jobs::finding_percent(FindingKind kind) const {
    return state_->finding_percent[static_cast<std::size_t>(kind)];
}

void Jobs::export_json(std::shared_ptr<const AttentionTrace> trace, JsonExportOptions options,
                       std::filesystem::path path) {
    options.cancel = state_->file_cancel;
    state_->files.post(
        [state = state_.get(), trace = std::move(trace), options = std::move(options), path = std::move(path)] {
            state->deliver(Exported{path, export_trace_json(*trace, options, path)});
        });
}

std::vector<JobEvent> Jobs::take_events() {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->events, {});
}

bool Jobs::is_busy() const {
    return state_->compute.pending() > 0 || state_->heads.pending() > 0 || state_->many_runs.pending() > 0 ||
           state_->models.pending() > 0 || state_->files.pending() > 0;
}

}  // namespace headscope
