#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/guess.h"
#include "app/state/relation_scores.h"
#include "app/state/switch_off.h"

namespace headscope {

struct AppState;

// What is found out about heads outside of the frame, as long as a card shows it. The places in the two variants are
// those of the kinds.
enum class FindingKind { kRelations, kEffect, kRanking, kGuess };
constexpr std::size_t kFindingKinds = 4;
using FindingRequest = std::variant<RelationsRequest, EffectRequest, RankingRequest, GuessRequest>;
using Finding = std::variant<std::shared_ptr<const HeadRelations>, std::shared_ptr<const SwitchOffEffect>,
                             std::shared_ptr<const HeadRanking>, std::shared_ptr<const Guess>>;

// `progress` is called with per cents on the running thread.
Result<Finding> make_finding(const FindingRequest& request, const CancelToken& cancel,
                             const std::function<void(int)>& progress, Workspace& workspace);

// One kind of finding: what it was last asked for, and the newest that came.
template <class Request, class Found>
struct FindingOf {
    std::optional<Request> asked;  // none: nobody looks
    std::shared_ptr<const Found> newest;
    bool is_running = false;
    std::string problem;  // why there is none

    // The finding that was asked for; null while it is made.
    const Found* current() const { return newest && asked && newest->request == *asked ? newest.get() : nullptr; }
};

struct HeadFindings {
    FindingOf<RelationsRequest, HeadRelations> relations;
    FindingOf<EffectRequest, SwitchOffEffect> effect;
    FindingOf<RankingRequest, HeadRanking> ranking;
    FindingOf<GuessRequest, Guess> guess;
    std::optional<RankingRequest> ranked;  // the text and kind that somebody wants all heads ranked for
    std::array<int, kFindingKinds> percent = {};
};

// Why no head of what is shown can be scored on marked sentences; empty if all can.
std::string why_no_relations(const AppState& state);
// Whether heads are ranked on the lesson's page on redundancy, by what that page chooses.
bool is_ranking_in_lesson(const AppState& state);
// Asks for all heads to be ranked on the shown text; takes that back.
void ask_for_ranking(AppState& state);
void cancel_ranking(AppState& state);

// What has to be made now and what is of no use any more. Counts as asked for.
struct FindingChanges {
    std::vector<FindingKind> cancelled;
    std::vector<FindingRequest> wanted;
};
FindingChanges next_findings(AppState& state);
void accept_finding(AppState& state, FindingKind kind, Result<Finding> finding);
bool is_finding_out(const AppState& state);

}  // namespace headscope
