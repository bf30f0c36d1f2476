#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/shown_trace.h"
#include "core/base/result.h"
#include "core/export/json_export.h"
#include "core/model/model.h"

namespace headscope {

struct AnalysisRequest {
    std::shared_ptr<const Model> model;
    std::string text;
    std::optional<std::string> pair = {};
    std::string target = {};  // for the decoder of an encoder–decoder model; others ignore it
    ShownAs as = {};
    bool specials_as_text = false;  // see EncodeOptions
};

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
using JobEvent = std::variant<ModelLoaded, TraceReady, Exported>;

// Everything that takes longer than a frame, on two threads: one computes (the newest request cancels an older one
// between layers), one reads and writes files. `wake` is called on those threads when an event waits.
class Jobs {
  public:
    explicit Jobs(std::function<void()> wake);
    ~Jobs();  // cancels what runs and waits for it
    Jobs(const Jobs&) = delete;
    Jobs& operator=(const Jobs&) = delete;

    void load_model(std::filesystem::path path);
    void analyse(AnalysisRequest request);
    // Shows a trace that exists in another way.
    void show_again(std::shared_ptr<const AttentionTrace> trace, ShownAs as);
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
