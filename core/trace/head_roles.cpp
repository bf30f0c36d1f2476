#include "core/trace/head_roles.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/trace/layer_masks.h"

namespace headscope {
namespace {

// Fewer rows than this prove nothing.
constexpr Index kMinRows = 2;
// Of the weight between tokens of one text, how much more there is than between those of two texts as far apart.
constexpr double kBlockContrast = 0.5;

constexpr std::array<RoleKind, kRoleKindCount> make_role_kinds() {
    std::array<RoleKind, kRoleKindCount> kinds{};
    std::size_t n = 0;
    for (const Role role : {Role::kPrevious, Role::kNext, Role::kSelf, Role::kFirstToken, Role::kSeparator,
                            Role::kDuplicate, Role::kInduction, Role::kRareWord})
        kinds[n++] = {role, 0};
    for (Index offset = 2; offset <= kMaxOffset; ++offset) {
        kinds[n++] = {Role::kPositional, -offset};
        kinds[n++] = {Role::kPositional, offset};
    }
    kinds[n++] = {Role::kBlock, 0};
    kinds[n++] = {Role::kBroad, 0};
    return kinds;
}
constexpr std::array<RoleKind, kRoleKindCount> kRoleKinds = make_role_kinds();

// Roles are looked for in these groups; within one the clearest comes first.
constexpr int group_of(Role role) {
    switch (role) {
        case Role::kPrevious:
        case Role::kNext:
        case Role::kSelf:
        case Role::kFirstToken:
        case Role::kSeparator:
            return 0;
        case Role::kDuplicate:
        case Role::kInduction:
            return 1;
        case Role::kRareWord:
            return 2;
        case Role::kPositional:
            return 3;
        case Role::kBlock:
            return 4;
        case Role::kBroad:
            break;
    }
    return 5;
}
constexpr int kGroups = 5;  // without kBroad

const char* base_name(Role role) {
    switch (role) {
        case Role::kPrevious:
            return "previous token";
        case Role::kNext:
            return "next token";
        case Role::kSelf:
            return "self";
        case Role::kFirstToken:
            return "first token";
        case Role::kSeparator:
            return "separator";
        case Role::kDuplicate:
            return "duplicate token";
        case Role::kInduction:
            return "induction";
        case Role::kRareWord:
            return "rare word";
        case Role::kPositional:
            return "positional";
        case Role::kBlock:
            return "block";
        case Role::kBroad:
            break;
    }
    return "broad";
}

// What the rows that tell say about a role.
struct Evidence {
    Index rows = 0;
    double weight = 0;  // mean over rows, on what the role looks at
    double chance = 0;  // the same of uniform rows

    double lift() const { return chance < 1 ? (weight - chance) / (1 - chance) : 0; }
};

class RoleSearch {
  public:
    RoleSearch(ConstMatrixView map, const TextFacts& text, const AttentionMask& mask, RoleScratch& scratch,
               std::vector<RoleScore>& found)
        : map_(map), text_(text), mask_(mask), scratch_(scratch), found_(found) {}

    // The rows that tell: those in which something is left for the role to look at, and something else besides. For
    // kBroad those that see more than one key; it has no weight.
    Evidence weigh(RoleKind kind) const {
        Evidence evidence;
        for (Index query = 0; query < map_.rows; ++query) {
            const VisibleKeys visible(mask_, query, map_.cols);
            if (kind.role == Role::kBroad && visible.count > 1) ++evidence.rows;
            mark_explained(query, 1);
            Index targets = 0;
            double weight = 0;
            for_each_target(text_, kind, query, [&](Index key) {
                if (!visible.contains(key) || scratch_.explained[static_cast<std::size_t>(key)] != 0) return;
                ++targets;
                weight += static_cast<double>(map_(query, key));
            });
            mark_explained(query, 0);
            if (targets == 0 || targets == visible.count) continue;
            ++evidence.rows;
            evidence.weight += weight;
            evidence.chance += static_cast<double>(targets) / static_cast<double>(visible.count);
        }
        if (evidence.rows > 0) {
            evidence.weight /= static_cast<double>(evidence.rows);
            evidence.chance /= static_cast<double>(evidence.rows);
        }
        return evidence;
    }

    // 1 where no weight goes from one text to the other, 0 where it goes there as much as anywhere as far away.
    double block_contrast() const {
        std::fill(scratch_.by_distance.begin(), scratch_.by_distance.end(), RoleScratch::Distance{});
        for (Index query = 0; query < map_.rows; ++query) {
            const VisibleKeys visible(mask_, query, map_.cols);
            const int own = text_.sentence[static_cast<std::size_t>(query)];
            for (Index key = 0; key < map_.cols && own >= 0; ++key) {
                const int other = text_.sentence[static_cast<std::size_t>(key)];
                if (other < 0 || !visible.contains(key)) continue;
                RoleScratch::Distance& at = scratch_.by_distance[static_cast<std::size_t>(std::abs(query - key))];
                (own == other ? at.within : at.across) += static_cast<double>(map_(query, key));
                ++(own == other ? at.n_within : at.n_across);
            }
        }
        double within = 0;
        double across = 0;
        for (const RoleScratch::Distance& at : scratch_.by_distance) {
            const auto cells = static_cast<double>(std::min(at.n_within, at.n_across));
            if (cells == 0) continue;
            within += cells * at.within / static_cast<double>(at.n_within);
            across += cells * at.across / static_cast<double>(at.n_across);
        }
        return within > 0 ? 1 - across / within : 0;
    }

    double kept(RoleKind kind) const {
        double kept = 0;
        double all = 0;
        for (Index query = 0; query < map_.rows; ++query) {
            for (Index key = 0; key < map_.cols; ++key) all += static_cast<double>(map_(query, key));
            for_each_target(text_, kind, query, [&](Index key) { kept += static_cast<double>(map_(query, key)); });
        }
        return kept / all;
    }
    double difference(RoleKind kind) const {
        double sum = 0;
        for (Index query = 0; query < map_.rows; ++query) {
            for (Index key = 0; key < map_.cols; ++key) sum += std::abs(static_cast<double>(map_(query, key)));
            for_each_target(text_, kind, query, [&](Index key) {
                const auto weight = static_cast<double>(map_(query, key));
                sum += std::abs(weight - 1) - std::abs(weight);
            });
        }
        return 1 - sum / static_cast<double>(map_.rows);
    }

  private:
    void mark_explained(Index query, unsigned char mark) const {
        for (const RoleScore& role : found_)
            for_each_target(text_, role.kind, query,
                            [&](Index key) { scratch_.explained[static_cast<std::size_t>(key)] = mark; });
    }

    ConstMatrixView map_;
    const TextFacts& text_;
    const AttentionMask& mask_;
    RoleScratch& scratch_;
    const std::vector<RoleScore>& found_;
};

std::size_t number_of(RoleKind kind) {
    return static_cast<std::size_t>(std::find(kRoleKinds.begin(), kRoleKinds.end(), kind) - kRoleKinds.begin());
}

}  // namespace

const std::array<RoleKind, kRoleKindCount>& role_kinds() {
    return kRoleKinds;
}

std::string role_name(RoleKind kind) {
    std::string name = base_name(kind.role);
    if (kind.role == Role::kPositional) name += (kind.offset > 0 ? " +" : " ") + std::to_string(kind.offset);
    return name;
}

std::vector<std::size_t> find_roles(std::string_view name) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < kRoleKindCount && !name.empty(); ++i)
        if (role_name(kRoleKinds[i]).starts_with(name)) found.push_back(i);
    return found;
}

const char* role_formula(Role role) {
    switch (role) {
        case Role::kPrevious:
            return "mean of A[i,i-1] (Clark et al. 2019)";
        case Role::kNext:
            return "mean of A[i,i+1] (Clark et al. 2019)";
        case Role::kSelf:
            return "mean of A[i,i] (Clark et al. 2019)";
        case Role::kFirstToken:
            return "mean of A[i,0] (Xiao et al. 2024)";
        case Role::kSeparator:
            return "mean over rows of the weight on separator tokens (Clark et al. 2019)";
        case Role::kDuplicate:
            return "mean weight on earlier occurrences of the token, over rows that have one (Wang et al. 2022)";
        case Role::kInduction:
            return "mean weight on what followed earlier occurrences of the token, over rows that have one (Olsson et "
                   "al. 2022)";
        case Role::kRareWord:
            return "mean over the other rows of the weight on the token with the largest id (after Voita et al. 2019)";
        case Role::kPositional:
            return "share of rows whose strongest key lies at the offset (Voita et al. 2019)";
        case Role::kBlock:
            return "mean weight of ordinary tokens on those of the same text of a pair (Kovaleva et al. 2019)";
        case Role::kBroad:
            break;
    }
    return "mean over rows of entropy / ln(visible keys) (after Clark et al. 2019)";
}

void find_roles_of_map(ConstMatrixView map, const TextFacts& text, const AttentionMask& mask,
                       const std::array<double, kRoleKindCount>& scores, RoleScratch& scratch,
                       std::vector<RoleScore>& found, std::array<bool, kRoleKindCount>& could_tell) {
    assert(map.rows == text.size() && found.capacity() >= kRoleKindCount);
    found.clear();
    const RoleSearch search(map, text, mask, scratch, found);
    for (std::size_t i = 0; i < kRoleKindCount; ++i) {
        const bool has_score = std::isfinite(scores[i]);
        could_tell[i] = has_score && search.weigh(kRoleKinds[i]).rows >= kMinRows;
    }
    const auto add = [&](std::size_t i) {
        RoleScore role{kRoleKinds[i], scores[i], {}, {}};
        if (role.kind.role == Role::kPrevious || group_of(role.kind.role) == 1) {
            role.kept = search.kept(role.kind);
            role.difference = search.difference(role.kind);
        }
        found.push_back(role);
    };
    for (int group = 0; group < kGroups; ++group) {
        for (;;) {
            std::size_t best = kRoleKindCount;
            double best_lift = kRoleThreshold;
            for (std::size_t i = 0; i < kRoleKindCount; ++i) {
                const RoleKind kind = kRoleKinds[i];
                if (group_of(kind.role) != group || !could_tell[i]) continue;
                if (kind.role == Role::kPositional && scores[i] < kPositionalThreshold) continue;
                const Evidence evidence = search.weigh(kind);
                if (evidence.rows < kMinRows || evidence.lift() < best_lift) continue;
                // Of equals the first; a role that was found has nothing left to look at, and so no rows.
                if (best < kRoleKindCount && evidence.lift() == best_lift) continue;
                if (kind.role == Role::kBlock && search.block_contrast() < kBlockContrast) continue;
                best = i;
                best_lift = evidence.lift();
            }
            if (best == kRoleKindCount) break;
            add(best);
        }
    }
    const std::size_t broad = number_of({Role::kBroad, 0});
    if (found.empty() && could_tell[broad] && scores[broad] >= kBroadThreshold) add(broad);
    std::stable_sort(found.begin(), found.end(),
                     [](const RoleScore& a, const RoleScore& b) { return a.score > b.score; });
}

}  // namespace headscope
