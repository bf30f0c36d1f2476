#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/nn/attention_maps.h"
#include "core/trace/head_facts.h"

namespace headscope {

// A search line for heads such as `layer<3 entropy>1.5 role:previous`: conditions with spaces between them, all of
// which must hold. A condition is
//   layer, head or the name of a Fact, then one of < <= > >= = !=, then a number: `entropy>1.5`, `head=4`
//   role:NAME   the role shows; NAME may be cut short, and spaces in it are written - or _: `role:previous-token`
//   role:NAME>0.8   the same with a bound on the score
//   -CONDITION  it does not hold
// A fact that the text does not tell fulfils no condition. An empty line finds every head.
class HeadQuery {
  public:
    // kInvalid says which part is not understood and what was expected.
    static Result<HeadQuery> parse(std::string_view line);

    bool is_empty() const { return conditions_.empty(); }
    // Whether layer and head alone decide, so that no facts are needed.
    bool needs_facts() const;
    // `facts` may be null where needs_facts() is false.
    bool matches(HeadRef head, const HeadFacts* facts) const;

  private:
    enum class Subject { kLayer, kHead, kFact, kRole };
    enum class Comparison { kLess, kAtMost, kMore, kAtLeast, kEqual, kUnequal };
    struct Condition {
        Subject subject = Subject::kLayer;
        Fact fact = Fact::kEntropy;
        std::vector<std::size_t> roles;  // numbers in role_kinds()
        Comparison comparison = Comparison::kMore;
        double bound = 0;
        bool is_negated = false;
    };
    static Result<Condition> parse_condition(std::string_view text);
    static bool holds(const Condition& condition, double value);

    std::vector<Condition> conditions_;
};

}  // namespace headscope
