#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/matrix.h"
#include "core/nn/attention.h"
#include "core/trace/text_facts.h"

namespace headscope {

// What a head may be seen to do on a text.
enum class Role {
    kPrevious,    // looks at the token before
    kNext,        // at the token behind
    kSelf,        // at the token itself
    kFirstToken,  // at position 0
    kSeparator,   // at separator tokens
    kDuplicate,   // at earlier occurrences of the same token
    kInduction,   // at what followed an earlier occurrence of the same token
    kRareWord,    // at the rarest token of the text
    kPositional,  // at one fixed offset, other than −1, 0 and 1
    kBlock,       // within its own text of a pair
    kBroad,       // everywhere about alike
};

struct RoleKind {
    Role role = Role::kBroad;
    Index offset = 0;  // kPositional: key − query
    bool operator==(const RoleKind&) const = default;
};

// Offsets that are tried for positional heads: 2 to this, both ways.
constexpr Index kMaxOffset = 8;
constexpr std::size_t kRoleKindCount = 10 + 2 * (kMaxOffset - 1);
// Every role, in the order in which they are looked for: simple ones first.
const std::array<RoleKind, kRoleKindCount>& role_kinds();

// "previous token", "positional -3".
std::string role_name(RoleKind kind);
// The role whose name this is or begins with ("previous"), "positional" without an offset for all of them: the matching
// numbers in role_kinds(), empty if no role is called so.
std::vector<std::size_t> find_roles(std::string_view name);
// How the role's score is computed, with the published source, in one line.
const char* role_formula(Role role);

// A role shows where the mean weight on what it looks at is this far on the way from what a uniform row would put there
// to 1. Set on mixtures of made-up maps: of two roles in equal parts both show, of 3 to 1 only the stronger.
constexpr double kRoleThreshold = 0.4;
// A positional head's strongest key lies at the offset in at least this share of rows (Voita et al. 2019).
constexpr double kPositionalThreshold = 0.9;
// Broad: entropy as a share of its maximum. Half a uniform row and half anything else stays below 0.82.
constexpr double kBroadThreshold = 0.85;

struct RoleScore {
    RoleKind kind;
    double score = 0;  // by role_formula
    // Previous, duplicate and induction: the two scores of TransformerLens over the detection matrix D, which is 1 at
    // the cells looked for: Σ A D / Σ A ("mul"), and 1 − Σ |A − D| / T ("abs").
    std::optional<double> kept, difference;
    double share = 1;  // over several texts: of those that could tell, how many showed the role
};

// Scratch for one thread, sized for `tokens` beforehand so that finding roles takes no memory.
struct RoleScratch {
    explicit RoleScratch(Index tokens) : explained(static_cast<std::size_t>(tokens), 0) {
        by_distance.resize(static_cast<std::size_t>(tokens));
    }
    struct Distance {
        double within = 0, across = 0;
        Index n_within = 0, n_across = 0;
    };
    std::vector<unsigned char> explained;
    std::vector<Distance> by_distance;
};

// Which roles a map shows, into `found` (in the order of role_kinds(), room for all beforehand), and which of them the
// text could have shown (at least two rows tell) into `could_tell`. `scores` are the scores by role_kinds(), NaN where
// there is none. What one role explains is taken away before the next is looked for: a head that looks at the token
// before shows no other role on "no no no".
void find_roles_of_map(ConstMatrixView map, const TextFacts& text, const AttentionMask& mask,
                       const std::array<double, kRoleKindCount>& scores, RoleScratch& scratch,
                       std::vector<RoleScore>& found, std::array<bool, kRoleKindCount>& could_tell);

// Calls f(key) for each key that a query of this role would look at. Not for kBroad.
template <class F>
void for_each_target(const TextFacts& text, RoleKind kind, Index query, F&& f) {
    const auto at = static_cast<std::size_t>(query);
    switch (kind.role) {
        case Role::kPrevious:
            if (query > 0) f(query - 1);
            break;
        case Role::kNext:
            if (query + 1 < text.size()) f(query + 1);
            break;
        case Role::kSelf:
            f(query);
            break;
        case Role::kFirstToken:
            f(Index{0});
            break;
        case Role::kSeparator:
            for (const Index key : text.separators) f(key);
            break;
        case Role::kDuplicate:
            for (Index key = text.previous_same[at]; key >= 0; key = text.previous_same[static_cast<std::size_t>(key)])
                f(key);
            break;
        case Role::kInduction:
            for (Index key = text.previous_same[at]; key >= 0; key = text.previous_same[static_cast<std::size_t>(key)])
                f(key + 1);
            break;
        case Role::kRareWord:
            if (text.rarest >= 0 && text.rarest != query) f(text.rarest);
            break;
        case Role::kPositional:
            if (query + kind.offset >= 0 && query + kind.offset < text.size()) f(query + kind.offset);
            break;
        case Role::kBlock:
            if (!text.is_pair || text.sentence[at] < 0) break;
            for (Index key = 0; key < text.size(); ++key)
                if (text.sentence[static_cast<std::size_t>(key)] == text.sentence[at]) f(key);
            break;
        case Role::kBroad:
            break;
    }
}

}  // namespace headscope
