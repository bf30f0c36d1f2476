#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/head_measures.h"
#include "app/state/relation_scores.h"
#include "app/state/shown_trace.h"
#include "app/state/view_state.h"

namespace headscope {

// Heads in the order that the grid shows them in.
struct OrderedHeads {
    std::vector<HeadRef> heads;  // all of them
    std::vector<float> values;   // what each is ordered by; empty in rows of layers
    std::string missing;         // what the order asked for lacks, in a sentence; then it is by layer

    bool is_waiting = false;  // for something that is being computed

    bool is_list() const { return !values.empty(); }
};

// What an order can go by. Locked tokens only, not the one under the pointer, so that nothing jumps.
struct OrderBasis {
    const ShownTrace& shown;
    // kLink: by each head's weight from `query` to `key`, or with one of them to or from its own strongest.
    std::optional<Index> query = {};
    std::optional<Index> key = {};
    const HeadMeasures* measures = nullptr;  // of the shown maps
    // kRelation: by the share of a relation's links that each finds, the better way round.
    const HeadRelations* relations = nullptr;
    std::string no_relations = {};  // why there are none, in a sentence; empty: they are being made
};

// Links, facts and relations: the largest first; likeness: the nearest first, itself at the head. What is no number
// comes last, equals in the order of layers.
OrderedHeads order_heads(const OrderBasis& basis, const HeadOrder& order);

}  // namespace headscope
