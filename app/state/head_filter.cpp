#include "app/state/head_filter.h"

#include <algorithm>

#include "core/trace/head_query.h"

namespace headscope {

FilteredHeads filter_heads(std::string_view line, Index n_layers, Index n_heads, const HeadMeasures* measures) {
    FilteredHeads found;
    found.count = n_layers * n_heads;
    const Result<HeadQuery> query = HeadQuery::parse(line);
    if (!query.has_value()) {
        found.problem = query.error().message;
        return found;
    }
    if (query.value().is_empty()) return found;
    if (query.value().needs_facts()) {
        found.is_waiting = measures == nullptr;
        if (found.is_waiting) return found;
        if (measures->facts.empty()) {
            found.problem =
                "heads of cross-attention have no facts or roles: their queries and keys are different "
                "tokens; layer and head can be asked for";
            return found;
        }
    }
    found.matches.reserve(static_cast<std::size_t>(found.count));
    for (Index layer = 0; layer < n_layers; ++layer) {
        for (Index head = 0; head < n_heads; ++head) {
            const HeadFacts* facts = measures == nullptr ? nullptr : measures->find_facts({layer, head});
            const bool can_tell = !query.value().needs_facts() || facts != nullptr;
            found.matches.push_back(can_tell && query.value().matches({layer, head}, facts));
        }
    }
    found.count = std::count(found.matches.begin(), found.matches.end(), true);
    return found;
}

}  // namespace headscope
