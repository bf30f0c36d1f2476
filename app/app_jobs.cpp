// Between the state and the jobs: what it asks for, and what they deliver.

#include <optional>
#include <utility>
#include <variant>

#include "app/app_parts.h"
#include "app/state/path_choices.h"
#include "app/state/session.h"

namespace headscope {

void App::Parts::accept_events() {
    for (JobEvent& event : jobs.take_events()) {
        if (auto* loaded = std::get_if<ModelLoaded>(&event)) {
            accept_model(state, loaded->path, std::move(loaded->model));
        } else if (auto* traced = std::get_if<TraceReady>(&event)) {
            accept_trace(state, std::move(traced->shown));
        } else if (auto* combined = std::get_if<CombinedReady>(&event)) {
            accept_combined(state, std::move(combined->combined));
        } else if (auto* exported = std::get_if<Exported>(&event)) {
            accept_export(state, exported->path, exported->status);
        } else if (auto* lesson = std::get_if<LessonReady>(&event)) {
            accept_lesson(state, std::move(lesson->numbers));
        } else if (auto* beside = std::get_if<BesideReady>(&event)) {
            accept_beside(state, std::move(beside->numbers));
        } else if (auto* measured = std::get_if<HeadsMeasured>(&event)) {
            accept_measures(state, std::move(measured->measures));
        } else if (auto* found = std::get_if<FindingReady>(&event)) {
            accept_finding(state, found->kind, std::move(found->finding));
        } else if (auto* listed = std::get_if<ModelsListed>(&event)) {
            state.models_at_hand = std::move(listed->models);
        } else if (auto* inspected = std::get_if<PathInspected>(&event)) {
            accept_inspected(state, inspected->path, inspected->summary);
        } else if (auto* file = std::get_if<FileOpened>(&event)) {
            accept_opened(state, std::move(file->opened));
        } else if (auto* saved = std::get_if<SessionSaved>(&event)) {
            accept_saved_session(state, saved->path, saved->status);
        } else if (auto* settings = std::get_if<SettingsSaved>(&event)) {
            if (!settings->status.is_ok())
                state.message = Message{MessageKind::kError, settings->status.error().message, std::nullopt};
        }
    }
}

void App::Parts::upload_maps() {
    if (state.shown && state.shown.get() != uploaded) {
        shell->graphics().upload_maps(state.shown->pixels());
        uploaded = state.shown.get();
        tell_upload_problem();
    }
    if (state.combined && state.combined != uploaded_combined) {
        shell->graphics().upload_combined_map(state.combined->pixels());
        uploaded_combined = state.combined;
        tell_upload_problem();
    }
}

void App::Parts::tell_upload_problem() {
    const Status& status = shell->graphics().upload_status();
    if (!status.is_ok()) state.message = Message{MessageKind::kError, status.error().message, std::nullopt};
}

void App::Parts::run_effects() {
    const Effects effects = std::exchange(state.effects, {});
    if (effects.quit) window->set_should_close(true);
    if (effects.toggle_full_screen) window->set_full_screen(!window->is_full_screen());
    if (effects.clipboard) clipboard.set(*effects.clipboard);
    if (effects.cancel_load) jobs.cancel_load();
    if (effects.load_model) jobs.load_model(*effects.load_model);
    if (effects.list_models) jobs.list_models();
    if (effects.inspect) jobs.inspect_model(*effects.inspect);
    if (effects.open_file) jobs.open_file(*effects.open_file);
    if (effects.save_session_to) jobs.save_session(session_of(state), *effects.save_session_to);
    const ShownAs as = shown_as(state.view);
    // A run that is on its way was asked for to be shown in another way: it has to be asked for again.
    if (state.model && (effects.text_changed || (effects.shown_changed && state.is_computing))) {
        AnalysisRequest request{state.model, state.sentence.text()};
        request.as = as;
        request.specials_as_text = state.view.specials_as_text;
        request.ablation = ablation_of(state.view);
        request.target = state.target.text();
        if (state.has_pair && !state.pair.text().empty()) request.pair = state.pair.text();
        state.is_computing = true;
        jobs.analyse(std::move(request));
    } else if (effects.shown_changed && state.shown) {
        jobs.show_again(state.shown->trace(), as);
    }
    if (state.is_lesson_computing && (state.is_computing || !state.lesson.is_open)) {  // of no use any more
        jobs.cancel_lesson();
        forget_lesson_request(state);
    }
    if (std::optional<LessonRequest> lesson = next_lesson_request(state))
        jobs.make_lesson(std::move(*lesson), state.lesson_numbers);
    if (std::optional<BesideRequest> beside = next_beside_request(state)) jobs.compare(std::move(*beside));
    if (state.is_measuring && state.is_computing) {
        jobs.cancel_measure();
        forget_measure_request(state);
    }
    if (std::optional<MeasureRequest> heads = next_measure_request(state))
        jobs.measure(std::move(*heads), state.measures);
    const bool was_combining = state.combined_asked.has_value();
    if (std::optional<CombinedRequest> heads = next_combined_request(state)) {
        jobs.combine_heads(std::move(*heads));
    } else if (was_combining && !state.combined_asked) {
        jobs.cancel_combine();
    }
    keep_up_findings();
    keep_up_search(state);
    if (effects.export_to) {
        JsonExportOptions options;
        options.specials = state.shown->specials();
        jobs.export_json(state.shown->trace(), std::move(options), with_home(*effects.export_to));
    }
}

void App::Parts::keep_up_findings() {
    const FindingChanges changes = next_findings(state);
    for (const FindingKind kind : changes.cancelled) jobs.cancel_finding(kind);
    for (const FindingRequest& request : changes.wanted) jobs.find_out(request);
}

}  // namespace headscope
