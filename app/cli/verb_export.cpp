#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <tuple>

#include "app/cli/export_target.h"
#include "app/cli/interrupt.h"
#include "app/cli/messages.h"
#include "app/cli/opened_model.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/io/shown.h"
#include "core/trace/ablation.h"
#include "core/trace/contribution.h"
#include "core/trace/rollout.h"

namespace headscope {
namespace {

// What the options say, before the model is known.
struct ExportRequest {
    std::string model;
    std::string out;
    std::string layers, heads;
    std::string specials = "keep";
    std::string ablate, ablate_by = "zero";
    bool norms = false;
    bool rollout = false;
    bool sha256 = false;
    int threads = 0;
    JsonExportOptions json;
};

void add_export_options(Arguments& arguments, CLI::App& app, ExportRequest& request) {
    arguments
        .add_text(app, "--out", request.out,
                  "Where to: FILE.json; FILE.jsonl, a line each; FOLDER/, a file each; - is standard output")
        ->required()
        ->type_name("FILE");
    app.add_option("--layers", request.layers, "Only these layers, such as 0,2-5")->type_name("LIST");
    app.add_option("--heads", request.heads, "Only these heads of each layer")->type_name("LIST");
    app.add_option("--digits", request.json.digits,
                   "Significant digits (default: as many as give back the same float32)")
        ->check(CLI::Range(1, 17));
    app.add_option("--top-k", request.json.top_k, "Sparse form: the strongest keys of each row")
        ->check(CLI::PositiveNumber);
    app.add_option("--min-weight", request.json.min_weight, "Sparse form: weights of at least this")
        ->check(CLI::Range(0.0, 1.0));
    app.add_option("--specials", request.specials,
                   "Special tokens: keep them, drop their rows and columns, or also renormalise what remains")
        ->check(CLI::IsMember({"keep", "drop", "renormalise"}));
    app.add_flag("--norms", request.norms,
                 "In place of weights, what each key contributes: the norm of weight times value times W_O");
    app.add_flag("--rollout", request.rollout,
                 "Add attention rollout: a map a layer, no head's own (mean of heads, half of it identity)");
    app.add_option(
           "--ablate", request.ablate,
           "Heads to switch off, such as 0:3,4:1 (LAYER:HEAD); of a decoder decoder:1:2, of its cross-attention "
           "cross:0:1")
        ->type_name("LIST");
    app.add_option("--ablate-by", request.ablate_by, "What a head that is off gives: zero, or its mean over positions")
        ->check(CLI::IsMember({"zero", "mean"}));
    app.add_flag("--outputs", request.json.outputs,
                 "Add the last hidden state, and logits and predictions where the weights have a head");
    app.add_flag("--sha256", request.sha256, "Add the SHA-256 of the weight file");
    app.add_option("--threads", request.threads, "Threads (default: one a core)")->check(CLI::Range(1, 1024));
}

// --layers or --heads against what the model has. An empty text means all.
std::optional<int> read_selection(const std::string& name, const std::string& text, Index count,
                                  std::vector<Index>& chosen) {
    if (text.empty()) return std::nullopt;
    const auto list = parse_index_list(text);
    if (!list) return report_usage("--" + name + ": \"" + shown_text(text, 60) + "\", expected a list such as 0,2-5");
    if (list->back() >= count)
        return report_usage("--" + name + ": " + std::to_string(list->back()) + ", expected 0 to " +
                            std::to_string(count - 1));
    chosen = *list;
    return std::nullopt;
}

// --ablate against what the model has. An empty text means none.
std::optional<int> read_ablation(const ExportRequest& request, const ModelConfig& config, Ablation& ablation) {
    if (request.ablate_by == "mean") ablation.by = SwitchOff::kMean;
    if (request.ablate.empty()) return std::nullopt;
    std::optional<Ablation> heads = parse_ablation(request.ablate);
    if (!heads)
        return report_usage("--ablate: \"" + shown_text(request.ablate, 60) +
                            "\", expected a list such as 0:3,4:1 or 0:3,decoder:1:2,cross:0:1");
    if (const std::string missing = find_missing_heads(*heads, config); !missing.empty())
        return report_usage("--ablate: " + missing);
    heads->by = ablation.by;
    ablation = std::move(*heads);
    return std::nullopt;
}

// Runs and writes one input after the other. Failures are told and counted in the status.
int export_all(Inputs& inputs, ExportTarget& target, const std::shared_ptr<const Model>& model,
               const ExportRequest& request, RunOptions run, Workspace& workspace) {
    const JsonExportOptions& json = request.json;
    run.keep_values = request.norms;
    run.keep_last_hidden_state = json.outputs;
    if (json.outputs) run.logits = model->config.is_masked_model() ? Logits::kAll : Logits::kLast;
    run.cancel = json.cancel;
    Progress progress;
    int status = kDone;
    std::size_t number = 0;
    auto input = inputs.next();
    while (input && !target.is_pipe_closed()) {
        const std::string place = inputs.place();
        ++number;
        if (!input->has_value()) {
            status = report(input->error(), place);
            input = inputs.next();
            continue;
        }
        auto next = inputs.next();
        if (next && target.is_single())
            return report_usage("--out: one .json file for more than one input, expected a folder or .jsonl");
        const auto trace = run_input(model, std::move(*input).value(), run, workspace);
        const auto write = [&](const AttentionTrace& found) -> Status {
            JsonExportOptions options = json;
            if (request.rollout) {
                options.rollout = rollout_of_stacks(*found.maps, json.cancel, workspace.pool());
                if (options.rollout == nullptr) return Error{ErrorKind::kCancelled, "export: stopped on request"};
            }
            return target.write(request.norms ? with_contributions(found, workspace.pool()) : found, std::move(options),
                                number);
        };
        const Status written = trace.has_value() ? write(*trace.value()) : Status(trace.error());
        if (!written.is_ok()) {
            status = report(written.error(), place);
            // A stop, or a full disk, would only be told again for every input that is left.
            if (written.error().kind == ErrorKind::kCancelled || written.error().kind == ErrorKind::kIo) return status;
        }
        if (next) progress.show(number);
        input = std::move(next);
    }
    const Status ended = target.finish();
    if (!ended.is_ok() && !target.is_pipe_closed()) return report(ended.error());
    return status;
}

}  // namespace

int run_export(Arguments arguments) {
    CLI::App app(
        "Writes the attention maps of texts: every layer and head, numbers that read back to the same float32.",
        "headscope export");
    app.footer(
        "Example: the maps of a sentence, ready for numpy.array(json.load(open(\"maps.json\"))[\"attention\"])\n"
        "  headscope export --text \"The man saw the astronomer with a telescope\" --out maps.json");
    ExportRequest request;
    Inputs inputs;
    arguments.add_model(app, request.model);
    inputs.add_options(arguments, app, true);
    add_export_options(arguments, app, request);
    if (const auto status = arguments.parse(app)) return *status;
    if (const auto status = inputs.open()) return *status;
    std::string problem;
    std::optional<ExportTarget> target = ExportTarget::parse(request.out, problem);
    if (!target) return report_usage(problem);

    JsonExportOptions& json = request.json;
    if (request.specials == "drop") json.specials = SpecialsMode::kDrop;
    if (request.specials == "renormalise") json.specials = SpecialsMode::kRenormalise;
    json.cancel = cancel_on_interrupt();

    Workspace workspace(request.threads);
    const auto model = open_model(request.model, workspace);
    if (!model.has_value()) return report(model.error());
    const ModelConfig& config = model.value()->config;
    for (const auto& [name, text, count, chosen] : {std::tuple("layers", request.layers, config.n_layers, &json.layers),
                                                    std::tuple("heads", request.heads, config.n_heads, &json.heads)})
        if (const auto status = read_selection(name, text, count, *chosen)) return *status;
    RunOptions run;
    if (const auto status = read_ablation(request, config, run.ablation)) return *status;
    if (request.sha256) {
        Result<std::string> sha256 = sha256_of_file(model.value()->weight_file);
        if (!sha256.has_value()) return report(sha256.error());
        json.sha256 = std::move(sha256).value();
    }
    if (Status status = target->open(); !status.is_ok()) return report(status.error());
    return export_all(inputs, *target, model.value(), request, run, workspace);
}

}  // namespace headscope
