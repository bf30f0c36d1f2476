#include "core/trace/head_facts.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "core/trace/layer_masks.h"

namespace headscope {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr const char* kFactNames[kFactCount] = {
    "entropy",     "distance",  "confidence", "self",      "previous",  "next",
    "first_token", "separator", "duplicate",  "induction", "rare_word", "block",
};

// A mean over the rows that qualify.
class RowMean {
  public:
    void add(double value) {
        sum_ += value;
        ++rows_;
    }
    double value() const { return rows_ > 0 ? sum_ / static_cast<double>(rows_) : kNone; }

  private:
    double sum_ = 0;
    Index rows_ = 0;
};

double weight_on_targets(ConstMatrixView map, const TextFacts& text, Role role, Index query) {
    double weight = 0;
    for_each_target(text, {role, 0}, query, [&](Index key) { weight += static_cast<double>(map(query, key)); });
    return weight;
}

// What a pass over the whole rows gives, besides the facts: how broad, and which offsets hold the strongest keys.
struct RowScores {
    RowMean broad;
    std::array<RowMean, kRoleKindCount> positional;
};

void add_row(ConstMatrixView map, const VisibleKeys& visible, Index query, HeadFacts& facts, RowScores& scores) {
    const float* row = map.row(query);
    double entropy = 0;
    double distance = 0;
    Index strongest = 0;
    for (Index key = 0; key < map.cols; ++key) {
        const auto a = static_cast<double>(row[key]);
        if (a != 0) entropy -= a * std::log(a);
        distance += a * static_cast<double>(std::abs(query - key));
        if (row[key] > row[strongest]) strongest = key;
    }
    facts[Fact::kEntropy] += entropy;
    facts[Fact::kDistance] += distance;
    facts[Fact::kConfidence] += static_cast<double>(row[strongest]);
    if (visible.count > 1) scores.broad.add(entropy / std::log(static_cast<double>(visible.count)));
    for (std::size_t i = 0; i < kRoleKindCount; ++i) {
        const RoleKind kind = role_kinds()[i];
        if (kind.role != Role::kPositional || !visible.contains(query + kind.offset)) continue;
        scores.positional[i].add(strongest == query + kind.offset ? 1 : 0);
    }
}

void measure(ConstMatrixView map, const TextFacts& text, const AttentionMask& mask, HeadFacts& facts) {
    facts.values.fill(0);
    RowScores scores;
    RowMean previous, next, duplicate, induction, rare, block;
    for (Index query = 0; query < map.rows; ++query) {
        const auto at = static_cast<std::size_t>(query);
        add_row(map, VisibleKeys(mask, query, map.cols), query, facts, scores);
        facts[Fact::kSelf] += static_cast<double>(map(query, query));
        facts[Fact::kFirstToken] += static_cast<double>(map(query, 0));
        facts[Fact::kSeparator] += weight_on_targets(map, text, Role::kSeparator, query);
        if (query > 0) previous.add(weight_on_targets(map, text, Role::kPrevious, query));
        if (query + 1 < map.rows) next.add(weight_on_targets(map, text, Role::kNext, query));
        if (text.previous_same[at] >= 0) {
            duplicate.add(weight_on_targets(map, text, Role::kDuplicate, query));
            induction.add(weight_on_targets(map, text, Role::kInduction, query));
        }
        if (text.rarest >= 0 && text.rarest != query) rare.add(weight_on_targets(map, text, Role::kRareWord, query));
        if (text.is_pair && text.sentence[at] >= 0) block.add(weight_on_targets(map, text, Role::kBlock, query));
    }
    for (double& sum : facts.values) sum /= static_cast<double>(map.rows);
    for (const auto& [fact, mean] :
         {std::pair(Fact::kPrevious, &previous), std::pair(Fact::kNext, &next), std::pair(Fact::kDuplicate, &duplicate),
          std::pair(Fact::kInduction, &induction), std::pair(Fact::kRareWord, &rare), std::pair(Fact::kBlock, &block)})
        facts[fact] = mean->value();
    for (double& value : facts.values)
        if (!std::isfinite(value)) value = kNone;
    for (std::size_t i = 0; i < kRoleKindCount; ++i) facts.role_scores[i] = scores.positional[i].value();
    facts.role_scores.back() = scores.broad.value();
    for (std::size_t i = 0; i < kRoleKindCount; ++i) {
        const Role role = role_kinds()[i].role;
        for (const auto& [named, fact] :
             {std::pair(Role::kPrevious, Fact::kPrevious), std::pair(Role::kNext, Fact::kNext),
              std::pair(Role::kSelf, Fact::kSelf), std::pair(Role::kFirstToken, Fact::kFirstToken),
              std::pair(Role::kSeparator, Fact::kSeparator), std::pair(Role::kDuplicate, Fact::kDuplicate),
              std::pair(Role::kInduction, Fact::kInduction), std::pair(Role::kRareWord, Fact::kRareWord),
              std::pair(Role::kBlock, Fact::kBlock)})
            if (role == named) facts.role_scores[i] = facts[fact];
    }
}

}  // namespace

const char* fact_name(Fact fact) {
    return kFactNames[static_cast<std::size_t>(fact)];
}

std::optional<Fact> find_fact(std::string_view name) {
    for (std::size_t i = 0; i < kFactCount; ++i)
        if (name == kFactNames[i]) return static_cast<Fact>(i);
    return std::nullopt;
}

double HeadFacts::shown_score(RoleKind kind) const {
    for (const RoleScore& role : roles)
        if (role.kind == kind) return role.score;
    return 0;
}

std::vector<HeadFacts> facts_of_maps(const AttentionMaps& maps, const TextFacts& text,
                                     std::span<const AttentionMask> masks, ThreadPool& pool) {
    assert(maps.n_queries() == text.size() && maps.n_keys() == text.size());
    assert(static_cast<Index>(masks.size()) == maps.n_layers());
    std::vector<HeadFacts> facts(static_cast<std::size_t>(maps.n_layers() * maps.n_heads()));
    for (HeadFacts& head : facts) head.roles.reserve(kRoleKindCount);
    std::vector<RoleScratch> scratch(static_cast<std::size_t>(pool.size()), RoleScratch(text.size()));
    pool.for_each(static_cast<int>(facts.size()), [&](int i, int thread) {
        HeadFacts& head = facts[static_cast<std::size_t>(i)];
        const Index layer = i / maps.n_heads();
        const ConstMatrixView map = maps.head(layer, i % maps.n_heads());
        const AttentionMask& mask = masks[static_cast<std::size_t>(layer)];
        measure(map, text, mask, head);
        std::array<bool, kRoleKindCount> could_tell{};
        find_roles_of_map(map, text, mask, head.role_scores, scratch[static_cast<std::size_t>(thread)], head.roles,
                          could_tell);
        for (std::size_t k = 0; k < kRoleKindCount; ++k)
            if (!could_tell[k]) head.role_scores[k] = kNone;
    });
    return facts;
}

std::vector<HeadFacts> facts_of_trace(const AttentionTrace& trace, ThreadPool& pool) {
    return facts_of_maps(*trace.maps, text_facts(trace), layer_masks(trace), pool);
}

std::vector<HeadFacts> facts_of_decoder(const AttentionTrace& trace, ThreadPool& pool) {
    return facts_of_maps(*trace.maps->decoder, target_text_facts(trace), decoder_layer_masks(trace), pool);
}

void FactsSummary::Running::add(double value) {
    n += 1;
    const double off = value - mean;
    mean += off / n;
    squares += off * (value - mean);
}

void FactsSummary::add(const std::vector<HeadFacts>& facts) {
    if (texts_ == 0) heads_.resize(facts.size());
    assert(heads_.size() == facts.size());
    ++texts_;
    for (std::size_t h = 0; h < facts.size(); ++h) {
        Head& head = heads_[h];
        for (std::size_t i = 0; i < kFactCount; ++i)
            if (std::isfinite(facts[h].values[i])) head.facts[i].add(facts[h].values[i]);
        for (std::size_t i = 0; i < kRoleKindCount; ++i) {
            if (!std::isfinite(facts[h].role_scores[i])) continue;
            RoleCount& count = head.roles[i];
            count.score.add(facts[h].role_scores[i]);
            for (const RoleScore& role : facts[h].roles) {
                if (role.kind != role_kinds()[i]) continue;
                count.shown += 1;
                if (role.kept) count.kept.add(*role.kept);
                if (role.difference) count.difference.add(*role.difference);
            }
        }
    }
}

std::vector<HeadFacts> FactsSummary::means() const {
    std::vector<HeadFacts> means(heads_.size());
    for (std::size_t h = 0; h < heads_.size(); ++h) {
        for (std::size_t i = 0; i < kFactCount; ++i)
            means[h].values[i] = heads_[h].facts[i].n > 0 ? heads_[h].facts[i].mean : kNone;
        for (std::size_t i = 0; i < kRoleKindCount; ++i) {
            const RoleCount& count = heads_[h].roles[i];
            means[h].role_scores[i] = count.score.n > 0 ? count.score.mean : kNone;
            if (count.shown == 0 || 2 * count.shown < count.score.n) continue;
            RoleScore role{role_kinds()[i], count.score.mean, {}, {}, count.shown / count.score.n};
            if (count.kept.n > 0) role.kept = count.kept.mean;
            if (count.difference.n > 0) role.difference = count.difference.mean;
            means[h].roles.push_back(role);
        }
        std::stable_sort(means[h].roles.begin(), means[h].roles.end(),
                         [](const RoleScore& a, const RoleScore& b) { return a.score > b.score; });
    }
    return means;
}

double FactsSummary::deviation(std::size_t head, Fact fact) const {
    const Running& running = heads_[head].facts[static_cast<std::size_t>(fact)];
    return running.n > 0 ? std::sqrt(running.squares / running.n) : kNone;
}

}  // namespace headscope
