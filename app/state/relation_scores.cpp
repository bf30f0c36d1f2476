#include "app/state/relation_scores.h"

#include <algorithm>
#include <cassert>
#include <new>
#include <utility>

#include "core/trace/repeat_probe.h"
#include "embedded/relations_text.h"

namespace headscope {

const std::vector<RelationExample>& shipped_relations() {
    static const std::vector<RelationExample> examples = [] {
        std::vector<RelationExample> all;
        std::string_view rest = kRelationsText;
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            const std::string_view line = rest.substr(0, end);
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
            if (line.empty()) continue;
            Result<RelationExample> example = parse_relation(line);
            assert(example.has_value());  // a test reads the file
            if (example.has_value()) all.push_back(std::move(example).value());
        }
        return all;
    }();
    return examples;
}

const std::vector<std::string>& relation_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const RelationExample& example : shipped_relations())
            if (std::find(all.begin(), all.end(), example.relation) == all.end()) all.push_back(example.relation);
        return all;
    }();
    return names;
}

const RelationReport& report_of(const HeadRelations& relations, const std::string& relation) {
    const auto found = std::find_if(relations.reports.begin(), relations.reports.end(),
                                    [&](const RelationReport& report) { return report.relation == relation; });
    return found == relations.reports.end() ? relations.reports.front() : *found;
}

Result<std::shared_ptr<const HeadRelations>> score_relations(const RelationsRequest& request, const CancelToken& cancel,
                                                             const std::function<void(int)>& progress,
                                                             Workspace& workspace) {
    try {
        auto made = std::make_shared<HeadRelations>();
        made->request = request;
        made->n_heads = request.model->config.n_heads;
        RunOptions options;
        options.cancel = cancel;
        RelationScores scores;
        std::shared_ptr<const AttentionTrace> trace;
        const std::vector<RelationExample>& examples = shipped_relations();
        for (std::size_t i = 0; i < examples.size(); ++i) {
            const RelationExample& example = examples[i];
            if (cancel.is_requested()) return Error{ErrorKind::kCancelled, "relations: cancelled"};
            // Neighbouring links of one text share its run.
            if (trace == nullptr || trace->encoding.text != example.text) {
                auto encoding = encode_for_model(*request.model, example.text, std::nullopt, {});
                if (!encoding.has_value()) return encoding.error();
                auto run = trace_encoding(request.model, std::move(encoding).value(), options, workspace);
                if (!run.has_value()) return run.error();
                trace = std::move(run).value();
            }
            const Status added = scores.add(*trace, example);
            if (!added.is_ok() && added.error().kind != ErrorKind::kNotFound) return added.error();
            progress(static_cast<int>(100 * (i + 1) / examples.size()));
        }
        made->reports = scores.reports();
        if (request.model->config.is_causal() && !request.model->config.decoder) {
            RepeatProbe repeats;
            repeats.cancel = cancel;
            const auto probed = probe_repeats(request.model, repeats, workspace);
            if (probed.has_value()) made->on_repeats = probed.value().means();
            if (!probed.has_value() && probed.error().kind != ErrorKind::kUnsupported) return probed.error();
        }
        return std::shared_ptr<const HeadRelations>(std::move(made));
    } catch (const std::bad_alloc&) {
        return Error{ErrorKind::kTooLarge, "relations: the runs need more memory than the machine has free"};
    }
}

std::vector<HeadRelation> relations_of_head(const HeadRelations& relations, HeadRef head) {
    const auto at = static_cast<std::size_t>(head.layer * relations.n_heads + head.head);
    std::vector<HeadRelation> found;
    for (const RelationReport& report : relations.reports) {
        if (at >= report.heads.size()) continue;
        const RelationAccuracy& own = report.heads[at];
        HeadRelation relation;
        relation.report = &report;
        relation.accuracy = own.best();
        relation.looks = own.looks >= own.looked;
        relation.beats_offset = own.best() >= report.offset_accuracy + kRelationMargin;
        relation.is_best = std::all_of(report.heads.begin(), report.heads.end(),
                                       [&](const RelationAccuracy& other) { return other.best() <= own.best(); });
        found.push_back(relation);
    }
    std::stable_sort(found.begin(), found.end(), [](const HeadRelation& a, const HeadRelation& b) {
        return a.accuracy - a.report->offset_accuracy > b.accuracy - b.report->offset_accuracy;
    });
    return found;
}

}  // namespace headscope
