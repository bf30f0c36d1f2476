#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/thread_pool.h"
#include "core/nn/attention_maps.h"
#include "core/trace/attention_trace.h"
#include "core/trace/head_roles.h"
#include "core/trace/text_facts.h"

namespace headscope {

// Numbers about one map A [T, T], whose rows i are queries.
enum class Fact {
    kEntropy,     // mean over rows of −Σ_j A ln A, in nats (0 ln 0 = 0)
    kDistance,    // mean over rows of Σ_j A |i − j|
    kConfidence,  // mean over rows of the largest weight (Voita et al. 2019)
    kSelf,        // mean of A[i,i]
    kPrevious,    // mean of A[i,i−1] over the rows that have that key
    kNext,        // mean of A[i,i+1] likewise
    kFirstToken,  // mean over rows of A[i,0]
    kSeparator,   // mean over rows of the weight on separator tokens
    kDuplicate,   // over the rows whose token occurred before: mean weight on its earlier occurrences
    kInduction,   // over the same rows: mean weight on the tokens right behind those
    kRareWord,    // over the other rows: mean weight on TextFacts::rarest
    kBlock,       // pairs, over the rows of ordinary tokens: mean weight on ordinary tokens of the same text
};
constexpr std::size_t kFactCount = 12;

// As exports spell it: "first_token".
const char* fact_name(Fact fact);
std::optional<Fact> find_fact(std::string_view name);

struct HeadFacts {
    std::array<double, kFactCount> values{};  // by Fact; NaN where no row qualifies, or a weight is not finite
    std::vector<RoleScore> roles;             // those that show on this text, highest score first
    // By role_kinds(): the score, NaN where the text has fewer than two rows that tell.
    std::array<double, kRoleKindCount> role_scores{};

    double operator[](Fact fact) const { return values[static_cast<std::size_t>(fact)]; }
    double& operator[](Fact fact) { return values[static_cast<std::size_t>(fact)]; }
    // The score of a role that shows, 0 of others.
    double shown_score(RoleKind kind) const;
};

// The facts of every head, index layer · n_heads + head. `masks` holds one for each layer. Throws std::bad_alloc.
std::vector<HeadFacts> facts_of_maps(const AttentionMaps& maps, const TextFacts& text,
                                     std::span<const AttentionMask> masks, ThreadPool& pool);

// Those of a trace's maps: the encoder's, or the only ones.
std::vector<HeadFacts> facts_of_trace(const AttentionTrace& trace, ThreadPool& pool);
// Those of the decoder among its own tokens, of an encoder–decoder model.
std::vector<HeadFacts> facts_of_decoder(const AttentionTrace& trace, ThreadPool& pool);

// Mean and spread over texts, in memory that does not grow with them.
class FactsSummary {
  public:
    // All texts must have as many heads. Throws std::bad_alloc.
    void add(const std::vector<HeadFacts>& facts);

    std::size_t texts() const { return texts_; }
    // For each head the means over the texts that have the value; roles are those that show in at least half of the
    // texts that could tell, with the mean score over these and the share.
    std::vector<HeadFacts> means() const;
    // The population standard deviation of a value, NaN where no text has it.
    double deviation(std::size_t head, Fact fact) const;

  private:
    // Welford's running mean.
    struct Running {
        double n = 0, mean = 0, squares = 0;
        void add(double value);
    };
    struct RoleCount {
        Running score, kept, difference;
        double shown = 0;
    };
    struct Head {
        std::array<Running, kFactCount> facts;
        std::array<RoleCount, kRoleKindCount> roles;
    };
    std::vector<Head> heads_;
    std::size_t texts_ = 0;
};

}  // namespace headscope
