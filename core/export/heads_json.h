#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/ablation.h"
#include "core/trace/head_facts.h"
#include "core/trace/head_query.h"

namespace headscope {

// What is known of the heads of one model: on a text, or over several.
struct HeadsReport {
    const std::vector<HeadFacts>& heads;  // index layer · n_heads + head
    Index n_heads = 0;
    const FactsSummary* spread = nullptr;                     // several texts: `heads` are its means
    const std::vector<HeadFacts>* probe = nullptr;            // on repeated random tokens
    const HeadQuery* where = nullptr;                         // null: every head
    const std::vector<HeadImportance>* importance = nullptr;  // of every head, in any order

    bool is_wanted(std::size_t i) const {
        const HeadRef head{static_cast<Index>(i) / n_heads, static_cast<Index>(i) % n_heads};
        return where == nullptr || where->matches(head, &heads[i]);
    }
    const HeadImportance* find_importance(std::size_t i) const;
};

// Where a role was seen, for people: "this text", "12 texts", and "repeated random tokens" for those of a probe.
std::string seen_on(const FactsSummary* spread);
constexpr std::string_view kSeenOnProbe = "repeated random tokens";

// A JSON array with an object a head that is wanted: layer and head (from 0); every Fact by its name, null where the
// text does not tell, and with a spread also …_sd, the population standard deviation; `probe` with previous,
// first_token, duplicate and induction, where there is one; `without` {change, cosine} of HeadImportance, where heads
// were switched off in turn; and
//   roles [{role, score, formula, on, transformerlens_mul, transformerlens_abs, offset, share}]
// with the scores of TransformerLens where there are, `offset` of positional heads, and `share` of the texts that show
// the role, over several texts. Roles of the text come first, then those that only the probe shows.
std::string heads_json(const HeadsReport& report);

}  // namespace headscope
