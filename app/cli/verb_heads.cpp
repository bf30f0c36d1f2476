#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/cli/interrupt.h"
#include "app/cli/messages.h"
#include "app/cli/opened_model.h"
#include "app/cli/progress.h"
#include "app/cli/verbs.h"
#include "core/export/heads_json.h"
#include "core/export/heads_table.h"
#include "core/export/relations_json.h"
#include "core/io/json_write.h"
#include "core/io/shown.h"
#include "core/trace/ablation.h"
#include "core/trace/head_query.h"
#include "core/trace/repeat_probe.h"

namespace headscope {
namespace {

struct HeadsRequest {
    std::string model;
    bool as_json = false;
    bool only_summary = false;
    bool no_probe = false;
    std::optional<std::string> links;  // a file
    std::optional<std::string> importance;
    HeadQuery where;
    int threads = 0;
};

// The facts of one stack, with those of a probe where there is one.
struct StackReport {
    std::vector<HeadFacts> heads;
    Index n_heads = 0;
    FactsSummary spread;
};

class HeadsVerb {
  public:
    HeadsVerb(const HeadsRequest& request, std::shared_ptr<const Model> model, Workspace& workspace,
              AtomicFileWriter& out)
        : request_(request),
          model_(std::move(model)),
          workspace_(workspace),
          out_(out),
          cancel_(cancel_on_interrupt()) {}

    int run(Inputs& inputs) {
        if (const Status status = probe(); !status.is_ok()) return report(status.error());
        RunOptions options;
        options.cancel = cancel_;
        int status = kDone;
        std::size_t done = 0;
        auto input = inputs.next();
        while (input && out_.is_good()) {
            const std::string place = inputs.place();
            const Result<std::shared_ptr<const AttentionTrace>> trace =
                input->has_value() ? run_input(model_, std::move(*input).value(), options, workspace_)
                                   : Result<std::shared_ptr<const AttentionTrace>>(input->error());
            input = inputs.next();
            if (!trace.has_value()) {
                progress_.wipe();
                status = report(trace.error(), place);
                if (trace.error().kind == ErrorKind::kCancelled) return status;
                if (request_.as_json && is_many(done, input.has_value())) out_.write(error_line(trace.error()));
                continue;
            }
            add(*trace.value());
            ++done;
            if (const Status ranked = rank(*trace.value()); !ranked.is_ok()) {
                progress_.wipe();
                return report(ranked.error(), place);
            }
            if (!request_.only_summary && (request_.as_json || !is_many(done - 1, input.has_value())))
                write_text(*trace.value());
            if (input) progress_.show(done);
        }
        progress_.wipe();
        if (done > 1 || (request_.only_summary && done > 0)) write_summary();
        return status;
    }

    // The accuracy of each head on the links of a file.
    int run_links(const std::string& file) {
        Result<LineReader> lines = LineReader::open(file);
        if (!lines.has_value()) return report(lines.error());
        RelationScores scores;
        RunOptions options;
        options.cancel = cancel_;
        std::shared_ptr<const AttentionTrace> trace;
        std::string line;
        int status = kDone;
        for (std::size_t number = 1;; ++number) {
            const Result<bool> more = lines.value().next(line);
            if (!more.has_value()) return report(more.error());
            if (!more.value()) break;
            if (line.find_first_not_of(" \t") == std::string::npos) continue;
            const std::string place = shown_text(file) + ":" + std::to_string(number);
            const Status added = add_link(line, place, options, trace, scores);
            if (!added.is_ok()) {
                progress_.wipe();
                status = report(added.error(), place);
                if (added.error().kind == ErrorKind::kCancelled) return status;
            }
            progress_.show(number);
        }
        progress_.wipe();
        const std::vector<RelationReport> reports = scores.reports();
        if (reports.empty())
            return status != kDone ? status : report(invalid(shown_text(file) + ": no link, expected one a line"));
        const Index n_heads = trace->maps->n_heads();
        out_.write(request_.as_json ? "{\"relations\":" + relations_json(reports, n_heads) + "}\n"
                                    : relations_table(reports, n_heads));
        return status;
    }

  private:
    // Neighbouring lines of one text share its run.
    Status add_link(const std::string& line, const std::string& place, const RunOptions& options,
                    std::shared_ptr<const AttentionTrace>& trace, RelationScores& scores) {
        const Result<RelationExample> example = parse_relation(line);
        if (!example.has_value()) return example.error();
        if (trace == nullptr || trace->encoding.text != example.value().text) {
            Input input{
                .place = place, .text = example.value().text, .pair = {}, .encode = {}, .ids = {}, .target = {}};
            auto run = run_input(model_, std::move(input), options, workspace_);
            if (!run.has_value()) return run.error();
            trace = std::move(run).value();
        }
        return scores.add(*trace, example.value());
    }

    static bool is_many(std::size_t done, bool has_more) { return done > 0 || has_more; }

    // Heads that need repeats are tried on repeats of their own, where that means anything.
    Status probe() {
        if (request_.no_probe || !model_->config.is_causal() || model_->config.decoder) return {};
        RepeatProbe options;
        options.cancel = cancel_;
        Result<FactsSummary> probed = probe_repeats(model_, options, workspace_);
        if (!probed.has_value()) {
            if (probed.error().kind == ErrorKind::kUnsupported) return {};
            return probed.error();
        }
        probe_ = probed.value().means();
        return {};
    }

    void add(const AttentionTrace& trace) {
        heads_.heads = facts_of_trace(trace, workspace_.pool());
        heads_.n_heads = trace.maps->n_heads();
        heads_.spread.add(heads_.heads);
        if (trace.maps->decoder == nullptr) return;
        decoder_.heads = facts_of_decoder(trace, workspace_.pool());
        decoder_.n_heads = trace.maps->decoder->n_heads();
        decoder_.spread.add(decoder_.heads);
    }

    // Every head switched off in turn, where that is asked for.
    Status rank(const AttentionTrace& trace) {
        if (!request_.importance) return {};
        RankOptions options;
        options.by = *request_.importance == "mean" ? SwitchOff::kMean : SwitchOff::kZero;
        options.cancel = cancel_;
        Result<std::vector<HeadImportance>> ranked = rank_heads(*model_, input_of(trace), options, workspace_);
        if (!ranked.has_value()) return ranked.error();
        importance_ = std::move(ranked).value();
        return {};
    }

    HeadsReport report_of(const StackReport& stack, bool is_summary) const {
        const bool has_probe = &stack == &heads_ && !probe_.empty();
        const bool has_importance = &stack == &heads_ && !is_summary && !importance_.empty();
        return {stack.heads,
                stack.n_heads,
                is_summary ? &stack.spread : nullptr,
                has_probe ? &probe_ : nullptr,
                request_.where.is_empty() ? nullptr : &request_.where,
                has_importance ? &importance_ : nullptr};
    }

    void write_text(const AttentionTrace& trace) {
        if (!request_.as_json) {
            write_tables(false);
            return;
        }
        std::string line = "{\"text\":";
        append_json_string(line, trace.encoding.text);
        if (trace.encoding.pair) {
            line += ",\"text_pair\":";
            append_json_string(line, *trace.encoding.pair);
        }
        write_json(std::move(line), false);
    }

    void write_summary() {
        for (StackReport* stack : {&heads_, &decoder_})
            if (stack->n_heads > 0) stack->heads = stack->spread.means();
        if (request_.as_json) {
            write_json("{\"texts\":" + std::to_string(heads_.spread.texts()), true);
        } else {
            write_tables(true);
        }
    }

    void write_json(std::string line, bool is_summary) {
        line += ",\"heads\":" + heads_json(report_of(heads_, is_summary));
        if (decoder_.n_heads > 0) line += ",\"decoder_heads\":" + heads_json(report_of(decoder_, is_summary));
        out_.write(line + "}\n");
    }

    void write_tables(bool is_summary) {
        out_.write(heads_table(report_of(heads_, is_summary)));
        if (decoder_.n_heads > 0) out_.write("\ndecoder\n" + heads_table(report_of(decoder_, is_summary)));
    }

    static std::string error_line(const Error& error) {
        std::string line = "{\"error\":";
        append_json_string(line, error.message);
        return line + "}\n";
    }

    const HeadsRequest& request_;
    std::shared_ptr<const Model> model_;
    Workspace& workspace_;
    AtomicFileWriter& out_;
    CancelToken cancel_;
    Progress progress_;
    std::vector<HeadFacts> probe_;
    std::vector<HeadImportance> importance_;
    StackReport heads_, decoder_;
};

}  // namespace

int run_heads(Arguments arguments) {
    CLI::App app(
        "Says what each head does on a text: entropy (nats), mean distance, confidence (mean largest weight), the mean "
        "weight on the token itself, its neighbours, the first token and separators, and the roles that show, with "
        "their scores. Over several texts: mean and standard deviation. A causal model is also tried on repeated "
        "random tokens.",
        "headscope heads");
    app.footer(
        "Example: what the heads do with one sentence, and over a file of sentences\n"
        "  headscope heads --text \"The man saw the astronomer with a telescope\"\n"
        "  headscope heads --input sentences.txt --summary --json\n"
        "  headscope heads --links assets/relations.jsonl");
    HeadsRequest request;
    std::optional<std::string> where;
    Inputs inputs;
    arguments.add_model(app, request.model);
    inputs.add_options(arguments, app, true);
    app.add_flag("--json", request.as_json,
                 "One JSON object a line for each input, and for several one more with means and standard deviations");
    app.add_flag("--summary", request.only_summary, "Only the means and standard deviations over all inputs");
    arguments
        .add_text(app, "--links", request.links,
                  "How well each head finds the links of a file (`text`, `from`, `to`, `relation` a line), beside the "
                  "best fixed offset; needs no other input")
        ->type_name("FILE");
    arguments
        .add_text(app, "--where", where,
                  "Only heads for which all of this holds, such as \"layer<3 entropy>1.5 role:previous\"")
        ->type_name("SEARCH");
    app.add_option("--importance", request.importance,
                   "Also how much the last hidden state changes without each head: set to zero, or to its mean")
        ->check(CLI::IsMember({"zero", "mean"}));
    app.add_flag("--no-probe", request.no_probe, "Do not try causal models on repeated random tokens");
    app.add_option("--threads", request.threads, "Threads (default: one a core)")->check(CLI::Range(1, 1024));
    if (const auto status = arguments.parse(app)) return *status;
    if (where) {
        Result<HeadQuery> query = HeadQuery::parse(*where);
        if (!query.has_value()) return report_usage("--where: " + query.error().message);
        request.where = std::move(query).value();
    }
    const bool has_input = inputs.is_given() || !request.links;
    if (has_input)
        if (const auto status = inputs.open()) return *status;

    Workspace workspace(request.threads);
    const auto model = open_model(request.model, workspace);
    if (!model.has_value()) return report(model.error());
    Result<AtomicFileWriter> out = open_standard_output();
    if (!out.has_value()) return report(out.error());
    HeadsVerb verb(request, model.value(), workspace, out.value());
    int status = has_input ? verb.run(inputs) : kDone;
    if (request.links) status = std::max(status, verb.run_links(*request.links));
    const int written = finish(out.value());
    return written == kDone ? status : written;
}

}  // namespace headscope
