#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/attention_trace.h"

namespace headscope {

// One marked link of a sentence, such as a verb and its object.
struct RelationExample {
    std::string text, from, to, relation;
    // Which occurrence of the word, from 1; 0: not said, then of all pairs the nearest.
    int from_occurrence = 0, to_occurrence = 0;
};

// A line of a file of links: an object with the strings `text`, `from`, `to`, `relation`, and perhaps from_occurrence
// and to_occurrence; other keys are ignored. kInvalid says what is missing.
Result<RelationExample> parse_relation(std::string_view json_line);

// How often a head's strongest word is the right one.
struct RelationAccuracy {
    double looks = 0;   // that `from` looks at: arg max of its row
    double looked = 0;  // that looks at `from`: arg max of its column
    double best() const { return looks >= looked ? looks : looked; }
};

struct RelationReport {
    std::string relation;
    Index examples = 0;
    // The fixed distance to − from, in words, that is right most often, and how often.
    Index offset = 0;
    double offset_accuracy = 0;
    std::vector<RelationAccuracy> heads;  // layer · n_heads + head
};

// A head that links by more than distance is this much better than the best fixed offset (Voita et al. 2019).
constexpr double kRelationMargin = 0.1;

// The accuracy of each head of the only stack or the encoder on each relation, by the protocol of Clark et al. 2019,
// section 4.2: maps of words (sum over the pieces that are looked at, mean over those that look), special tokens and
// the word itself removed, then the arg max. Memory does not grow with the examples.
class RelationScores {
  public:
    // `trace` is of the example's text. kNotFound where a word does not occur (as often).
    Status add(const AttentionTrace& trace, const RelationExample& example);
    // In the order in which relations first came.
    std::vector<RelationReport> reports() const;

  private:
    struct Counts {
        std::string relation;
        Index examples = 0;
        std::map<Index, Index> offsets;
        std::vector<Index> looks, looked;
    };
    std::vector<Counts> relations_;
};

}  // namespace headscope
