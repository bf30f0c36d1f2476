#include "app/state/head_findings.h"

#include <type_traits>
#include <utility>

#include "app/state/app_state.h"

namespace headscope {
namespace {

template <class Found>
Result<Finding> as_finding(Result<std::shared_ptr<const Found>> found) {
    if (!found.has_value()) return found.error();
    return Finding(std::move(found).value());
}

std::optional<RelationsRequest> wanted_relations(const AppState& state) {
    const bool is_looked_at = state.view.side == SideCard::kFacts || state.view.order.kind == OrderKind::kRelation;
    if (!is_looked_at || !why_no_relations(state).empty()) return std::nullopt;
    return RelationsRequest{state.trace()->model};
}

// Hand-made traces have no weights to run.
bool can_run(const AppState& state) {
    return state.shown && !state.trace()->model->weights.layers.empty();
}

std::optional<EffectRequest> wanted_effect(const AppState& state) {
    if (state.view.side != SideCard::kEffect || !can_run(state) || state.trace()->ablation.is_empty())
        return std::nullopt;
    return EffectRequest{state.shown->trace(), state.shown->set()};
}

// The lesson is of the only stack or the encoder.
MapSet set_to_rank(const AppState& state) {
    return is_ranking_in_lesson(state) ? MapSet::kEncoder : state.shown->set();
}

std::optional<RankingRequest> wanted_ranking(const AppState& state) {
    const bool is_looked_at = state.view.side == SideCard::kEffect || is_ranking_in_lesson(state);
    if (!is_looked_at || !can_run(state) || !state.findings.ranked) return std::nullopt;
    const RankingRequest now{state.shown->trace(), state.findings.ranked->by, set_to_rank(state)};
    return now == *state.findings.ranked ? state.findings.ranked : std::nullopt;
}

std::optional<GuessRequest> wanted_guess(const AppState& state) {
    if (state.view.side != SideCard::kGuess || !can_run(state) || !why_no_guess(state).empty()) return std::nullopt;
    return GuessRequest{state.shown->trace()};
}

template <class Request, class Found>
void keep_up(FindingOf<Request, Found>& of, const std::optional<Request>& wanted, bool may_start, FindingKind kind,
             FindingChanges& changes) {
    if (of.asked == wanted) return;
    if (of.is_running) changes.cancelled.push_back(kind);
    of.is_running = false;
    of.problem.clear();
    const bool is_there = wanted && of.newest && of.newest->request == *wanted;
    of.asked = is_there || may_start ? wanted : std::nullopt;
    if (!of.asked || is_there) return;
    of.is_running = true;
    changes.wanted.emplace_back(*wanted);
}

template <class Request, class Found>
void accept(FindingOf<Request, Found>& of, Result<Finding>& finding) {
    if (!of.is_running) return;
    if (!finding.has_value()) {
        of.is_running = false;
        of.problem = finding.error().message;
        return;
    }
    auto& found = std::get<std::shared_ptr<const Found>>(finding.value());
    if (!of.asked || !(found->request == *of.asked)) return;
    of.is_running = false;
    of.newest = std::move(found);
}

}  // namespace

Result<Finding> make_finding(const FindingRequest& request, const CancelToken& cancel,
                             const std::function<void(int)>& progress, Workspace& workspace) {
    return std::visit(
        [&](const auto& one) -> Result<Finding> {
            using Request = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<Request, RelationsRequest>) {
                return as_finding(score_relations(one, cancel, progress, workspace));
            } else if constexpr (std::is_same_v<Request, EffectRequest>) {
                return as_finding(measure_effect(one, cancel, workspace));
            } else if constexpr (std::is_same_v<Request, RankingRequest>) {
                return as_finding(rank_all_heads(one, cancel, progress, workspace));
            } else {
                return as_finding(make_guess(one, cancel, workspace));
            }
        },
        request);
}

std::string why_no_relations(const AppState& state) {
    if (!state.shown) return "There are no maps yet.";
    const Model& model = *state.trace()->model;
    if (!model.tokenizer || model.weights.layers.empty())
        return "This model has no tokenizer to read marked sentences with.";
    if (state.shown->set() != MapSet::kEncoder) return "Only the encoder's heads are measured on marked sentences.";
    return {};
}

bool is_ranking_in_lesson(const AppState& state) {
    return state.lesson.is_open && state.lesson.at.page == LessonPageId::kRedundancy;
}

void ask_for_ranking(AppState& state) {
    if (!state.shown) return;
    const SwitchOff by = is_ranking_in_lesson(state) ? state.lesson.off_by : state.view.off_by;
    state.findings.ranked = RankingRequest{state.shown->trace(), by, set_to_rank(state)};
}

void cancel_ranking(AppState& state) {
    state.findings.ranked.reset();
}

FindingChanges next_findings(AppState& state) {
    FindingChanges changes;
    HeadFindings& findings = state.findings;
    const bool may_start = !state.is_computing;
    keep_up(findings.relations, wanted_relations(state), may_start, FindingKind::kRelations, changes);
    keep_up(findings.effect, wanted_effect(state), may_start, FindingKind::kEffect, changes);
    keep_up(findings.ranking, wanted_ranking(state), may_start, FindingKind::kRanking, changes);
    keep_up(findings.guess, wanted_guess(state), may_start, FindingKind::kGuess, changes);
    return changes;
}

void accept_finding(AppState& state, FindingKind kind, Result<Finding> finding) {
    switch (kind) {
        case FindingKind::kRelations:
            return accept(state.findings.relations, finding);
        case FindingKind::kEffect:
            return accept(state.findings.effect, finding);
        case FindingKind::kRanking:
            return accept(state.findings.ranking, finding);
        case FindingKind::kGuess:
            return accept(state.findings.guess, finding);
    }
}

bool is_finding_out(const AppState& state) {
    const HeadFindings& findings = state.findings;
    return findings.relations.is_running || findings.effect.is_running || findings.ranking.is_running ||
           findings.guess.is_running;
}

}  // namespace headscope
