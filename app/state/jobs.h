#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/analysis.h"
#include "app/state/beside.h"
#include "app/state/head_findings.h"
#include "app/state/head_measures.h"
#include "app/state/large_map.h"
#include "app/state/lesson_numbers.h"
#include "app/state/model_entry.h"
#include "app/state/openable.h"
#include "app/state/session.h"
#include "app/state/settings.h"
#include "app/state/shown_trace.h"
#include "core/base/result.h"
#include "core/export/json_export.h"
#include "core/model/model.h"

namespace headscope {

// What a job delivers to the window.
struct ModelLoaded {
    std::filesystem::path path;
    Result<std::shared_ptr<const Model>> model;
};
struct TraceReady {
    Result<std::shared_ptr<const ShownTrace>> shown;
};
struct Exported {
    std::filesystem::path path;
    Status status;
};
struct ModelsListed {
    std::vector<ModelEntry> models;
};
struct PathInspected {
    std::filesystem::path path;
    Result<ModelSummary> summary;
};
struct FileOpened {
    Result<Openable> opened;
};
struct SessionSaved {
    std::filesystem::path path;
    Status status;
};
struct SettingsSaved {
    Status status;
};
struct LessonReady {
    Result<std::shared_ptr<const LessonNumbers>> numbers;
};
struct HeadsMeasured {
    Result<std::shared_ptr<const HeadMeasures>> measures;
};
struct CombinedReady {
    Result<std::shared_ptr<const CombinedMap>> combined;
};
struct FindingReady {
    FindingKind kind;
    Result<Finding> finding;
};
struct BesideReady {
    Result<std::shared_ptr<const BesideNumbers>> numbers;
};
using JobEvent =
    std::variant<FindingReady, CombinedReady, ModelLoaded, TraceReady, Exported, LessonReady, HeadsMeasured,
                 BesideReady, ModelsListed, PathInspected, FileOpened, SessionSaved, SettingsSaved>;

// Everything that takes longer than a frame, on five threads: one computes maps (the newest request cancels an older
// one between layers), two compute what is said about them (what takes many runs apart from the rest), one opens
// models, one reads and writes other files. `wake` is called on those threads when an event waits or something has
// progressed.
class Jobs {
  public:
    explicit Jobs(std::function<void()> wake);
    ~Jobs();  // cancels what runs and waits for it
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    // Takes the place of an earlier load, of which nothing is delivered any more.
    void load_model(std::filesystem::path path);
    void cancel_load();
    // Of the load that runs: from 0 to 100.
    int load_percent() const;
    void list_models();
    void inspect_model(std::filesystem::path path);
    void open_file(std::filesystem::path path);
    void save_session(Session session, std::filesystem::path path);
    void save_settings(Settings settings, std::filesystem::path path);
    void analyse(AnalysisRequest request);
    // Shows a trace that exists in another way.
    void show_again(std::shared_ptr<const AttentionTrace> trace, ShownAs as);
    // The numbers of a lesson's page; the newest request cancels an older one, not the run for a text.
    void make_lesson(LessonRequest request, std::shared_ptr<const LessonNumbers> previous);
    // Nothing is delivered of the lesson's job that runs or waits.
    void cancel_lesson();
    // The second text of the page "side by side"; the newest request cancels an older one.
    void compare(BesideRequest request);
    // Facts of every head, then likeness besides where that is asked for, in two events. The newest request cancels an
    // older one. `known`: facts that exist already, made once more unless they are of the same maps; or null.
    void measure(MeasureRequest request, std::shared_ptr<const HeadMeasures> known);
    // Nothing more is delivered of the measures that are made.
    void cancel_measure();
    // Several heads as one map; the newest request cancels an older one.
    void combine_heads(CombinedRequest request);
    // Nothing is delivered of the combination that is made.
    void cancel_combine();
    // What is found out about heads when somebody looks; the newest request of a kind cancels an older one.
    void find_out(FindingRequest request);
    void cancel_finding(FindingKind kind);
    // Of the one that runs: from 0 to 100.
    int finding_percent(FindingKind kind) const;
    void export_json(std::shared_ptr<const AttentionTrace> trace, JsonExportOptions options,
                     std::filesystem::path path);

    // The events since the last call, oldest first. Results of cancelled runs are dropped.
    std::vector<JobEvent> take_events();
    // True while a job runs or waits.
    bool is_busy() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace headscope
